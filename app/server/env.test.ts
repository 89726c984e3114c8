import { describe, expect, test } from "vitest";
import { readSettings } from "./env.server.ts";

describe("the settings", () => {
  test("all have a default", () => {
    expect(readSettings({})).toMatchObject({
      PORT: 3000,
      HOST: "127.0.0.1",
      SITE_URL: "http://localhost:3000",
      ADMIN_EMAILS: [],
      TRUST_PROXY: 0,
    });
  });

  test("an empty value counts as unset", () => {
    expect(readSettings({ PORT: "", SMTP_URL: " " })).toMatchObject({ PORT: 3000 });
  });

  test("the site's URL follows the port, and is an origin", () => {
    expect(readSettings({ PORT: "8080" }).SITE_URL).toBe("http://localhost:8080");
    expect(readSettings({ SITE_URL: "https://example.com/" }).SITE_URL).toBe("https://example.com");
  });

  test("ADMIN_EMAILS is a list in lower case", () => {
    expect(readSettings({ ADMIN_EMAILS: "A@example.com, b@example.com," }).ADMIN_EMAILS).toEqual([
      "a@example.com",
      "b@example.com",
    ]);
  });

  test("a setting that needs another one asks for it", () => {
    expect(() =>
      readSettings({
        GOOGLE_CLIENT_ID: "site",
        TWILIO_ACCOUNT_SID: "AC1",
        GOOGLE_ISSUER: "accounts",
      }),
    ).toThrow(
      [
        "GOOGLE_ISSUER must be a URL such as https://accounts.google.com",
        "GOOGLE_CLIENT_SECRET is required when GOOGLE_CLIENT_ID is set",
        "TWILIO_AUTH_TOKEN is required when TWILIO_ACCOUNT_SID is set",
        "TWILIO_FROM is required when TWILIO_ACCOUNT_SID is set",
      ].join("\n"),
    );
    expect(readSettings({ TWILIO_BASE_URL: "http://localhost:9000/" })).toMatchObject({
      GOOGLE_ISSUER: "https://accounts.google.com",
      TWILIO_BASE_URL: "http://localhost:9000",
    });
  });

  test("card payments need both of their keys", () => {
    for (const [given, missing] of [
      ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
      ["STRIPE_WEBHOOK_SECRET", "STRIPE_SECRET_KEY"],
    ] as const)
      expect(() => readSettings({ [given]: "sk_test_1" })).toThrow(
        `${missing} is required when ${given} is set`,
      );
    expect(readSettings({}).STRIPE_BASE_URL).toBe("https://api.stripe.com");
  });

  test("each wrong setting has one line", () => {
    const wrong = {
      PORT: "abc",
      SITE_URL: "ftp://x",
      TRUST_PROXY: "-1",
      ADMIN_EMAILS: "nobody",
      DATABASE_URL: "postgres://localhost/site",
    };
    expect(() => readSettings(wrong)).toThrow(
      [
        "PORT must be a port from 0 to 65535",
        "SITE_URL must be a URL such as https://example.com",
        "ADMIN_EMAILS must be email addresses separated by commas",
        "TRUST_PROXY must be a number of proxies from 0 to 10",
        "AUTH_SECRET is required when DATABASE_URL is set",
      ].join("\n"),
    );
  });
});

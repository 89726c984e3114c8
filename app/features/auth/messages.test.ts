import { expect } from "vitest";
import type { SmsTransport } from "#app/server/outbound/sms.server.ts";
import { factors, emails, users } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { NOW } from "#tests/support/factories.ts";
import { sendSignInMessage } from "./messages.server.ts";

const phone = "+61412345678";

for (const state of ["captured", "sent"] as const) {
  const kept = state === "sent" ? "without its text" : "with its text";
  dbTest(
    `a code that was ${state} by text message is recorded among the emails ${kept}`,
    async ({ db }) => {
      await db.insert(users).values({ id: "ada", name: "Ada", email: "ada@example.com" });
      await db.insert(factors).values({ userId: "ada", type: "phone", phone, verifiedAt: NOW });
      const out: string[] = [];
      const texts: SmsTransport = { send: async (to, body) => (out.push(`${to} ${body}`), state) };
      await sendSignInMessage(db, texts, { kind: "text-code", phone, device: "hers" });
      await sendSignInMessage(db, texts, {
        kind: "text-code",
        phone: "+61499999999",
        device: "hers",
      });
      expect(out).toEqual([expect.stringMatching(/^\+61412345678 \d{6} is your code/)]);
      const [noted, ...others] = await db.select().from(emails);
      expect(noted).toMatchObject({ kind: "text-message", recipient: phone, state });
      expect(/\d{6}/.test(noted!.text)).toBe(state === "captured");
      expect(others).toEqual([]);
    },
  );
}

dbTest(
  "the owner of a guessed account is told how often, when and from where; unknown emails get nothing",
  async ({ db }) => {
    await db.insert(users).values({ id: "ada", name: "Ada", email: "ada@example.com" });
    await db.insert(factors).values({ userId: "ada", type: "phone", phone, verifiedAt: NOW });
    const seen = {
      count: 10,
      since: NOW.toISOString(),
      at: NOW.toISOString(),
      clientIp: "192.0.2.7",
      userAgent: "Mozilla/5.0 (Windows NT 10.0) Firefox/150.0",
    };
    const texts: SmsTransport = { send: async () => "sent" };
    const accounts = [
      { email: "ada@example.com" },
      { phone },
      { email: "nobody@example.com" },
      { phone: "+61499999999" },
    ];
    for (const account of accounts)
      await sendSignInMessage(db, texts, { kind: "guesses", account, seen });
    const sent = await db.select({ recipient: emails.recipient, text: emails.text }).from(emails);
    expect(sent).toHaveLength(2);
    for (const { recipient, text } of sent) {
      expect(recipient).toBe("ada@example.com");
      for (const words of [
        "Account: ada@example.com",
        "Wrong guesses: 10",
        "IP address: 192.0.2.7",
        "Device: Firefox on Windows",
      ])
        expect(text).toContain(words);
    }
  },
);

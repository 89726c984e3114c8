import { afterAll, beforeAll, expect, test } from "vitest";
import { createOwner } from "#tests/support/owners.ts";
import { postJson } from "#tests/support/request.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { type MailServer, startMailServer } from "#tests/fakes/smtp.ts";
import { createStore, type TestStore } from "#tests/support/store.ts";

/* What the time of an answer could tell. Run alone on the machine. */

const owner = "owner@example.com";

let store: TestStore;
let mail: MailServer;
let site: Site;

beforeAll(async () => {
  store = await createStore("postgres");
  mail = await startMailServer();
  await createOwner(store, owner);
  site = await startSite(store.dataDir, {
    ...store.settings,
    SMTP_URL: mail.url,
    TRUST_PROXY: "1",
  });
});

afterAll(async () => {
  await site.kill();
  await mail.stop();
  store.remove();
});

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

type Who = "known" | "unknown";

/**
 * Asks for a known and for an unknown email address in pairs, in an order that nobody can foresee.
 * `apart` is the median of the differences within the pairs, as a share of what an answer takes: a
 * slow moment of the machine slows both of a pair.
 */
async function compare(
  path: string,
  pairs: number,
  payload: (email: string) => object,
): Promise<{ apart: number; words: Set<string> }> {
  const differences: number[] = [];
  const all: number[] = [];
  const words = new Set<string>();
  let asked = 0;
  await store.withConnection(async (query) => {
    const ask = async (who: Who) => {
      asked++;
      await query("delete from rate_limits");
      const started = performance.now();
      const { status, text } = await postJson(
        site.url,
        path,
        payload(who === "known" ? owner : `nobody-${asked}@example.com`),
        { "X-Forwarded-For": `198.18.${asked >> 8}.${asked & 255}` },
      );
      const took = performance.now() - started;
      words.add(`${status} ${text}`);
      return took;
    };
    for (let pair = 0; pair < pairs; pair++) {
      const order: Who[] = Math.random() < 0.5 ? ["known", "unknown"] : ["unknown", "known"];
      const took = {
        [order[0]!]: await ask(order[0]!),
        [order[1]!]: await ask(order[1]!),
      } as Record<Who, number>;
      differences.push(took.known - took.unknown);
      all.push(took.known, took.unknown);
    }
  });
  return { apart: Math.abs(median(differences)) / median(all), words };
}

test.each([
  [
    "a wrong password",
    "/api/auth/sign-in/email",
    60,
    (email: string) => ({ email, password: "not the password" }),
  ],
  [
    "a wrong code",
    "/api/auth/sign-in/email-otp",
    200,
    (email: string) => ({ email, otp: "000000" }),
  ],
  ["a magic link", "/api/auth/sign-in/magic-link", 200, (email: string) => ({ email })],
  ["a forgotten password", "/api/auth/request-password-reset", 200, (email: string) => ({ email })],
  [
    "signing up",
    "/api/auth/sign-up/email",
    60,
    (email: string) => ({ email, password: "a choice for the tests", name: "" }),
  ],
])(
  "%s gets the same answer as fast for known and unknown accounts",
  async (_, path, pairs, payload) => {
    const { apart, words } = await compare(path, pairs, payload);
    expect([...words]).toHaveLength(1);
    expect(apart).toBeLessThan(0.15);
  },
);

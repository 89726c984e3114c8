import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOwner } from "#tests/servers/people.ts";
import { postJson } from "#tests/servers/request.ts";
import { type Site, startSite } from "#tests/servers/site.ts";
import { type MailServer, startMailServer } from "#tests/servers/smtp.ts";
import { createStore, type Store } from "#tests/servers/store.ts";

/* What could be learned from how long an answer takes. Run with nothing else going on. */

const owner = "owner@example.com";

let store: Store;
let mail: MailServer;
let site: Site;

beforeAll(async () => {
  store = await createStore("postgres");
  mail = await startMailServer();
  await makeOwner(store, owner);
  site = await startSite(store.dataDir, { ...store.settings, SMTP_URL: mail.url, TRUST_PROXY: "1" });
});

afterAll(async () => {
  await site.kill();
  await mail.stop();
  store.remove();
});

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** The medians, in milliseconds, of asking for a known and for an unknown address, in an order that nobody can foresee. */
async function mediansOf(path: string, times: number, payload: (email: string) => object): Promise<{ known: number; unknown: number; words: Set<string> }> {
  const took: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
  const words = new Set<string>();
  await store.look(async (query) => {
    for (let turn = 0; turn < 2 * times; turn++) {
      const who = took.known.length >= times ? "unknown" : took.unknown.length >= times || Math.random() < 0.5 ? "known" : "unknown";
      await query("delete from rate_limits");
      const started = performance.now();
      const { status, text } = await postJson(site.url, path, payload(who === "known" ? owner : `nobody-${turn}@example.com`), { "X-Forwarded-For": `198.18.${turn >> 8}.${turn & 255}` });
      took[who].push(performance.now() - started);
      words.add(`${status} ${text}`);
    }
  });
  return { known: median(took.known), unknown: median(took.unknown), words };
}

test.each([
  ["a wrong password", "/api/auth/sign-in/email", 60, (email: string) => ({ email, password: "not the password" })],
  ["a wrong code", "/api/auth/sign-in/email-otp", 200, (email: string) => ({ email, otp: "000000" })],
  ["a magic link", "/api/auth/sign-in/magic-link", 200, (email: string) => ({ email })],
  ["a forgotten password", "/api/auth/request-password-reset", 200, (email: string) => ({ email })],
  ["signing up", "/api/auth/sign-up/email", 60, (email: string) => ({ email, password: "a choice for the tests", name: "" })],
])("asking who is known here by %s is answered in the same words and the same time", async (_, path, times, payload) => {
  const { known, unknown, words } = await mediansOf(path, times, payload);
  expect([...words]).toHaveLength(1);
  // Noise of a busy machine: a quarter, or three milliseconds where there is nearly nothing to measure.
  expect(Math.abs(known - unknown)).toBeLessThan(Math.max(3, 0.25 * Math.min(known, unknown)));
});

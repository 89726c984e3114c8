import { afterAll, beforeAll, expect, test } from "vitest";
import { addOwner } from "#tests/support/owners.ts";
import { storePublished } from "#tests/support/published-words.ts";
import { insertQuote } from "#tests/support/quote-rows.ts";
import { postForm, postJson, send } from "#tests/support/request.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { type MailServer, startMailServer } from "#tests/fakes/smtp.ts";
import { createStore, type TestStore } from "#tests/support/store.ts";

/* What takes how long, and what the time of an answer could tell. Run alone on the machine. */

const owner = "owner@example.com";

let store: TestStore;
let mail: MailServer;
let site: Site;

beforeAll(async () => {
  store = await createStore("postgres");
  mail = await startMailServer();
  await addOwner(store, owner);
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

/** The median, and how far from it that of endless measurements may lie: half of the 95% interval. */
function middleOf(values: readonly number[]): { median: number; uncertain: number } {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const reach = Math.min(middle, Math.ceil(0.98 * Math.sqrt(sorted.length)));
  const [low, high] = [sorted[middle - reach]!, sorted.at(middle + reach) ?? sorted.at(-1)!];
  return { median: sorted[middle]!, uncertain: (high - low) / 2 };
}

type Who = "known" | "unknown";

/** Of what an answer takes: how far apart two answers may be, and how well that must be known. */
const limit = { apart: 0.15, uncertain: 0.05 };

/**
 * Asks for a known and for an unknown email address in pairs, in an order that nobody can foresee,
 * until the noise of the machine is averaged out. `apart` is the median of the differences within the
 * pairs, as a share of what an answer takes: a slow moment of the machine slows both of a pair.
 */
async function compare(
  path: string,
  atLeast: number,
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
      const emails = mail.emails.length;
      const started = performance.now();
      const { status, text } = await postJson(
        site.url,
        path,
        payload(who === "known" ? owner : `nobody-${asked}@example.com`),
        { "X-Forwarded-For": `198.18.${asked >> 8}.${asked & 255}` },
      );
      const took = performance.now() - started;
      words.add(`${status} ${text}`);
      // The email that follows the answer would slow what is asked next.
      if (who === "known" && /magic-link|reset/.test(path)) await mail.waitFor(emails + 1);
      return took;
    };
    const isKnown = () => {
      if (differences.length < atLeast) return false;
      const { uncertain } = middleOf(differences);
      return uncertain < limit.uncertain * middleOf(all).median;
    };
    while (!isKnown() && differences.length < 6 * atLeast) {
      const order: [Who, Who] = Math.random() < 0.5 ? ["known", "unknown"] : ["unknown", "known"];
      const [one, other] = [await ask(order[0]), await ask(order[1])];
      differences.push(order[0] === "known" ? one - other : other - one);
      all.push(one, other);
    }
  });
  return { apart: Math.abs(middleOf(differences).median) / middleOf(all).median, words };
}

test.each([
  [
    "a wrong password",
    "/api/auth/sign-in/email",
    30,
    (email: string) => ({ email, password: "not the password" }),
  ],
  [
    "a wrong code",
    "/api/auth/sign-in/email-otp",
    100,
    (email: string) => ({ email, otp: "000000" }),
  ],
  ["a magic link", "/api/auth/sign-in/magic-link", 100, (email: string) => ({ email })],
  ["a forgotten password", "/api/auth/request-password-reset", 100, (email: string) => ({ email })],
  [
    "signing up",
    "/api/auth/sign-up/email",
    30,
    (email: string) => ({ email, password: "a choice for the tests", name: "" }),
  ],
])(
  "%s gets the same answer as fast for known and unknown accounts",
  async (_, path, atLeast, payload) => {
    const { apart, words } = await compare(path, atLeast, payload);
    expect([...words]).toHaveLength(1);
    expect(apart).toBeLessThan(limit.apart);
  },
);

test("what another process publishes is shown within six seconds", async () => {
  const heading = "About a second process";
  await store.withConnection((query) => storePublished(query, "about", { heading }));
  await expect
    .poll(async () => (await send(site.url, "/about")).text.includes(heading), {
      timeout: 6_000,
      interval: 50,
    })
    .toBe(true);
});

test("a client has the invoice within five seconds of accepting", async () => {
  await store.withConnection(async (query) => {
    await insertQuote(query, { slug: "garden-party", more: { event_date: "2030-06-20" } });
    await query(`insert into business_details (legal_name, abn, payid, payid_kind, payid_name, invoicing)
      values ('Imogen Hale', '51824753556', 'pay@breath-and-key.example', 'email', 'Imogen Hale', true)`);
  });
  await postForm(site.url, "/quotes/garden-party", {
    clientName: "Ada Client",
    clientEmail: "ada@client.example",
    acceptQuote: "on",
    version: "1",
  });
  const hasInvoice = ({ envelopeTo, attachments }: MailServer["emails"][number]) =>
    envelopeTo.includes("ada@client.example") &&
    attachments.some(({ filename }) => filename?.startsWith("INV-"));
  await mail.waitUntil((all) => (all.some(hasInvoice) ? null : "No invoice came."), 5_000);
});

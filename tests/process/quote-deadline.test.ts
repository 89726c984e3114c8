import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertQuote } from "#tests/support/quote-rows.ts";
import { postJson } from "#tests/support/request.ts";
import { startSite } from "#tests/support/site.ts";
import { createStore, type TestStore } from "#tests/support/store.ts";

/* The end of a quote's last day in Melbourne, on a server with a clock that stands still elsewhere. */

const clock = pathToFileURL(join(import.meta.dirname, "../support/clock.ts")).href;
let store: TestStore;

beforeAll(async () => {
  store = await createStore("postgres");
  const more = { valid_until: "2026-10-03" };
  await store.withConnection((query) => insertQuote(query, { slug: "the-last-day", more }));
});

afterAll(() => store.remove());

async function acceptAt(now: string) {
  const site = await startSite(store.dataDir, {
    ...store.settings,
    NODE_OPTIONS: `--import=${clock}`,
    FROZEN_AT: now,
    TZ: "America/New_York",
  });
  const answer = await postJson(site.url, "/functions/submit-quote-acceptance", {
    clientName: "Ada Client",
    clientEmail: "ada@client.example",
    slug: "the-last-day",
  });
  await site.kill();
  return answer;
}

const acceptances = () =>
  store.query<{ accepted_at: Date | null }>("select accepted_at from invoices");

test("a quote cannot be accepted at 00:00:00 in Melbourne after its last day", async () => {
  const { status, text } = await acceptAt("2026-10-03T14:00:00Z");
  expect(status).toBe(409);
  expect(JSON.parse(text)).toMatchObject({ error: { code: "expired" } });
  expect(await acceptances()).toEqual([{ accepted_at: null }]);
});

test("a quote can be accepted at 23:59:59 in Melbourne on its last day", async () => {
  expect(await acceptAt("2026-10-03T13:59:59Z")).toMatchObject({ status: 200 });
  expect(await acceptances()).toEqual([{ accepted_at: new Date("2026-10-03T13:59:59Z") }]);
});

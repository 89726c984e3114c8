import { afterAll, beforeAll, expect, test } from "vitest";
import { begun } from "#tests/support/begun.ts";
import { send } from "#tests/support/request.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { createStore, type TestStore } from "#tests/support/store.ts";
import { insertQuote } from "#tests/support/quote-rows.ts";

/* Documents that many ask for at once. */

let store: TestStore;
let site: Site;

beforeAll(async () => {
  store = await createStore("postgres");
  await store.withConnection(async (query) => {
    for (let at = 0; at < 28; at++) await insertQuote(query, { slug: `party-${at}` });
  });
  site = await startSite(store.dataDir, store.settings);
});

afterAll(async () => {
  await site.kill();
  store.remove();
});

const paper = (index: number) => send(site.url, `/quotes/party-${index}/quote.pdf`);

test("many requests at once do not slow the site for others", async () => {
  const all = { over: false };
  const began = performance.now();
  const papers = begun(
    Promise.all(Array.from({ length: 24 }, (_, index) => paper(index))).finally(
      () => (all.over = true),
    ),
  );
  let longest = 0;
  while (!all.over) {
    const asked = performance.now();
    expect((await send(site.url, "/healthz")).status).toBe(200);
    longest = Math.max(longest, performance.now() - asked);
  }
  expect(new Set((await papers).map(({ status }) => status))).toEqual(new Set([200]));
  // While they were drawn where everything else happens, one answer took half of that time.
  expect(longest).toBeLessThan((performance.now() - began) / 4);
});

test("are all delivered by a process that is stopping", async () => {
  const papers = [24, 25, 26, 27].map(paper);
  await Promise.race(papers);
  const code = site.stop();
  expect((await Promise.all(papers)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await code).toBe(0);
});

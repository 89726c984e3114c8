import { expect, test } from "vitest";
import { documentNames, siteDocuments } from "#app/content/documents.ts";
import { allPages } from "#app/content/pages.ts";
import { calendarAddresses } from "#tests/support/calendar-addresses.ts";
import { freePort } from "#tests/support/postgres.ts";
import { storePublished } from "#tests/support/published-words.ts";
import { send } from "#tests/support/request.ts";
import { sharedSiteTest } from "#tests/support/shared-site.ts";
import type { Site } from "#tests/support/site.ts";
import { startForTest, storeForTest } from "#tests/support/test-site.ts";

/* What is published, as files from memory, in every process. */

async function aStore() {
  const store = await storeForTest("postgres");
  const publish = (document: string, published: unknown) =>
    store.withConnection((query) => storePublished(query, document, published));
  return { ...store, publish };
}

const get = (site: Site, path: string, encoding = "identity") =>
  send(site.url, path, { headers: { "Accept-Encoding": encoding } });

/** Every page with its ETag, in every encoding. */
async function pagesOf(site: Site): Promise<string[]> {
  const encodings = ["br", "gzip", "identity"];
  return Promise.all(
    allPages.flatMap(({ path }) =>
      encodings.map(async (encoding) => {
        const { status, headers, body } = await get(site, path, encoding);
        return [path, status, headers.etag, body.toString("base64")].join(" ");
      }),
    ),
  );
}

const home = siteDocuments.home.default;
const headline = "Breathe out first.";
const newHome = { ...home, hero: { ...home.hero, headline } };
const showsHeadline = async (site: Site) => (await get(site, "/")).text.includes(headline);

test("two processes on one database show what is published, byte for byte as the build", async () => {
  const { dataDir, settings, publish } = await aStore();
  const start = async () => {
    const PORT = String(await freePort());
    const SITE_URL = "https://site.example";
    const site = await startForTest(dataDir, { ...settings, PORT, SITE_URL });
    return { ...site, url: `http://localhost:${PORT}` };
  };
  const first = await start();
  const built = await pagesOf(first);
  await publish("home", newHome);
  await expect.poll(() => showsHeadline(first)).toBe(true);
  const second = await start();
  expect(await pagesOf(second)).toEqual(await pagesOf(first));
  const [, url] = /data-content="([^"]+)"/.exec((await get(second, "/")).text)!;
  const content = await get(second, url!, "br");
  expect(JSON.parse(content.text)).toMatchObject({ home: { hero: { headline } } });
  expect(content.headers["cache-control"]).toContain("immutable");

  // The words of the defaults, but stored: these pages are rendered, not taken from the build.
  await publish("home", home);
  for (const site of [first, second]) {
    await expect.poll(() => showsHeadline(site)).toBe(false);
    expect(await pagesOf(site)).toEqual(built);
  }
});

test("words without a field are logged and kept, and no page has a sample in their place", async () => {
  const { dataDir, settings, publish, query } = await aStore();
  for (const name of documentNames) await publish(name, { earlier: { headline } });
  const site = await startForTest(dataDir, settings);
  expect(site.output()).toMatch(/"level":50.*"document":"home","fields":\["earlier"\]/);
  for (const { path } of allPages) {
    const { status, text } = await get(site, path);
    expect([path, status]).toEqual([path, 200]);
    expect(text).not.toMatch(/Imogen|Breath &amp; Key|breath-and-key|\/share\/|headshot/);
  }
  const rows = await query("select unplaced from site_documents");
  const kept = { path: "earlier", label: "earlier", text: headline };
  expect(rows).toEqual(documentNames.map(() => ({ unplaced: [kept] })));
});

sharedSiteTest(
  "with the addresses of other calendars no page leads to this site's own",
  async ({ shared: { site, store } }) => {
    const leading = async () => {
      const texts = await Promise.all(
        allPages.map(async ({ path }) => ({ path, text: (await get(site, path)).text })),
      );
      return texts.filter(({ text }) => /="\/book(?=["/?])/.test(text)).map(({ path }) => path);
    };
    expect(await leading()).toEqual(allPages.map(({ path }) => path));
    await store.withConnection((query) => storePublished(query, "site", calendarAddresses));
    await expect.poll(leading).toEqual([]);
  },
);

sharedSiteTest(
  "words that another program has damaged break no page, and the others stay",
  async ({ shared: { site, store } }) => {
    await store.withConnection(async (query) => {
      await storePublished(query, "about", "not an object");
      await storePublished(query, "prices", { coachingSessions: [null], ameb: "free" });
      await storePublished(query, "no-such-document", { a: 1 });
      await storePublished(query, "home", newHome);
    });
    await expect.poll(() => showsHeadline(site)).toBe(true);
    for (const { path } of allPages) expect((await get(site, path)).status).toBe(200);
  },
);

sharedSiteTest(
  "a palette colours every kind of page and the brand's mark, and hardly makes the home page larger",
  async ({ shared: { site, store } }) => {
    const sizeOf = async (path: string) => (await get(site, path, "br")).body.length;
    const brand = "Lotus Voice";
    const publish = (palette: string) =>
      store.withConnection((query) =>
        storePublished(query, "site", { ...siteDocuments.site.default, brand, palette }),
      );
    await publish("wine");
    await expect.poll(async () => (await get(site, "/")).text).toContain(brand);
    const usual = await sizeOf("/");
    await publish("forest");
    const styled = /<style[^>]*>[^<]*html:root\{[^<]*--accent:[^<]*#1f5540[^<]*<\/style>/;
    await expect.poll(async () => (await get(site, "/")).text).toMatch(styled);
    for (const path of ["/login", "/book", "/nowhere"])
      expect((await get(site, path)).text, path).toMatch(styled);
    expect((await get(site, "/favicon.svg")).text).toContain("#1f5540");
    expect((await sizeOf("/")) - usual).toBeLessThan(200);
  },
);

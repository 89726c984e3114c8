import { expect, test } from "vitest";
import { documentNames, siteDocuments } from "#app/content/documents.ts";
import { allPages, pages } from "#app/content/pages.ts";
import { calendarAddresses } from "#tests/support/calendar-addresses.ts";
import { freePort } from "#tests/support/postgres.ts";
import { storePublished } from "#tests/support/published-words.ts";
import { send } from "#tests/support/request.ts";
import { sharedSiteTest, type SharedSite } from "#tests/support/shared-site.ts";
import type { Site } from "#tests/support/site.ts";
import { startForTest, storeForTest } from "#tests/support/test-site.ts";
import { addDays, melbourneDay } from "#app/values/calendar.ts";

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

/* A hidden page is on the site for nobody, and nothing leads to it. */

const visibility = siteDocuments.visibility.default;
const none = (ticks: object) => Object.fromEntries(Object.keys(ticks).map((name) => [name, false]));

const hide = ({ store }: SharedSite, hidden: object) =>
  store.withConnection((query) => storePublished(query, "visibility", hidden));
const statusOf = async ({ site }: SharedSite, path: string) => (await send(site.url, path)).status;

/** The status of everything that pages, their data and the sitemap lead to. */
async function crawl({ site }: SharedSite): Promise<Map<string, number>> {
  const reached = new Map<string, number>();
  const queue = ["/", "/sitemap.xml", "/newsletter"];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (reached.has(path)) continue;
    const { status, text, headers } = await send(site.url, path);
    reached.set(path, status);
    if (headers.location) queue.push(new URL(String(headers.location), site.url).pathname);
    if (/<meta name="robots" content="[^"]*nofollow/.test(text)) continue;
    const links = text.replace(/<(link|script src)\b[^>]*>/g, "");
    for (const [, link] of links.matchAll(/(?: href="|"item":"|"url":"|<loc>)([^"<]+)/g)) {
      const { origin, pathname } = new URL(link!.replaceAll("&amp;", "&"), site.url + path);
      if (origin === site.url) queue.push(pathname);
    }
  }
  return reached;
}

const notFound = (reached: ReadonlyMap<string, number>) =>
  [...reached].filter(([, status]) => status >= 400);

sharedSiteTest("with AMEB hidden no link, sitemap or data leads to it", async ({ shared }) => {
  const ameb = pages.ameb.path;
  expect(await statusOf(shared, ameb)).toBe(200);
  await hide(shared, { ...visibility, pages: { ...visibility.pages, ameb: false } });
  await expect.poll(() => statusOf(shared, ameb)).toBe(404);
  const reached = await crawl(shared);
  expect(notFound(reached)).toEqual([]);
  const others = allPages.filter(({ key }) => key !== "ameb");
  expect([...reached.keys()]).toEqual(expect.arrayContaining(others.map(({ path }) => path)));
  const written = [`${ameb}/`, `${ameb}//`, "/AMEB-Accompanying", "/%61meb-accompanying"];
  for (const path of [...written, `${ameb}/index.html`]) {
    const { status, text } = await send(shared.site.url, path);
    expect([path, status]).toEqual([path, 404]);
    expect(text).toContain("Oops! Page not found");
    expect(text).not.toMatch(/canonical|studentParentName/);
  }
  expect(await statusOf(shared, "/book/ameb-rehearsal/30-minutes")).toBe(404);
});

sharedSiteTest(
  "a form or call that comes late to a hidden page stores nothing",
  async ({ shared }) => {
    await hide(shared, { pages: none(visibility.pages), home: none(visibility.home) });
    await expect.poll(() => statusOf(shared, pages.livePiano.path)).toBe(404);
    const enquiry = {
      studentParentName: "Ada",
      contactEmail: "ada@client.example",
      examDate: "2090-03-02",
      examTime: "10:00",
      examBoardGrade: "AMEB 5",
      serviceRequired: "Exam Day Accompanying Only",
    };
    const message = { name: "Ada", email: "ada@client.example", message: "May I come on Monday?" };
    const event = {
      firstName: "Ada",
      lastName: "Reed",
      email: "ada@client.example",
      eventDescription: "A wedding in the garden",
    };
    const forms: [string, Record<string, string>][] = [
      [pages.ameb.path, enquiry],
      [`${pages.ameb.path}.data`, enquiry],
      [pages.livePiano.path, event],
      ["/?index", message],
    ];
    for (const [path, fields] of forms) {
      const body = new URLSearchParams(fields).toString();
      const headers = { "Content-Type": "application/x-www-form-urlencoded" };
      const { status } = await send(shared.site.url, path, { method: "POST", headers, body });
      expect([path, status]).toEqual([path, 404]);
    }
    const call = await send(shared.site.url, "/functions/send-ameb-booking-email", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...enquiry, serviceRequired: [enquiry.serviceRequired] }),
    });
    expect([call.status, JSON.parse(call.text)]).toMatchObject([
      404,
      { error: { code: "not-found" } },
    ]);
    for (const table of ["ameb_bookings", "contact_messages"])
      expect(await shared.store.query(`select id from ${table}`)).toEqual([]);
  },
);

sharedSiteTest("What's on is a page like the others while it has dates", async ({ shared }) => {
  const { store, site } = shared;
  const whatsOn = pages.whatsOn.path;
  const publish = (day: string) =>
    store.withConnection((query) =>
      storePublished(query, "whatsOn", { dates: [{ title: "Salt Songs", day, place: "Hall" }] }),
    );
  await hide(shared, visibility);
  expect(await statusOf(shared, whatsOn)).toBe(404);
  await publish(addDays(melbourneDay(new Date()), 1));
  await expect.poll(() => statusOf(shared, whatsOn)).toBe(200);
  const reached = await crawl(shared);
  expect([reached.get(whatsOn), notFound(reached)]).toEqual([200, []]);
  const { text, headers } = await send(site.url, whatsOn);
  expect(/"@type":"Event","name":"Salt Songs"/.test(text)).toBe(true);
  expect(headers.etag).toBeDefined();
  expect((await send(site.url, "/sitemap.xml")).text).toContain(whatsOn);
  await publish(addDays(melbourneDay(new Date()), -1));
  await expect.poll(() => statusOf(shared, whatsOn)).toBe(404);
});

sharedSiteTest("with all hidden but home there is still a site", async ({ shared }) => {
  await hide(shared, { pages: none(visibility.pages), home: none(visibility.home) });
  await expect.poll(() => statusOf(shared, pages.livePiano.path)).toBe(404);
  const reached = await crawl(shared);
  expect(notFound(reached)).toEqual([]);
  expect(allPages.filter(({ path }) => reached.has(path))).toEqual([pages.home]);
  const { text } = await send(shared.site.url, "/");
  expect(text.match(/<h1\b/g)).toHaveLength(1);
  expect(text).not.toMatch(/id="contact"|aggregateRating|hasOfferCatalog/);
  await hide(shared, visibility);
  await expect.poll(() => statusOf(shared, pages.privacy.path)).toBe(200);
  expect((await send(shared.site.url, "/sitemap.xml")).text.match(/<loc>/g)).toHaveLength(
    allPages.length,
  );
});

import { expect } from "vitest";
import { siteDocuments } from "#app/content/documents.ts";
import { allPages, pages } from "#app/content/pages.ts";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { storePublished } from "#tests/support/published-words.ts";
import { send } from "#tests/support/request.ts";
import { sharedSiteTest, type SharedSite } from "#tests/support/shared-site.ts";

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

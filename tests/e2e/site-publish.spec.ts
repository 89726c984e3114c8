import type { Page } from "@playwright/test";
import { frameHosts } from "#app/content/frames.ts";
import { allPages } from "#app/content/pages.ts";
import { wordsOf } from "#app/content/state.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { sitePublications, storedDocuments } from "#app/server/database/tables.server.ts";
import { postForm } from "#tests/support/request.ts";
import { atRest, expect, hydrateByMoving, testOnOwnSite } from "./support/fixtures.ts";
import { e2eOwner, type Installation } from "./support/installation.ts";

/*
 * What visitors notice of a publication: nothing but the new words. Every page of this site says the name of the
 * business, of which each test publishes another one.
 */

const { home, prices, site: details } = wordsOf({});
const headline = `Sing <b>first</b> & "ask"  later: \u2019 \u00e9 {x} \u{1f3b9}`;
const stored = {
  site: { ...details, brand: "Name 0" },
  home: { ...home, hero: { ...home.hero, headline } },
  prices: { ...prices, coachingSessions: [{ minutes: 60, price: 98_00 }] },
  testimonials: { items: [] },
};
const names = ["Name 0", "Name 1", "Name 2"];

async function prepare(db: Db): Promise<void> {
  const actor = e2eOwner.email;
  // Their ids are 1, 2 and 3.
  for (const brand of names)
    await db
      .insert(sitePublications)
      .values({ document: "site", actor, after: { ...details, brand } });
  for (const [name, published] of Object.entries(stored))
    await db.insert(storedDocuments).values({ name, published, version: 1, updatedBy: actor });
}

const test = testOnOwnSite("no rows", prepare);

/** As the owner does from the history, in another browser. */
async function publish({ site, ownerCookies }: Installation, name: string): Promise<void> {
  const Cookie = ownerCookies.map((cookie) => `${cookie.name}=${cookie.value}`).join("; ");
  const form = { intent: "put-back", publication: String(names.indexOf(name) + 1) };
  const { status } = await postForm(site.url, "/admin/site/history", form, { Cookie });
  expect(status).toBe(200);
}

const publicName = async (page: Page) =>
  /Name \d/.exec(await (await page.request.get("/about")).text())?.[0];

const textOf = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll("header, #content, footer"), (part) => part.textContent),
  );

/** Of a page that hasn't been hydrated yet: what it says before and after. */
async function hydrating(page: Page) {
  const before = await textOf(page);
  expect(before).toHaveLength(3);
  await hydrateByMoving(page);
  return { before, after: await textOf(page) };
}

test.beforeEach(({ installation }) => publish(installation, "Name 0"));

test("a page that was open before a publication goes on to others, with the words it has", async ({
  page,
  installation,
}) => {
  await page.goto("/");
  await hydrateByMoving(page);
  await publish(installation, "Name 1");
  expect(await publicName(page)).toBe("Name 1");
  await page.evaluate(() => Object.assign(window, { isStillOpen: true }));
  for (const name of ["About", "Coaching", "Home"]) {
    await page.getByRole("banner").getByRole("link", { name, exact: true }).click();
    await expect(page.locator('header [aria-current="page"]').first()).toHaveText(name);
    await expect(page.getByRole("banner")).toContainText("Name 0");
  }
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(headline);
  expect(await page.evaluate(() => "isStillOpen" in window)).toBe(true);
  await page.reload();
  await expect(page.getByRole("banner")).toContainText("Name 1");
});

test("a page loaded before a publication and hydrated after two keeps its own words", async ({
  page,
  installation,
  guard,
}) => {
  await page.goto("/");
  const url = await page.locator("html").getAttribute("data-content");
  await publish(installation, "Name 1");
  await publish(installation, "Name 2");
  const { before, after } = await hydrating(page);
  expect(after).toEqual(before);
  expect(before[0]).toContain("Name 0");
  expect(guard.requests.map(({ path }) => path)).toContain(url);
  expect(await publicName(page)).toBe("Name 2");
});

test("every page published with other words loads no script, and stays as it is when one does", async ({
  page,
  installation,
  guard,
}) => {
  for (const host of frameHosts()) await guard.fakePage(host);
  await publish(installation, "Name 1");
  for (const { path } of allPages)
    await test.step(path, async () => {
      guard.requests.length = 0;
      await page.goto(path);
      await atRest(page);
      const scripts = guard.requests.filter(({ path: asked }) => /\.js(on)?$/.test(asked));
      expect.soft(scripts, path).toEqual([]);
      const { before, after } = await hydrating(page);
      expect.soft(after, path).toEqual(before);
      expect.soft(before[0], path).toContain("Name 1");
    });
});

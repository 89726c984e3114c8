import type { Page } from "@playwright/test";
import { frameHosts } from "#app/content/calendars.ts";
import { pages } from "#app/content/pages.ts";
import { wordsOf } from "#app/content/state.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { sitePublications, storedDocuments } from "#app/server/database/tables.server.ts";
import { postForm } from "#tests/support/request.ts";
import {
  atRest,
  expect,
  hydrateByMoving,
  testOnOwnSite,
  openHydrated,
  openAndMove,
} from "./support/fixtures.ts";
import { e2eOwner, type Installation } from "./support/installation.ts";
import { toastWith } from "./support/toasts.ts";

/*
 * What visitors notice of a publication: nothing but the new words. Every page of this site says the name of the
 * business, of which each test publishes others than the one before.
 */

const { coaching, home, prices, site: details } = wordsOf({});
const headline = `Sing <b>first</b> & "ask"  later: \u2019 \u00e9 {x} \u{1f3b9}`;
const [firstIntro, secondIntro] = ["Sing, play and speak.", "Sing, play or speak."] as const;
const stored = {
  site: { ...details, brand: "Name 0" },
  home: { ...home, hero: { ...home.hero, headline } },
  prices: { ...prices, coachingSessions: [{ minutes: 60, price: 98_00 }] },
  testimonials: { items: [] },
  coaching: { ...coaching, intro: secondIntro },
};
const names = ["Name 0", "Name 1", "Name 2"];

async function prepare(db: Db): Promise<void> {
  const actor = e2eOwner.email;
  // Their ids are 1, 2 and 3.
  for (const brand of names)
    await db
      .insert(sitePublications)
      .values({ document: "site", actor, after: { ...details, brand } });
  const [before, after] = [{ ...coaching, intro: firstIntro }, stored.coaching];
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 3, 5, minute));
  await db.insert(sitePublications).values([
    { document: "coaching", actor, at: at(12), before: null, after: before },
    { document: "coaching", actor, at: at(40), before, after },
  ]);
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
  /Name \d/.exec(await (await page.request.get("/about")).text())![0];

/** The name that is public, and the two others. */
async function namesNow(page: Page): Promise<[now: string, next: string, last: string]> {
  const now = await publicName(page);
  const [next, last] = names.filter((name) => name !== now);
  return [now, next!, last!];
}

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

test("a page that was open before a publication goes on to others, with the words it has", async ({
  page,
  installation,
}) => {
  const [now, next] = await namesNow(page);
  await openAndMove(page, "/");
  await publish(installation, next);
  expect(await publicName(page)).toBe(next);
  await page.evaluate(() => Object.assign(window, { isStillOpen: true }));
  for (const name of ["About", "Coaching", "Home"]) {
    await page.getByRole("banner").getByRole("link", { name, exact: true }).click();
    await expect(page.locator('header [aria-current="page"]').first()).toHaveText(name);
    await expect(page.getByRole("banner")).toContainText(now);
  }
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(headline);
  expect(await page.evaluate(() => "isStillOpen" in window)).toBe(true);
  await page.reload();
  await expect(page.getByRole("banner")).toContainText(next);
});

test("a page loaded before a publication and hydrated after two keeps its own words", async ({
  page,
  installation,
  guard,
}) => {
  const [now, next, last] = await namesNow(page);
  await page.goto("/");
  const url = await page.locator("html").getAttribute("data-content");
  await publish(installation, next);
  await publish(installation, last);
  const { before, after } = await hydrating(page);
  expect(after).toEqual(before);
  expect(before[0]).toContain(now);
  expect(guard.requests.map(({ path }) => path)).toContain(url);
  expect(await publicName(page)).toBe(last);
});

test("a page published with other words loads no script, and stays as it is when one does", async ({
  page,
  installation,
  guard,
}) => {
  for (const host of frameHosts()) await guard.fakePage(host);
  const [, next] = await namesNow(page);
  await publish(installation, next);
  for (const { path } of [pages.home, pages.coaching, pages.voicePiano, pages.bookPresence])
    await test.step(path, async () => {
      guard.requests.length = 0;
      await page.goto(path);
      await atRest(page);
      const scripts = guard.requests.filter(({ path: asked }) => /\.js(on)?$/.test(asked));
      expect.soft(scripts, path).toEqual([]);
      const { before, after } = await hydrating(page);
      expect.soft(after, path).toEqual(before);
      expect.soft(before[0], path).toContain(next);
    });
});

test("earlier words are compared, and put back after a question", async ({
  page,
  signInAsOwner,
}) => {
  const entries = page.getByRole("main").locator("ol > li");
  const publicText = async () => (await page.request.get("/coaching")).text();
  await signInAsOwner();
  await openHydrated(page, "/admin/site/history?document=coaching");
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText("Public now");
  await entries.first().getByText("1 change").click();
  await expect(entries.first().locator("ins")).toBeVisible();
  await expect(entries.first().locator("del")).toBeVisible();
  expect(await publicText()).toContain(secondIntro);

  await entries.last().getByRole("button", { name: "Put back" }).click();
  await page.getByRole("button", { name: "Yes, put it back" }).click();
  await expect(entries).toHaveCount(3);
  await expect(entries.first()).toContainText("Put back to Tue 3 Nov");
  expect(await publicText()).toContain(firstIntro);

  await expect(toastWith(page, "Put back. Visitors see it now.")).toBeVisible();
  await expect(page.locator("[data-toasts]").getByRole("button", { name: "Undo" })).toBeVisible();
});

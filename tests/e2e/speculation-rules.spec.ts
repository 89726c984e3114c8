import type { Browser } from "@playwright/test";
import { pages } from "#app/content/pages.ts";
import {
  atRest,
  expect,
  moveFromPointer,
  openAndMove,
  painted,
  phone,
  test,
  wideScreen,
} from "./support/fixtures.ts";
import type { Installation } from "./support/installation.ts";

/*
 * What is made ready while somebody rests on a link. A browser says with the request what it means to do; it opens
 * such a page only where no test watches it, so how long the click then takes is seen in `npm run bench`.
 */

test.use({ viewport: wideScreen });

/** What the browser fetches ahead of a page that is at rest. Whose requests a guard watches gets nothing ahead. */
async function fetchedAhead(
  browser: Browser,
  { site: { url: base }, ownerCookies }: Installation,
  path: string,
  viewport = wideScreen,
) {
  const context = await browser.newContext({ viewport, baseURL: base });
  await context.addCookies(ownerCookies);
  const ahead = new Map<string, string>();
  const elsewhere: string[] = [];
  context.on("request", (request) => {
    const [asked, purpose] = [request.url().replace(base, ""), request.headers()["sec-purpose"]];
    if (!asked.startsWith("/")) elsewhere.push(asked);
    // A page that is made ready asks for its files too.
    if (purpose && !asked.includes(".")) ahead.set(asked, purpose);
  });
  const page = await context.newPage();
  await moveFromPointer(page);
  await page.goto(path);
  return { ahead, elsewhere, page, close: () => context.close() };
}

test("on a phone the page that its header leads to is fetched ahead, and no other", async ({
  browser,
  installation,
}) => {
  const { ahead, close } = await fetchedAhead(browser, installation, "/", phone);
  await expect.poll(() => [...ahead.keys()]).toEqual(["/book"]);
  await close();
});

test("a page at rest fetches those of its header ahead, in less than 90 kB", async ({
  browser,
  installation,
}) => {
  const { url } = installation.site;
  const { ahead, close } = await fetchedAhead(browser, installation, pages.about.path);
  const others = ["/", "/book", pages.coaching.path, pages.projects.path];
  await expect.poll(() => [...ahead.keys()].sort()).toEqual(others.sort());
  const headers = { "Accept-Encoding": "br" };
  const sizes = others.map(async (path) =>
    Number((await fetch(url + path, { headers })).headers.get("content-length")),
  );
  expect((await Promise.all(sizes)).reduce((sum, size) => sum + size)).toBeLessThan(90_000);
  await close();
});

test("what is made for one person is never fetched ahead", async ({ browser, installation }) => {
  const path = "/admin/money/quarter/2026-4";
  const { ahead, page, close } = await fetchedAhead(browser, installation, path);
  await expect(page.locator("main header a")).not.toHaveCount(0);
  await atRest(page);
  expect([...ahead.keys()]).toEqual([]);
  await close();
});

test("a page is prerendered, one with a scheduler prefetched, without requests to other sites", async ({
  browser,
  installation,
}) => {
  // As high as the page: scrolling starts the application.
  const high = { ...wideScreen, height: 3_000 };
  const { path } = pages.coaching;
  const { ahead, elsewhere, page, close } = await fetchedAhead(browser, installation, path, high);
  await painted(page);
  await page.locator(`main a[href="${pages.voicePiano.path}"]`).first().hover();
  await expect.poll(() => ahead.get(pages.voicePiano.path)).toBe("prefetch;prerender");
  await page.locator(`main a[href="${pages.bookVoicePiano.path}"]`).hover();
  await expect.poll(() => ahead.get(pages.bookVoicePiano.path)).toBe("prefetch");
  expect(elsewhere).toEqual([]);
  await close();
});

test("once hydrated, the application prefetches pages and the browser does not", async ({
  page,
  guard,
}) => {
  await openAndMove(page, pages.coaching.path);
  const link = page.locator(`main a[href="${pages.voicePiano.path}"]`).first();
  await link.hover();
  const next = () => guard.requests.filter(({ path }) => path.includes("voice-piano-services"));
  await expect.poll(() => next().some(({ path }) => path.endsWith(".js"))).toBe(true);
  await link.click();
  await expect(page).toHaveURL(pages.voicePiano.path);
  expect(next().filter(({ path }) => path === pages.voicePiano.path)).toEqual([]);
});

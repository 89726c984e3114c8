import { pages } from "#app/content/pages.ts";
import { wideScreen, expect, painted, test, hydrateByMoving } from "./support/fixtures.ts";

/*
 * What is made ready while somebody rests on a link. A browser says with the request what it means to do; it opens
 * such a page only where no test watches it, so how long the click then takes is seen in `npm run bench`.
 */

test.use({ viewport: wideScreen });

test("a page is prerendered, one with a scheduler prefetched, without requests to other sites", async ({
  browser,
  installation,
}) => {
  // Whose requests are watched by a guard gets nothing ahead.
  const context = await browser.newContext({
    viewport: wideScreen,
    baseURL: installation.site.url,
  });
  const purposes = new Map<string, string | undefined>();
  context.on("request", (request) => purposes.set(request.url(), request.headers()["sec-purpose"]));
  const page = await context.newPage();
  await page.goto(pages.coaching.path);
  await painted(page);
  await page.getByRole("banner").getByRole("link", { name: pages.about.name, exact: true }).hover();
  await expect
    .poll(() => purposes.get(installation.site.url + pages.about.path))
    .toBe("prefetch;prerender");
  await page.locator(`main a[href="${pages.bookVoicePiano.path}"]`).hover();
  await expect
    .poll(() => purposes.get(installation.site.url + pages.bookVoicePiano.path))
    .toBe("prefetch");
  expect([...purposes.keys()].filter((url) => !url.startsWith(installation.site.url))).toEqual([]);
  await context.close();
});

test("once hydrated, the application prefetches pages and the browser does not", async ({
  page,
  guard,
}) => {
  await page.goto(pages.coaching.path);
  await hydrateByMoving(page);
  await page.getByRole("banner").getByRole("link", { name: pages.about.name, exact: true }).hover();
  const about = () => guard.requests.filter(({ path }) => path.includes("about"));
  await expect.poll(() => about().some(({ path }) => path.endsWith(".js"))).toBe(true);
  await page.getByRole("banner").getByRole("link", { name: pages.about.name, exact: true }).click();
  await expect(page).toHaveURL(pages.about.path);
  expect(about().filter(({ path }) => path === pages.about.path)).toEqual([]);
});

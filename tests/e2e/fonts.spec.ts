import { expect, test, webFontsShown } from "./support/fixtures.ts";

/*
 * Text is painted in fallback fonts first and in the web fonts right after; from the second
 * page on in these at once.
 */

test("web fonts load after the first paint, and are there at once on the next page", async ({
  page,
}) => {
  await page.goto("/about");
  await webFontsShown(page);
  const [painted, asked] = await page.evaluate(() => [
    performance.getEntriesByName("first-contentful-paint")[0]!.startTime,
    Math.min(
      ...performance
        .getEntriesByType("resource")
        .filter(({ name }) => name.endsWith(".woff2"))
        .map(({ startTime }) => startTime),
    ),
  ]);
  expect(asked).toBeGreaterThan(painted!);
  await page.goto("/coaching", { waitUntil: "commit" });
  await expect(page.locator("style#web-fonts")).toHaveAttribute("media", "all");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the stylesheet alone loads the web fonts", async ({ page, guard }) => {
    await page.goto("/about");
    await expect
      .poll(() => guard.requests.filter(({ path }) => path.endsWith(".woff2")).length)
      .toBe(2);
  });
});

import { content } from "../../app/content/content.ts";
import { pages } from "../../app/content/pages.ts";
import { expect, test } from "./support/fixtures.ts";

/* What a visitor gets who prints a page, from a dark screen too. */

test("pages print dark on white, without buttons or fields", async ({ page }) => {
  for (const { path } of [pages.home, pages.ameb, pages.livePiano])
    await test.step(path, async () => {
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      await page.goto(path);
      const colours = await page.evaluate(() => {
        const printed = Array.from(document.querySelectorAll("body, main *")).filter((element) =>
          element.checkVisibility(),
        );
        return {
          behind: [...new Set(printed.map((element) => getComputedStyle(element).backgroundColor))],
          ink: getComputedStyle(document.body).color,
        };
      });
      expect(colours.behind.sort()).toEqual(["rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"]);
      expect(colours.ink).toBe("rgb(34, 27, 22)");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(
        page.locator("button, .button, form, input, header, footer").filter({ visible: true }),
      ).toHaveCount(0);
    });
});

test("all six testimonials print within the page's width, with the whole line motif", async ({
  page,
}) => {
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 700, height: 1000 });
  await page.goto("/");
  const row = (await page.getByRole("list", { name: "Testimonials" }).boundingBox())!;
  for (const { author } of content().testimonials.items) {
    const said = (await page.getByRole("listitem").filter({ hasText: author }).boundingBox())!;
    expect(said.x, author).toBeGreaterThanOrEqual(row.x);
    expect(said.x + said.width, author).toBeLessThanOrEqual(row.x + row.width + 1);
  }
  expect(
    await page
      .locator(".draw")
      .first()
      .evaluate((line) => line.getAnimations({ subtree: true }).length),
  ).toBe(0);
});

test("a lazy picture that was never scrolled to prints, and is there afterwards", async ({
  page,
}) => {
  await page.goto("/");
  const pictures = () =>
    page.evaluate(() =>
      Array.from(document.querySelectorAll<HTMLImageElement>("main img"), (image) => ({
        there: image.complete && image.naturalWidth > 0,
        drawn: image.checkVisibility(),
      })),
    );
  expect((await pictures()).filter(({ there, drawn }) => drawn && !there).length).toBeGreaterThan(
    0,
  );
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  expect((await pictures()).filter(({ there, drawn }) => drawn && !there)).toEqual([]);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect
    .poll(async () => (await pictures()).every(({ there, drawn }) => there && drawn))
    .toBe(true);
});

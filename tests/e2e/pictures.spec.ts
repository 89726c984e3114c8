import type { Page } from "@playwright/test";
import { atRest, expect, hydrateByMoving, test } from "./support/fixtures.ts";

/* A picture that does not come becomes the placeholder, 600×400. */

const placeholder = "/pictures/placeholder.svg";
const drawn = /\/pictures\/.*\.(avif|webp)$/;

/** What each picture of the page shows, once it has tried to load. */
async function shown(page: Page): Promise<{ path: string; ratio: number }[]> {
  return page.locator("main img").evaluateAll((images) =>
    Promise.all(
      (images as HTMLImageElement[]).map(async (image) => {
        image.loading = "eager";
        await image.decode().catch(() => {});
        const { naturalWidth: width, naturalHeight: height, currentSrc } = image;
        const ratio = Math.round((100 * width) / height) / 100;
        return { path: currentSrc && new URL(currentSrc).pathname, ratio };
      }),
    ),
  );
}

const lost = { path: placeholder, ratio: 1.5 };

test("pictures come, and those that do not become placeholders, before hydration and after it", async ({
  page,
  guard,
}) => {
  guard.expectConsole(/status of 404/);
  await page.goto("/about");
  const paths = (await shown(page)).map(({ path }) => path);
  expect(paths).toHaveLength(5);
  for (const path of paths) expect(path).toMatch(drawn);
  await page.route(drawn, (route) => route.fulfill({ status: 404 }));
  await page.goto("/");
  const portrait = page.getByRole("img", { name: /^Portrait of/ });
  await expect(portrait).toHaveAttribute("src", placeholder);
  await expect(portrait).toBeVisible();
  await page.goto("/about");
  await expect.poll(() => shown(page)).toEqual(Array.from({ length: 5 }, () => lost));
  await hydrateByMoving(page);
  await expect.poll(() => shown(page)).toEqual(Array.from({ length: 5 }, () => lost));
  await page.getByRole("banner").getByRole("link", { name: "Coaching" }).first().click();
  await expect(page).toHaveURL("/coaching");
  await expect.poll(() => shown(page)).toEqual(Array.from({ length: 4 }, () => lost));
});

test("a placeholder that does not come either is not asked for again and again", async ({
  page,
  guard,
}) => {
  guard.expectConsole(/status of 404/);
  await page.route(/\/pictures\//, (route) => route.fulfill({ status: 404 }));
  await page.goto("/about");
  await shown(page);
  await atRest(page);
  const asked = guard.requests.filter(({ path }) => path === placeholder).length;
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThanOrEqual(5);
});

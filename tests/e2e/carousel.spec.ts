import type { Page } from "@playwright/test";
import { slideShown, testimonialRow } from "./support/carousel.ts";
import { expect, onEachScreen, test, hydrateByMoving } from "./support/fixtures.ts";

/* The row of testimonials. */

const press = (page: Page, which: "Next" | "Previous") =>
  page.getByRole("button", { name: `${which} testimonial` }).click();

onEachScreen(() => {
  test("the buttons show one testimonial after another, and wrap around at both ends", async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/");
    await hydrateByMoving(page);
    for (const shown of [1, 2, 3, 4, 5, 0]) {
      await press(page, "Next");
      await expect.poll(() => slideShown(page)).toBe(shown);
    }
    for (const shown of [5, 4]) {
      await press(page, "Previous");
      await expect.poll(() => slideShown(page)).toBe(shown);
    }
  });

  test("every click counts, even while the row is still moving", async ({ page }) => {
    await page.goto("/");
    await hydrateByMoving(page);
    for (let clicks = 0; clicks < 3; clicks++) await press(page, "Next");
    await expect.poll(() => slideShown(page)).toBe(3);
    await press(page, "Next");
    await press(page, "Previous");
    await expect.poll(() => slideShown(page)).toBe(3);
  });
});

test.describe("with JavaScript off", () => {
  test.use({ javaScriptEnabled: false });

  test("the row scrolls by keyboard, and never by itself", async ({ page }) => {
    await page.goto("/");
    const track = testimonialRow(page);
    await track.focus();
    expect(await slideShown(page)).toBe(0);
    await track.press("ArrowRight");
    await expect.poll(() => slideShown(page)).toBe(1);
  });
});

import type { Page } from "@playwright/test";
import { slideShown, testimonialRow } from "./support/carousel.ts";
import { expect, phone, test, openAndMove } from "./support/fixtures.ts";

/* The row of testimonials, and that of the pictures on the about page. */

const press = (page: Page, which: "Next" | "Previous") =>
  page.getByRole("button", { name: `${which} testimonial` }).click();

test.describe("on a phone", () => {
  test.use({ viewport: phone });

  test("the buttons show one testimonial after another, each click counts, and they wrap around at both ends", async ({
    page,
  }) => {
    await openAndMove(page, "/");
    for (let clicks = 0; clicks < 3; clicks++) await press(page, "Next");
    await expect.poll(() => slideShown(page)).toBe(3);
    await press(page, "Next");
    await press(page, "Previous");
    await expect.poll(() => slideShown(page)).toBe(3);

    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const shown of [4, 5, 0]) {
      await press(page, "Next");
      await expect.poll(() => slideShown(page)).toBe(shown);
    }
    for (const shown of [5, 4]) {
      await press(page, "Previous");
      await expect.poll(() => slideShown(page)).toBe(shown);
    }
  });
});

test("each picture of the about page is shown whole by its buttons", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openAndMove(page, "/about");
  const row = page.getByRole("list", { name: "Pictures" });
  await expect(row.getByRole("listitem").first()).toHaveAccessibleName(/^1 of \d$/);
  /** How much of each picture is seen, from 0 to 1, and how far the row has scrolled. */
  const seen = () =>
    row.evaluate((track) => {
      const { left, right } = track.getBoundingClientRect();
      return {
        parts: Array.from(track.children, (slide) => {
          const box = slide.getBoundingClientRect();
          const inside = Math.min(box.right, right) - Math.max(box.left, left);
          return Math.max(0, Math.round((100 * inside) / box.width) / 100);
        }),
        at: Math.round(track.scrollLeft),
      };
    });
  for (const width of [390, 820, 1920])
    await test.step(`${width} px wide`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await row.evaluate((track) => track.scrollTo({ left: 0, behavior: "instant" }));
      await expect.poll(async () => (await seen()).at).toBe(0);
      const whole = new Set<number>();
      const places = [(await seen()).at];
      const collect = async () => {
        const { parts } = await seen();
        for (const [picture, part] of parts.entries()) if (part === 1) whole.add(picture);
      };
      await collect();
      do {
        await page.getByRole("button", { name: "Next picture" }).click();
        await expect.poll(async () => (await seen()).at).not.toBe(places.at(-1));
        places.push((await seen()).at);
        await collect();
      } while (places.at(-1) !== places[0]);
      expect([...whole]).toEqual([0, 1, 2, 3]);
      await page.getByRole("button", { name: "Previous picture" }).click();
      await expect.poll(async () => (await seen()).at).toBe(places.at(-2));
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

import type { Page } from "@playwright/test";
import { wideScreen, expect, phone, test, webFontsShown, openAndMove } from "./support/fixtures.ts";

/* The header: the panel of small screens, and the entry that is active. */

const opener = (page: Page) => page.getByRole("button", { name: "Open main menu" });
const panel = (page: Page) => page.getByRole("dialog", { name: "Main menu" });
/** An entry as it stands in the page, whether its menu is open or not. */
const entry = (page: Page, name: string) =>
  page
    .locator("header nav li a:visible, header dialog nav li a")
    .filter({ hasText: new RegExp(`^${name}$`) })
    .first();

async function openPanel(page: Page): Promise<void> {
  await opener(page).click();
  await expect(panel(page)).toBeVisible();
}

test.describe("the menu of a small screen", () => {
  test.use({ viewport: phone });

  test("it slides in from the right beside Book, 300 px wide, and 400 px from the small breakpoint", async ({
    page,
  }) => {
    await page.goto("/about");
    const book = page.getByRole("banner").getByRole("link", { name: "Book", exact: true });
    for (const [screen, width] of [
      [320, 300],
      [639, 300],
      [640, 400],
      [900, 400],
    ] as const) {
      await page.setViewportSize({ width: screen, height: 844 });
      await expect(book).toBeInViewport({ ratio: 1 });
      await expect(opener(page)).toBeInViewport({ ratio: 1 });
      await openPanel(page);
      await expect
        .poll(() => panel(page).boundingBox())
        .toMatchObject({ x: screen - width, y: 0, width, height: 844 });
      await page.keyboard.press("Escape");
      await expect(panel(page)).toBeHidden();
    }
    await book.click();
    await expect(page).toHaveURL("/book");
    await page.setViewportSize(wideScreen);
    await expect(opener(page)).toBeHidden();
  });

  test("it closes on Escape, its button, links to this page and others, and by going back", async ({
    page,
  }) => {
    await page.goto("/");
    await openPanel(page);
    await page.keyboard.press("Escape");
    await expect(panel(page)).toBeHidden();
    await expect(opener(page)).toBeFocused();
    await openPanel(page);
    await panel(page).getByRole("button", { name: "Close menu" }).click();
    await expect(panel(page)).toBeHidden();
    await expect(opener(page)).toBeFocused();
    await openPanel(page);
    await panel(page).getByRole("link", { name: "Book Now" }).click();
    await expect(page).toHaveURL("/book");
    await page.goBack();
    await expect(panel(page)).toBeHidden();
    await openPanel(page);
    await panel(page).getByRole("link", { name: "Contact" }).click();
    await expect(panel(page)).toBeHidden();
    await expect(page).toHaveURL("/#contact");
    await expect(page.getByRole("heading", { name: "Write to me" })).toBeInViewport();

    await openAndMove(page, "/live-piano-services/quote-confirmation");
    await openPanel(page);
    await panel(page).getByRole("link", { name: "Home" }).click();
    await expect(page).toHaveURL("/");
    await expect(panel(page)).toBeHidden();
    await openPanel(page);
    await panel(page).getByRole("link", { name: "Home" }).click();
    await expect(panel(page)).toBeHidden();
    await openPanel(page);
    await page.goBack();
    await expect(page).toHaveURL("/live-piano-services/quote-confirmation");
    await expect(panel(page)).toBeHidden();
  });

  test.describe("with JavaScript off", () => {
    test.use({ javaScriptEnabled: false });

    test("it opens, and its links work", async ({ page }) => {
      await page.goto("/live-piano-services/quote-confirmation");
      await openPanel(page);
      await panel(page).getByRole("link", { name: "Home" }).click();
      await expect(page).toHaveURL("/");
      await expect(panel(page)).toBeHidden();
    });
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: phone });

  test("Home is active at the top, and Contact while its section crosses the middle", async ({
    page,
  }) => {
    await openAndMove(page, "/");
    await webFontsShown(page);
    await expect(entry(page, "Home")).toHaveAttribute("aria-current", "page");
    await expect(entry(page, "Contact")).not.toHaveAttribute("aria-current");
    // The section's upper edge this far below the middle of the window; then its lower edge.
    const place = (edge: "top" | "bottom", below: number) =>
      page.locator("#contact").evaluate(
        (section, [side, offset]) =>
          scrollBy({
            top: section.getBoundingClientRect()[side] - innerHeight / 2 - offset,
            behavior: "instant",
          }),
        [edge, below] as const,
      );
    for (const [edge, below, active, idle] of [
      ["top", -3, "Contact", "Home"],
      ["top", 3, "Home", "Contact"],
      ["bottom", 3, "Contact", "Home"],
    ] as const) {
      await place(edge, below);
      await expect(entry(page, active)).toHaveAttribute("aria-current", "page");
      await expect(entry(page, idle)).not.toHaveAttribute("aria-current");
    }
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    await expect(entry(page, "Home")).toHaveAttribute("aria-current", "page");
    await expect(entry(page, "Contact")).not.toHaveAttribute("aria-current");
  });
});

test.describe("on a wide screen", () => {
  test.use({ viewport: wideScreen });

  test("no entry is active on a page that has none; Contact leads to its section, others to the top", async ({
    page,
  }) => {
    await openAndMove(page, "/live-piano-services/quote-confirmation");
    await expect(page.locator("header [aria-current]")).toHaveCount(0);
    const header = page.getByRole("navigation", { name: "Main", exact: true });
    await header.getByRole("link", { name: "Contact" }).click();
    await expect(page).toHaveURL("/#contact");
    await expect(page.getByRole("heading", { name: "Write to me" })).toBeInViewport();
    await expect(entry(page, "Contact")).toHaveAttribute("aria-current", "page");
    await page.getByRole("link", { name: "Breath & Key, home" }).first().click();
    await expect(page).toHaveURL("/");
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await expect(entry(page, "Home")).toHaveAttribute("aria-current", "page");
    await page.emulateMedia({ forcedColors: "active" });
    await expect(entry(page, "Contact")).toHaveCSS("border-bottom-color", "rgb(255, 255, 255)");
    await expect(entry(page, "Home")).not.toHaveCSS("border-bottom-color", "rgb(255, 255, 255)");
  });
});

import type { Page } from "@playwright/test";
import { expect, hydrated, phone, painted, test, webFontsShown } from "./support/fixtures.ts";
import { holdRequests, holdHydration, scriptsOnly } from "./support/guard.ts";

/* Light, Dark, System: kept, followed, shared between tabs, and there before the first paint. */

const light = "rgb(250, 246, 238)";
const dark = "rgb(21, 17, 14)";

const chosen = (page: Page) =>
  page.evaluate(() => ({
    shown: document.documentElement.dataset.theme,
    kept: localStorage.getItem("theme"),
  }));

/** Picks a theme with whichever switch the screen has. */
async function choose(page: Page, theme: "Light" | "Dark" | "System"): Promise<void> {
  const opener = page.getByRole("button", { name: /^(Theme|Open main menu)$/ });
  await opener.click();
  await page.getByRole("radio", { name: theme }).check();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("radio", { name: theme })).toBeHidden();
}

const paper = (page: Page) =>
  expect.poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor));

test.describe("on a phone", () => {
  test.use({ viewport: phone });

  test("each choice is stored as theme, survives a reload, and changes the colours", async ({
    page,
  }) => {
    await page.goto("/");
    await paper(page).toBe(light);
    expect(await chosen(page)).toEqual({ shown: "system", kept: null });
    await choose(page, "Dark");
    expect(await chosen(page)).toEqual({ shown: "dark", kept: "dark" });
    await paper(page).toBe(dark);
    await page.reload();
    await paper(page).toBe(dark);
    expect(await chosen(page)).toEqual({ shown: "dark", kept: "dark" });
    await choose(page, "Light");
    await page.emulateMedia({ colorScheme: "dark" });
    await paper(page).toBe(light);
    expect(await chosen(page)).toEqual({ shown: "light", kept: "light" });
    await choose(page, "System");
    await paper(page).toBe(dark);
    expect(await chosen(page)).toEqual({ shown: "system", kept: "system" });
  });
});

test("System is the default, and follows the system while the page is open", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/");
  await paper(page).toBe(dark);
  await expect(page.locator("header img[src*=wordmark-dark]").first()).toBeVisible();
  await page.emulateMedia({ colorScheme: "light" });
  await paper(page).toBe(light);
  await expect(page.locator("header img[src*=wordmark-dark]").first()).toBeHidden();
  await expect(page.locator("header img[src*=wordmark-light]").first()).toBeVisible();
});

test("a choice reaches the other tabs, and their switches show it", async ({ page, context }) => {
  await page.goto("/");
  const [other, plain] = [await context.newPage(), await context.newPage()];
  await other.goto("/login");
  await plain.goto("/book");
  await page.bringToFront();
  await choose(page, "Dark");
  for (const tab of [other, plain]) await paper(tab).toBe(dark);
  await expect(other.locator("html")).toHaveAttribute("data-theme", "dark");
  await other.bringToFront();
  await other.goto("/");
  await expect(other.locator("input[name=theme][value=dark]").first()).toBeChecked();
  await choose(other, "Light");
  await paper(page).toBe(light);
});

test("the switch works before hydration, and still shows the choice afterwards", async ({
  page,
}) => {
  const scripts = await holdRequests(page, scriptsOnly);
  await page.goto("/");
  await choose(page, "Dark");
  await paper(page).toBe(dark);
  await scripts.release();
  await hydrated(page);
  await paper(page).toBe(dark);
  for (const switched of await page.locator("input[name=theme][value=dark]").all())
    await expect(switched).toBeChecked();
});

test("a choice made during hydration is kept", async ({ page }) => {
  const takeover = await holdHydration(page);
  await page.goto("/");
  await painted(page);
  await page.mouse.move(5, 5);
  await takeover.begun();
  await choose(page, "Dark");
  await paper(page).toBe(dark);
  expect(await chosen(page)).toEqual({ shown: "dark", kept: "dark" });
  await takeover.release();
  await hydrated(page);
  expect(await chosen(page)).toEqual({ shown: "dark", kept: "dark" });
  for (const switched of await page.locator("input[name=theme][value=dark]").all())
    await expect(switched).toBeChecked();
});

test("a page is dark from its first frame if Dark is stored and the system is light", async ({
  page,
  guard,
}) => {
  guard.expectConsole(/status of 404/);
  await page.addInitScript(() => {
    localStorage.setItem("theme", "dark");
    const seen = { bodyWhenSet: true, frames: new Set<string>() };
    Object.assign(window, { seen });
    // Runs right after the script that sets it: nothing can have been painted while there is no body.
    new MutationObserver((_changes, observer) => {
      if (!document.documentElement?.dataset.theme) return;
      seen.bodyWhenSet = document.body !== null;
      observer.disconnect();
    }).observe(document, { subtree: true, childList: true, attributes: true });
    const look = () => {
      if (document.body) seen.frames.add(getComputedStyle(document.body).backgroundColor);
      requestAnimationFrame(look);
    };
    look();
  });
  for (const path of ["/", "/login", "/quotes/nothing-here"]) {
    await page.goto(path);
    // A short page is complete before its first frame.
    const seen = await page.waitForFunction(() => {
      const { bodyWhenSet, frames } = (
        window as unknown as { seen: { bodyWhenSet: boolean; frames: Set<string> } }
      ).seen;
      return frames.size > 0 && { bodyWhenSet, frames: [...frames] };
    });
    expect(await seen.jsonValue(), path).toEqual({ bodyWhenSet: false, frames: [dark] });
  }
});

test.describe("with JavaScript off", () => {
  test.use({ javaScriptEnabled: false, colorScheme: "dark" });

  test("the page follows the system", async ({ page }) => {
    await page.goto("/");
    await paper(page).toBe(dark);
    await expect(page.locator("header img[src*=wordmark-dark]").first()).toBeVisible();
  });
});

test.describe("on a wide screen", () => {
  test("the switch opens beside its button and offers Light, Dark and System", async ({ page }) => {
    await page.goto("/");
    await webFontsShown(page);
    const button = page.getByRole("button", { name: "Theme" });
    await button.click();
    const choices = page.getByRole("radio");
    await expect(choices).toHaveCount(3);
    for (const name of ["Light", "Dark", "System"])
      await expect(page.getByRole("radio", { name })).toBeVisible();
    const place = (await button.boundingBox())!;
    // The toasts' own popover opens with the application, sooner or later than the click.
    const popover = page.locator(":popover-open").filter({ has: choices });
    const panel = (await popover.boundingBox())!;
    expect(panel.y).toBeGreaterThanOrEqual(place.y);
    expect(panel.y - place.y - place.height).toBeLessThan(40);
    expect(panel.x).toBeLessThan(place.x + place.width);
    expect(panel.x + panel.width).toBeGreaterThan(place.x);
    await page.mouse.click(200, 500);
    await expect(choices.first()).toBeHidden();
  });
});

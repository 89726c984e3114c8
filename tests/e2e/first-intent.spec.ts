import type { Page } from "@playwright/test";
import {
  atRest,
  expect,
  hydrateByMoving,
  hydrated,
  painted,
  phone,
  test,
  wideScreen,
} from "./support/fixtures.ts";
import { slideShown } from "./support/carousel.ts";
import { startSlowSite } from "#tests/support/slow-site.ts";
import { type Guard, holdRequests, scriptsOnly } from "./support/guard.ts";

/*
 * Nothing of the application is fetched before the visitor does something, and nothing done before
 * it has arrived is lost.
 */

for (const [intent, act] of [
  ["the pointer moves", (page) => page.mouse.move(100, 100)],
  ["a key is pressed", (page) => page.keyboard.press("Tab")],
  ["the page is tapped", (page) => page.touchscreen.tap(5, 300)],
  ["the wheel turns", (page) => page.mouse.wheel(0, 100)],
] satisfies [string, (page: Page) => Promise<void>][]) {
  test.describe(`until ${intent}`, () => {
    test.use({ hasTouch: true, viewport: intent.includes("tapped") ? phone : wideScreen });

    test("no script loads, and then the application does", async ({ page, guard }) => {
      const scripts = () =>
        guard.requests.filter(({ kind, path }) => kind === "script" || path.endsWith(".js")).length;
      await page.goto("/");
      await atRest(page);
      expect(scripts()).toBe(0);
      await act(page);
      await hydrated(page);
      expect(scripts()).toBeGreaterThan(0);
    });
  });
}

test.describe("a link to another page works by itself", () => {
  test.use({ hasTouch: true });
  const scripts = (guard: Guard) =>
    guard.requests.filter(({ path }) => path.endsWith(".js")).length;

  test.describe("on a phone", () => {
    test.use({ viewport: phone });

    test("tapping one loads no script, neither here nor on the next page", async ({
      page,
      guard,
    }) => {
      await page.goto("/about");
      await page.getByRole("banner").getByRole("link", { name: "home" }).tap();
      await expect(page).toHaveURL("/");
      await atRest(page);
      expect(scripts(guard)).toBe(0);
      await page.touchscreen.tap(5, 300);
      await hydrated(page);
    });
  });

  test.describe("on a wide screen", () => {
    test.use({ viewport: wideScreen });

    test("hovering one loads no script, hovering beside it does", async ({ page, guard }) => {
      await page.goto("/");
      const link = page.getByRole("banner").getByRole("link", { name: "About" });
      await link.hover();
      await link.focus();
      await atRest(page);
      expect(scripts(guard)).toBe(0);
      await hydrateByMoving(page);
      expect(scripts(guard)).toBeGreaterThan(0);
    });

    test("a link to a section of this page is not one", async ({ page }) => {
      await page.goto("/");
      await painted(page);
      await page.getByRole("banner").getByRole("link", { name: "Contact" }).hover();
      await hydrated(page);
    });
  });
});

test("a visitor who moves before the page has loaded gets the application at its end", async ({
  page,
  guard,
  installation,
}) => {
  const slow = await startSlowSite(installation.site.url, '<script type="text/plain"');
  guard.allow(slow.url);
  await page.goto(slow.url, { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.evaluate(() => dispatchEvent(new PointerEvent("pointermove")));
  slow.release();
  await hydrated(page);
  await slow.stop();
});

test.describe("on a phone", () => {
  test.use({ viewport: phone });

  test("the first click on a carousel button counts even before hydration", async ({ page }) => {
    const scripts = await holdRequests(page, scriptsOnly);
    await page.goto("/");
    await page.getByRole("button", { name: "Next testimonial" }).click();
    await expect(page.locator("html[data-hydrated]")).not.toBeAttached();
    expect(await slideShown(page)).toBe(0);
    await scripts.release();
    await expect.poll(() => slideShown(page)).toBe(1);
  });

  test("a dialog opened before hydration loads its calendar afterwards", async ({ page }) => {
    const scripts = await holdRequests(page, scriptsOnly);
    await page.goto("/");
    await page.getByRole("button", { name: "Book a Discovery Session" }).click();
    const dialog = page.getByRole("dialog", { name: "Book a Discovery Session" });
    await expect(dialog).toBeVisible();
    await expect(dialog.locator("iframe")).not.toBeAttached();
    await scripts.release();
    await expect(dialog.locator("iframe")).toBeVisible();
    await expect(dialog).toBeVisible();
  });
});

import { atRest, expect, hydrated, phone, test, wideScreen } from "./support/fixtures.ts";
import { slideShown } from "./support/carousel.ts";
import { startSlowSite } from "#tests/support/slow-site.ts";
import { type Guard, holdRequests, scriptsOnly } from "./support/guard.ts";

/*
 * Nothing of the application is fetched before the visitor does something, and nothing done before
 * it has arrived is lost.
 */

test.describe("with a pointer and a finger", () => {
  test.use({ hasTouch: true, viewport: phone });

  test("no script loads until somebody does something, and then the application does", async ({
    page,
    guard,
  }) => {
    const scripts = () =>
      guard.requests.filter(({ kind, path }) => kind === "script" || path.endsWith(".js")).length;
    for (const [intent, act] of Object.entries({
      "a key is pressed": () => page.keyboard.press("Tab"),
      "the page is tapped": () => page.touchscreen.tap(5, 300),
      "the wheel turns": () => page.mouse.wheel(0, 100),
      // The last: the next page would lie under it.
      "the pointer moves": () => page.mouse.move(100, 100),
    }))
      await test.step(intent, async () => {
        guard.requests.length = 0;
        await page.goto("/");
        await atRest(page);
        expect(scripts()).toBe(0);
        await act();
        await hydrated(page);
        expect(scripts()).toBeGreaterThan(0);
      });
  });
});

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

    test("hovering one loads no script, and one to a section of this page is none", async ({
      page,
      guard,
    }) => {
      await page.goto("/");
      const header = page.getByRole("banner");
      await header.getByRole("link", { name: "About" }).hover();
      await header.getByRole("link", { name: "About" }).focus();
      await atRest(page);
      expect(scripts(guard)).toBe(0);
      await header.getByRole("link", { name: "Contact" }).hover();
      await hydrated(page);
      expect(scripts(guard)).toBeGreaterThan(0);
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

  test("what is clicked before hydration counts: a carousel's button, and a dialog's calendar", async ({
    page,
  }) => {
    const scripts = await holdRequests(page, scriptsOnly);
    await page.goto("/");
    await page.getByRole("button", { name: "Next testimonial" }).click();
    await page.getByRole("button", { name: "Book a Discovery Session" }).click();
    const dialog = page.getByRole("dialog", { name: "Book a Discovery Session" });
    await expect(dialog).toBeVisible();
    await expect(page.locator("html[data-hydrated]")).not.toBeAttached();
    expect(await slideShown(page)).toBe(0);
    await expect(dialog.locator("iframe")).not.toBeAttached();
    await scripts.release();
    await expect(dialog.locator("iframe")).toBeVisible();
    await expect(dialog).toBeVisible();
    await expect.poll(() => slideShown(page)).toBe(1);
  });
});

import type { Page } from "@playwright/test";
import { sendEnquiry, undated } from "./support/admin-page.ts";
import {
  expect,
  hydrated,
  phone,
  test,
  webFontsShown,
  wideScreen,
  openHydrated,
} from "./support/fixtures.ts";
import { holdRequests, scriptsOnly } from "./support/guard.ts";
import { openAccountMenu } from "./support/admin-list.ts";
import { toastWith } from "./support/toasts.ts";

test.beforeEach(({ signInAsOwner }) => signInAsOwner());

/** Of the only booking in the list; its change causes a toast. */
async function openStatus(page: Page) {
  const family = await sendEnquiry(page, undated);
  await openHydrated(page, `/admin/ameb-bookings?q=${family.name}`);
  return page.getByRole("row").filter({ hasText: family.name }).getByRole("combobox");
}

async function toastsPlace(page: Page) {
  await expect(toastWith(page, "Status updated successfully!")).toBeVisible();
  return (await page.locator("[data-toasts]").boundingBox())!;
}

test("in the sidebar the search is on one line, an entry counts what waits, and toasts have their column", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const status = await openStatus(page);
  const entry = page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "AMEB" });
  const waiting = async () =>
    Number(/(\d+) new$/.exec((await entry.textContent()) ?? "")?.[1] ?? 0);
  const before = await waiting();
  await status.selectOption("Booked");
  const place = await toastsPlace(page);
  const main = await page.getByRole("main").boundingBox();
  expect(place.x + place.width).toBeLessThanOrEqual(main!.x);
  expect(before).toBeGreaterThan(0);
  await expect.poll(waiting).toBe(before - 1);
  const label = page
    .getByRole("complementary")
    .getByRole("button", { name: "Search clients, quotes, pages" })
    .getByText("Search clients, quotes, pages");
  await webFontsShown(page);
  const { lines, cut } = await label.evaluate((span) => ({
    lines: span.getClientRects()[0]!.height / Number.parseFloat(getComputedStyle(span).lineHeight),
    cut: span.scrollWidth > span.clientWidth,
  }));
  expect({ lines: Math.round(lines), cut }).toEqual({ lines: 1, cut: false });
});

test("on a phone every page is in the bar or behind More, and toasts stand at the top", async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await (await openStatus(page)).selectOption("Booked");
  const place = await toastsPlace(page);
  const heading = (await page.getByRole("heading", { level: 1 }).boundingBox())!;
  expect(place.y + place.height).toBeLessThanOrEqual(heading.y + heading.height);
  const bar = page.getByRole("navigation", { name: "Admin" });
  await expect(bar.locator("> ul").getByRole("link")).toHaveText([
    "Today",
    /^Diary/,
    /^Inbox/,
    /^Quotes/,
  ]);
  await bar.getByRole("button", { name: "More" }).click();
  await bar.getByRole("link", { name: "Activity" }).click();
  await expect(page).toHaveURL("/admin/activity");
  await expect(bar.getByRole("link", { name: "Activity" })).toBeHidden();
  await expect(bar.getByRole("button", { name: "More" })).toHaveAttribute("aria-current", "true");
});

for (const [place, size] of Object.entries({ "on a phone": phone, "in the sidebar": wideScreen }))
  test(`the account's menu ${place} stays open while the page wakes`, async ({ page }) => {
    await page.setViewportSize(size);
    const scripts = await holdRequests(page, scriptsOnly);
    await page.goto("/admin", { waitUntil: "commit" });
    await openAccountMenu(page);
    await scripts.release();
    await hydrated(page);
    await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
  });

test("menus open, and links lead on, in a browser without popovers", async ({ page }) => {
  await page.addInitScript(() => {
    const { prototype } = HTMLElement;
    for (const name of ["popover", "showPopover", "hidePopover", "togglePopover"])
      Reflect.deleteProperty(prototype, name);
    Reflect.deleteProperty(Element.prototype, "checkVisibility");
    const { matches } = Element.prototype;
    Element.prototype.matches = function (this: Element, selectors: string) {
      if (selectors.includes(":popover-open")) throw new SyntaxError("Unknown: :popover-open");
      return matches.call(this, selectors);
    } as typeof matches;
  });
  await page.setViewportSize(phone);
  await openHydrated(page, "/admin/quotes");
  const menu = page.locator("#more-pages");
  await page.getByRole("button", { name: /^More/ }).click();
  await expect(menu).toHaveAttribute("data-open", "");
  await page
    .getByRole("link", { name: /^Inbox/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: "Inbox", level: 1 })).toBeVisible();
  await expect(menu).not.toHaveAttribute("data-open");
});

test("a new quote or appointment asks before what was typed is lost", async ({ page }) => {
  const name = page.locator("main").getByLabel(/^Client/);
  for (const path of ["/admin/quotes/new", "/admin/diary/new"]) {
    await openHydrated(page, path);
    await name.first().fill("Tomas");
    for (const answer of ["Stay here", "Leave"]) {
      await expect(name.first()).toHaveValue("Tomas");
      await page.getByRole("link", { name: "Cancel" }).click();
      await page.getByRole("button", { name: answer }).click();
    }
    await expect(page).not.toHaveURL(path);
  }
});

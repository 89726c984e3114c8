import type { Page } from "@playwright/test";
import { sendEnquiry, undated } from "./support/admin-page.ts";
import { expect, hydrated, phone, test, webFontsShown, wideScreen } from "./support/fixtures.ts";
import { holdRequests, scriptsOnly } from "./support/guard.ts";
import { openAccountMenu } from "./support/admin-list.ts";
import { toastWith } from "./support/toasts.ts";

test.beforeEach(({ signInAsOwner }) => signInAsOwner());

test("the search field's label is on one line at 1440 px", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/admin");
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

test("an entry says how much waits behind it, and one less once it is answered", async ({
  page,
}) => {
  await page.setViewportSize(wideScreen);
  const family = await sendEnquiry(page, undated);
  await page.goto(`/admin/ameb-bookings?q=${family.name}`);
  await hydrated(page);
  const entry = page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "AMEB" });
  const counted = async () =>
    Number(/(\d+) new$/.exec((await entry.textContent()) ?? "")?.[1] ?? 0);
  const before = await counted();
  expect(before).toBeGreaterThan(0);
  await page
    .getByRole("row")
    .filter({ hasText: family.name })
    .getByRole("combobox")
    .selectOption("booked");
  await expect.poll(counted).toBe(before - 1);
});

test("on a phone every page is in the bar or behind More", async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto("/admin");
  await hydrated(page);
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

/** By the status of an exam's booking. */
async function causeToast(page: Page): Promise<void> {
  const family = await sendEnquiry(page, undated);
  await page.goto(`/admin/ameb-bookings?q=${family.name}`);
  await hydrated(page);
  await page
    .getByRole("row")
    .filter({ hasText: family.name })
    .getByRole("combobox")
    .selectOption("Booked");
  await expect(toastWith(page, "Status updated successfully!")).toBeVisible();
}

test("a toast on a phone stands at the top, away from the bar and the list", async ({ page }) => {
  await page.setViewportSize(phone);
  await causeToast(page);
  const toasts = await page.locator("[data-toasts]").boundingBox();
  const heading = await page.getByRole("heading", { level: 1 }).boundingBox();
  expect(toasts!.y + toasts!.height).toBeLessThanOrEqual(heading!.y + heading!.height);
});

test("a toast on a wide screen stands in the sidebar's column", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await causeToast(page);
  const toasts = await page.locator("[data-toasts]").boundingBox();
  const main = await page.getByRole("main").boundingBox();
  expect(toasts!.x + toasts!.width).toBeLessThanOrEqual(main!.x);
});

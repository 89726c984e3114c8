import {
  wideScreen,
  expect,
  hydrated,
  phone,
  test,
  withAndWithoutScripts,
} from "./support/fixtures.ts";
import { rowOf, sendEnquiry } from "./support/admin-page.ts";

test.beforeEach(({ signInAsOwner }) => signInAsOwner());

withAndWithoutScripts((scripts) => {
  test("a list is searched, filtered and sorted by its URL, and exported as CSV", async ({
    page,
  }) => {
    const family = await sendEnquiry(page);
    await page.goto("/admin/ameb-bookings");
    if (scripts) await hydrated(page);
    await page.getByLabel("Search bookings").fill(family.name);
    await page.getByLabel("Status").first().selectOption("Pending");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await expect(page).toHaveURL(/q=Family\+\d+.*status=pending/);
    await expect(page.getByText("1 booking", { exact: false })).toBeVisible();
    await page.getByRole("columnheader", { name: "Client Name" }).getByRole("link").click();
    await expect(page).toHaveURL(/sort=name/);
    await expect(rowOf(page, family.name)).toBeVisible();
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export CSV" }).click();
    expect((await download).suggestedFilename()).toMatch(/^ameb-bookings-\d{4}-\d\d-\d\d\.csv$/);
  });
});

test("on a phone a list can be sorted, and the current navigation entry is visible", async ({
  page,
}) => {
  await page.setViewportSize(phone);
  const family = await sendEnquiry(page);
  await page.goto("/admin/ameb-bookings");
  await page.getByLabel("Search bookings").fill(family.name);
  await page.getByLabel("Sort by").selectOption("Exam Details ↑");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page).toHaveURL(/\?sort=exam&q=Family/);
  await expect(page.getByLabel("Sort by")).toHaveValue("exam");
  await page.goto("/admin/activity");
  await expect(
    page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Activity" }),
  ).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(wideScreen);
  await page.goto("/admin/ameb-bookings");
  await expect(page.getByLabel("Sort by")).toBeHidden();
});

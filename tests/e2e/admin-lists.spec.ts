import {
  wideScreen,
  expect,
  hydrated,
  phone,
  test,
  withAndWithoutScripts,
  openHydrated,
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
    if (!scripts) await page.getByRole("button", { name: "Search", exact: true }).click();
    await expect(page).toHaveURL(/q=Family\+\d+.*status=pending/);
    await expect(page.getByText("1 booking", { exact: false })).toBeVisible();
    await page.getByRole("columnheader", { name: "Client Name" }).getByRole("link").click();
    await expect(page).toHaveURL(/sort=name/);
    await expect(rowOf(page, family.name)).toBeVisible();
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export CSV" }).click();
    expect((await download).suggestedFilename()).toMatch(/^ameb-bookings-\d{4}-\d\d-\d\d\.csv$/);
    await page.getByRole("link", { name: "Without this filter: Status" }).click();
    await expect(page).toHaveURL(/q=Family\+\d+(?!.*status=)/);
    await expect(page.getByLabel("Status").first()).toHaveValue("");
  });
});

test("on a phone a list can be sorted", async ({ page }) => {
  await page.setViewportSize(phone);
  const family = await sendEnquiry(page);
  await page.goto("/admin/ameb-bookings");
  await page.getByLabel("Search bookings").fill(family.name);
  await page.getByLabel("Sort by").selectOption("Exam Details ↑");
  await expect(page).toHaveURL(/\?q=Family.*sort=exam/);
  await expect(page.getByLabel("Sort by")).toHaveValue("exam");
  await page.setViewportSize(wideScreen);
  await page.goto("/admin/ameb-bookings");
  await expect(page.getByLabel("Sort by")).toBeHidden();
});

test.describe("while a search is typed", () => {
  test("the list follows without moving the caret, the last that was typed wins, and Back leaves it", async ({
    page,
  }) => {
    const family = await sendEnquiry(page);
    await openHydrated(page, "/admin/ameb-bookings");
    const search = page.getByLabel("Search bookings");
    await search.fill(`${family.name}9`);
    await expect(page.getByText("Nothing matches.")).toBeVisible();
    await search.press("Backspace");
    await search.press("Home");
    await expect(rowOf(page, family.name)).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "1 booking" })).toBeVisible();
    await expect(search).toBeFocused();
    expect(await search.evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(0);

    await page.goto("/admin/newsletter");
    await openHydrated(page, "/admin/ameb-bookings");
    await search.pressSequentially("nobody at all");
    await expect(page).toHaveURL(/\?q=nobody\+at\+all$/);
    await page.getByRole("link", { name: "Show everything" }).click();
    await expect(search).toHaveValue("");
    await page.goBack();
    await expect(search).toHaveValue("nobody at all");
    await page.goBack();
    await expect(page).toHaveURL(/newsletter/);

    await openHydrated(page, "/admin/ameb-bookings");
    const asked: string[] = [];
    let answerFirst = () => {};
    const firstMayAnswer = new Promise<void>((resolve) => (answerFirst = resolve));
    await page.route(/ameb-bookings\.data/, async (route) => {
      asked.push(route.request().url());
      if (asked.length === 1) await firstMayAnswer;
      // The first was given up when the second was asked for.
      await route.continue().catch(() => {});
    });
    await search.fill("nobody of that name");
    await expect.poll(() => asked.length).toBe(1);
    await search.fill(family.name);
    await expect(rowOf(page, family.name)).toBeVisible();
    answerFirst();
    await expect(search).toHaveValue(family.name);
    await expect(page).toHaveURL(/q=Family/);
  });
});

test("single keys move through a list, open a record, lead to other pages, and can be turned off", async ({
  page,
}) => {
  await openHydrated(page, "/admin/quotes?show=all");
  const record = (row: number) => page.locator("tbody tr").nth(row).getByRole("link").last();
  await page.keyboard.press("j");
  await expect(record(0)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(record(1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(record(0)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/quotes\/[\da-f-]{36}$/);
  await page.keyboard.press("g");
  await page.keyboard.press("x");
  await expect(page).toHaveURL("/admin/ameb-bookings");
  await page.keyboard.press("/");
  await expect(page.getByLabel("Search bookings")).toBeFocused();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  const shown = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await shown.getByLabel("Use single keys on this device").uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(shown).toBeHidden();
});

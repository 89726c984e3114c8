import {
  wideScreen,
  expect,
  hydrated,
  phone,
  test,
  withAndWithoutScripts,
} from "./support/fixtures.ts";
import { examDate, rowOf, sendEnquiry } from "./support/admin-page.ts";

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
  });
});

test("on a phone a list can be sorted", async ({ page }) => {
  await page.setViewportSize(phone);
  const family = await sendEnquiry(page);
  await page.goto("/admin/ameb-bookings");
  await page.getByLabel("Search bookings").fill(family.name);
  await page.getByLabel("Sort by").selectOption("Exam Details ↑");
  await expect(page).toHaveURL(/\?sort=exam&q=Family/);
  await expect(page.getByLabel("Sort by")).toHaveValue("exam");
  await page.setViewportSize(wideScreen);
  await page.goto("/admin/ameb-bookings");
  await expect(page.getByLabel("Sort by")).toBeHidden();
});

test.describe("while a search is typed", () => {
  test("the list follows, and neither focus nor caret moves", async ({ page }) => {
    const family = await sendEnquiry(page);
    await page.goto("/admin/ameb-bookings");
    await hydrated(page);
    const search = page.getByLabel("Search bookings");
    await search.fill(`${family.name}9`);
    await expect(page.getByText("Nothing matches.")).toBeVisible();
    await search.press("Backspace");
    await search.press("Home");
    await expect(rowOf(page, family.name)).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "1 booking" })).toBeVisible();
    await expect(search).toBeFocused();
    expect(await search.evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(0);
  });

  test("the last that was typed wins over an answer that comes late", async ({ page }) => {
    const family = await sendEnquiry(page);
    await page.goto("/admin/ameb-bookings");
    await hydrated(page);
    const asked: string[] = [];
    let answerFirst = () => {};
    const firstMayAnswer = new Promise<void>((resolve) => (answerFirst = resolve));
    await page.route(/ameb-bookings\.data/, async (route) => {
      asked.push(route.request().url());
      if (asked.length === 1) await firstMayAnswer;
      // The first was given up when the second was asked for.
      await route.continue().catch(() => {});
    });
    const search = page.getByLabel("Search bookings");
    await search.fill("nobody of that name");
    await expect.poll(() => asked.length).toBe(1);
    await search.fill(family.name);
    await expect(rowOf(page, family.name)).toBeVisible();
    answerFirst();
    await expect(search).toHaveValue(family.name);
    await expect(page).toHaveURL(/q=Family/);
  });

  test("Back leaves the list, and a link that clears it empties the field", async ({ page }) => {
    await page.goto("/admin/newsletter");
    await page.goto("/admin/ameb-bookings");
    await hydrated(page);
    const search = page.getByLabel("Search bookings");
    await search.pressSequentially("nobody at all");
    await expect(page).toHaveURL(/\?q=nobody\+at\+all$/);
    await page.getByRole("link", { name: "Show everything" }).click();
    await expect(search).toHaveValue("");
    await page.goBack();
    await expect(search).toHaveValue("nobody at all");
    await page.goBack();
    await expect(page).toHaveURL(/newsletter/);
  });
});

test("a month narrows a list and its export", async ({ page }) => {
  const family = await sendEnquiry(page);
  await page.goto("/admin/ameb-bookings");
  await hydrated(page);
  await page.getByLabel("Exam in").fill("2031-02");
  await expect(page.getByText("Nothing matches.")).toBeVisible();
  await page.getByLabel("Exam in").fill(examDate.slice(0, 7));
  await expect(rowOf(page, family.name)).toBeVisible();
  await expect(page.getByRole("link", { name: "Export CSV" })).toHaveAttribute(
    "href",
    `/admin/export/ameb-bookings?month=${examDate.slice(0, 7)}`,
  );
});

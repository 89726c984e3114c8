import type { Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { wideScreen, expect, hydrated, test, openHydrated } from "./support/fixtures.ts";
import { dialog, sendEnquiry } from "./support/admin-page.ts";
import { holdRequests } from "./support/guard.ts";

test.beforeEach(({ signInAsOwner }) => signInAsOwner());

/** After an enquiry of a family that no other test knows. */
async function openPalette(page: Page) {
  await page.setViewportSize(wideScreen);
  const family = await sendEnquiry(page);
  await openHydrated(page, "/admin");
  await page.keyboard.press("Control+k");
  return { family, palette: dialog(page, "Search") };
}

test("Enter in the command palette opens the first result, though it comes later", async ({
  page,
}) => {
  const { family, palette } = await openPalette(page);
  await expect(palette.getByRole("link", { name: "Quotes", exact: true })).toBeVisible();
  const results = await holdRequests(
    page,
    ({ url }) => new URL(url).pathname === "/admin/search.data",
  );
  await palette.getByRole("searchbox").fill(family.email);
  await page.keyboard.press("Enter");
  await expect(palette).toBeVisible();
  await results.release();
  await expect(page).toHaveURL(`/admin/clients/${family.email}`);
  await expect(palette).toBeHidden();
});

test("a client's page keeps phone and notes, exports all, and deletes it once the email is typed", async ({
  page,
  guard,
}) => {
  guard.expectConsole(/status of 422/);
  const family = await sendEnquiry(page);
  await openHydrated(page, `/admin/clients?q=${family.email}`);
  await page.getByRole("link", { name: family.name, exact: true }).click();
  await expect(page).toHaveURL(`/admin/clients/${family.email}`);
  await page.getByLabel("Phone").fill("0412 345 678");
  await page.getByLabel("Notes").fill("The violin is tuned low.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Phone and notes saved.")).toBeVisible();
  await page.goto("/admin/search?q=%2B61412345678");
  await page.getByRole("link", { name: family.email }).click();
  await expect(page.getByLabel("Notes")).toHaveValue("The violin is tuned low.");
  await expect(page.getByRole("button", { name: "Write" })).toBeVisible();
  await expect(page.getByText(/Exam: AMEB Grade 5 violin, 10:40 am/)).toBeVisible();

  await hydrated(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const copy = JSON.parse(readFileSync(await (await download).path(), "utf8")) as {
    bookings: { studentParentName: string }[];
  };
  expect(copy.bookings.map(({ studentParentName }) => studentParentName)).toEqual([family.name]);

  await page.getByText("Delete client data").click();
  const typed = page.getByLabel("Type the client's email to confirm");
  await typed.fill("somebody@else.example");
  await page.getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByText("That doesn't match the client's email.")).toBeVisible();
  await expect(page.getByRole("heading", { name: family.name })).toBeVisible();

  await typed.fill(family.email);
  await page.getByRole("button", { name: "Delete for good" }).click();
  await expect(
    page.getByText(/^Deleted: 1 AMEB booking, .*\d emails?, \d activity records?\.$/).first(),
  ).toBeVisible();
  await expect(page.getByText("No messages, bookings, quotes or emails yet.")).toBeVisible();
});

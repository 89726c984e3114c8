import type { Page } from "@playwright/test";
import { rowOf, sendEnquiry } from "./support/admin-page.ts";
import { expect, test, openHydrated } from "./support/fixtures.ts";

const history = (page: Page) => page.getByRole("region", { name: "History" });

test.beforeEach(({ signInAsOwner }) => signInAsOwner());

async function openBooking(page: Page, name: string): Promise<void> {
  await openHydrated(page, "/admin/ameb-bookings");
  await rowOf(page, name).getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
}

test("a stale tab is told who changed the booking and keeps what was typed; what is deleted is restored there", async ({
  page,
  context,
  guard,
}) => {
  guard.expectConsole(/status of 409|Not saved: you changed/);
  const family = await sendEnquiry(page);
  await openBooking(page, family.name);
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Works").fill("Vivaldi");
  await page.getByLabel("Venue").fill("South Bank");
  await page.getByRole("link", { name: "Inbox" }).first().click();
  await page.getByRole("button", { name: "Stay here" }).click();
  const other = await context.newPage();
  await openHydrated(other, `${page.url().split("?")[0]}?edit`);
  await other.getByLabel("Works").fill("Bartók");
  await other.getByLabel("Teacher").fill("A. Berg");
  await other.getByRole("button", { name: "Save" }).click();
  await expect(other.getByRole("link", { name: "Edit" })).toBeVisible();
  await page.bringToFront();

  await page.getByRole("button", { name: "Save" }).click();
  const refusal = /Not saved: you changed this booking in the meantime \(today/;
  await expect(page.getByRole("main").getByText(refusal)).toBeVisible();
  await expect(page.getByText("Changed meanwhile to: Bartók")).toBeVisible();
  await expect(page.getByLabel("Works")).toHaveValue("Vivaldi");
  await expect(page.getByLabel("Venue")).toHaveValue("South Bank");
  await expect(page.getByLabel("Teacher")).toHaveValue("A. Berg");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("link", { name: "Edit" })).toBeVisible();
  await expect(page.getByText("South Bank").first()).toBeVisible();
  await expect(page.getByText("A. Berg").first()).toBeVisible();

  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Confirm Delete" }).click();
  await expect(page.getByText("This booking is deleted.")).toBeVisible();
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByRole("link", { name: "Edit" })).toBeVisible();
  await expect(history(page)).toContainText("Deleted");
  await expect(history(page)).toContainText("Restored");
});

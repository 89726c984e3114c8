import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { instantOf } from "#app/values/wall-clock.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { anEntry } from "#tests/support/diary.ts";
import { theBusiness } from "#tests/support/factories.ts";
import { expectShownAccessible } from "./support/axe.ts";
import { expect, hydrated, phone, testOnOwnSite } from "./support/fixtures.ts";

/* Lessons that are paid ahead, from the sale to the parent's phone and to the end. */

const token = "theos-lesson-000000000";
const page = "/admin/clients/nora@parent.example";

async function withLesson(db: Db): Promise<void> {
  await theBusiness(db);
  const startsAt = instantOf(addDays(melbourneDay(new Date()), 14), 16 * 60)!;
  const nora = { clientName: "Nora Parent", clientEmail: "nora@parent.example" };
  await anEntry(db, { ...nora, student: "Theo", startsAt, token });
}

const test = testOnOwnSite("no rows", withLesson);

test("a package is sold in one form, pays a lesson, grows by one and ends", async ({
  page: admin,
  browser,
  baseURL,
  signInAsOwner,
}) => {
  await signInAsOwner();
  await admin.goto(page);
  await hydrated(admin);
  await admin.getByText("Sell a package").click();
  await admin.getByLabel("Package", { exact: true }).selectOption("4 x 60 min, A$360.00");
  await admin.getByLabel("Paid").selectOption("Cash");
  await admin.getByRole("button", { name: "Sell It" }).click();
  const packages = admin.getByRole("region", { name: "Packages" });
  await expect(packages.getByText("3 of 4 left")).toBeVisible();
  await expect(admin.getByText("Sell a package")).toBeVisible();
  await packages.getByText("Line by line").click();
  await expect(packages.getByText(/^1 used/).locator("..")).toContainText("4:00 pm");
  await expectShownAccessible(admin, "a package");

  const context = await browser.newContext({
    viewport: phone,
    hasTouch: true,
    isMobile: true,
    baseURL: baseURL!,
  });
  const parent = await context.newPage();
  await parent.goto(`/appointments/${token}`);
  await expect(parent.getByText("From your package: 3 of 4 left")).toBeVisible();
  await expect(parent.getByText("A$95")).toHaveCount(0);
  await parent.getByRole("link", { name: "Buy a package of sessions" }).click();
  await expectShownAccessible(parent, "packages to buy");
  const eight = parent.getByRole("listitem").filter({ hasText: "8 x 60 min, A$700.00" });
  await eight.getByRole("button", { name: "Buy it" }).click();
  await expect(parent).toHaveURL(/\/invoices\/[\w-]+$/);
  await expect(parent.getByText("Package of 8 x 60 min").first()).toBeVisible();
  await context.close();

  await packages.getByRole("link", { name: /4:00 pm/ }).click();
  await expect(admin.getByText("From a package: 3 of 4 left.")).toBeVisible();
  await expect(admin.getByText("paid already, by")).toHaveCount(0);
  await admin.goBack();
  await admin.reload();
  await hydrated(admin);
  await expect(packages.getByText("8 of 8 left")).toBeVisible();
  await packages.getByText("Line by line").last().click();
  await packages.getByRole("button", { name: "Give One More" }).click();
  await expect(packages.getByText("4 of 5 left")).toBeVisible();
  await packages.getByRole("button", { name: "End It" }).click();
  const question = admin.getByRole("dialog", { name: "End this package?" });
  await expect(question).toContainText("To give back: A$265.00");
  await question.getByRole("button", { name: "End it" }).click();
  await expect(packages.getByText("0 of 5 left")).toBeVisible();
});

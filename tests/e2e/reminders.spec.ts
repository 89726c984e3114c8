import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { expect, phone, testOn, openHydrated } from "./support/fixtures.ts";
import { openStatesSite, overdue, remindedId } from "./support/states-site.ts";

/* What the owner sees of reminders, and how she stops them and words them. */

const test = testOn(openStatesSite);

test.beforeEach(({ signInAsOwner }) => signInAsOwner());

test.describe("on a phone", () => {
  test.use({ viewport: phone });

  test("the owner pauses an invoice's reminders and takes them up again", async ({ page }) => {
    await openHydrated(page, `/admin/money/invoices/${remindedId}`);
    const reminders = page.getByRole("region", { name: "Reminders" });
    const next = reminders.locator(`time[datetime="${addDays(melbourneDay(new Date()), 7)}"]`);
    await expect(reminders).toContainText("A reminder still goes out on");
    await expect(next).toBeVisible();
    const amount = page.getByLabel("Amount (A$)");
    await amount.fill("300");
    await reminders.getByRole("button", { name: "Pause Reminders" }).click();
    await expect(reminders).toContainText("Reminders are paused.");
    await expect(next).toBeHidden();
    await reminders.getByRole("button", { name: "Resume Reminders" }).click();
    await expect(next).toBeVisible();
    // A payment that was half typed meanwhile.
    await expect(amount).toHaveValue("300");
    const history = page.getByRole("region", { name: "History" });
    await expect(history).toContainText("Reminders paused");
    await expect(history).toContainText("Reminders resumed");
    await page.goto("/admin/activity");
    await expect(page.getByRole("main")).toContainText("resumed reminders about the invoice INV-");
  });

  test("a reminder that waits for the bank is sent from Today", async ({ page }) => {
    const { id, name } = overdue;
    await page.goto(`/admin/money/invoices/${id}`);
    const panel = page.getByRole("region", { name: "Reminders" });
    await expect(panel).toContainText("A reminder waits for your bank statement.");
    await openHydrated(page, "/admin");
    const group = page.getByRole("region", { name: "Reminders waiting for your bank statement" });
    await group.getByRole("listitem").filter({ hasText: name }).getByRole("button").click();
    await expect(group.getByRole("link", { name })).toBeHidden();
    // Its job sends it, at night not before the morning.
    await page.goto(`/admin/money/invoices/${id}`);
    await expect(panel.getByText("A reminder waits for your bank statement.")).toBeHidden();
    const history = page.getByRole("region", { name: "History" });
    await expect(history).toContainText("Reminder sent anyway");
  });
});

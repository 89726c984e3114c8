import { planIssuedReminders } from "#app/features/invoices/reminder-plans.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { reminders as plannedReminders } from "#app/server/database/tables.server.ts";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { anInvoice, theBusiness } from "#tests/support/factories.ts";
import { dialog } from "./support/admin-page.ts";
import {
  expect,
  hydrated,
  phone,
  testOnOwnSite,
  wideScreen,
  withAndWithoutScripts,
} from "./support/fixtures.ts";

/* What the owner sees of reminders, and how she stops them and words them. */

/** One invoice for each of the two ways of looking. */
const ids = {
  true: "7c2f9d1a-0000-4000-8000-000000000001",
  false: "7c2f9d1a-0000-4000-8000-000000000002",
};
/** Whose reminder waits for a bank statement. */
const late = {
  true: { id: "7c2f9d1a-0000-4000-8000-000000000011", name: "Lena Late" },
  false: { id: "7c2f9d1a-0000-4000-8000-000000000012", name: "Otto Overdue" },
};
const dueOn = addDays(melbourneDay(new Date()), 10);

async function withInvoices(db: Db): Promise<void> {
  await theBusiness(db);
  for (const [index, id] of Object.values(ids).entries()) {
    const invoice = await anInvoice(db, { id, number: `INV-000${index + 1}`, dueOn });
    await db.transaction((tx) => planIssuedReminders(tx, [invoice], new Date()));
  }
  for (const [index, { id, name }] of Object.values(late).entries()) {
    const given = {
      number: `INV-001${index}`,
      buyerName: name,
      buyerEmail: `${id}@client.example`,
    };
    await anInvoice(db, { id, ...given, dueOn: "2026-03-02" });
    const step = "1-day-overdue";
    await db
      .insert(plannedReminders)
      .values({ recordKind: "invoice", recordId: id, step, dueOn: "2026-03-03" });
  }
}

const test = testOnOwnSite("no rows", withInvoices);

test.beforeEach(({ signInAsOwner }) => signInAsOwner());

withAndWithoutScripts((scripts) => {
  test.use({ viewport: scripts ? phone : wideScreen });

  test("the owner pauses an invoice's reminders and takes them up again", async ({ page }) => {
    await page.goto(`/admin/money/invoices/${ids[`${scripts}`]}`);
    if (scripts) await hydrated(page);
    const reminders = page.getByRole("region", { name: "Reminders" });
    const next = reminders.locator(`time[datetime="${addDays(dueOn, -3)}"]`);
    await expect(reminders).toContainText("A reminder still goes out on");
    await expect(next).toBeVisible();
    const amount = page.getByLabel("Amount (A$)");
    if (scripts) await amount.fill("300");
    await reminders.getByRole("button", { name: "Pause Reminders" }).click();
    await expect(reminders).toContainText("Reminders are paused.");
    await expect(next).toBeHidden();
    await reminders.getByRole("button", { name: "Resume Reminders" }).click();
    await expect(next).toBeVisible();
    // A payment that was half typed meanwhile.
    if (scripts) await expect(amount).toHaveValue("300");
    const history = page.getByRole("region", { name: "History" });
    await expect(history).toContainText("Reminders paused");
    await expect(history).toContainText("Reminders resumed");
    await page.goto("/admin/activity");
    await expect(page.getByRole("main")).toContainText("resumed reminders about the invoice INV-");
  });

  test("a reminder that waits for the bank is sent from Today", async ({ page }) => {
    const { id, name } = late[`${scripts}`];
    await page.goto(`/admin/money/invoices/${id}`);
    const panel = page.getByRole("region", { name: "Reminders" });
    await expect(panel).toContainText("A reminder waits for your bank statement.");
    await page.goto("/admin");
    if (scripts) await hydrated(page);
    const group = page.getByRole("region", { name: "Reminders waiting for your bank statement" });
    await group.getByRole("listitem").filter({ hasText: name }).getByRole("button").click();
    if (scripts) await expect(group.getByRole("link", { name })).toBeHidden();
    else await expect(page.getByText("The reminder is on its way.")).toBeVisible();
    await page.goto(`/admin/money/invoices/${id}`);
    await expect(panel).toBeHidden();
    const history = page.getByRole("region", { name: "History" });
    await expect(history).toContainText("Reminder sent anyway");
  });
});

test.describe("with JavaScript off", () => {
  test.use({ javaScriptEnabled: false });

  test("the owner words a reminder in her own way, from the standard text", async ({ page }) => {
    const name = "Invoice due soon";
    await page.goto("/admin/email-templates");
    const standard = page.getByRole("region", { name: "Standard emails" });
    await standard.getByRole("button", { name: `Write your own for ${name}` }).click();
    const form = dialog(page, "Create New Template");
    await expect(form.getByLabel("Template name")).toHaveValue(name);
    await expect(form.getByLabel("Message")).toHaveValue(/^Hi \{\{First name\}\},/);
    await expect(form).toContainText("Fits invoices.");
    await form.getByLabel("Subject").fill(`About {{invoice_number}}: ${name}`);
    await form.getByRole("button", { name: "Save Template" }).click();
    await expect(standard).toContainText(`About Invoice number: ${name}`);
    await standard.getByRole("button", { name: `Edit yours for ${name}` }).click();
    await expect(dialog(page, "Edit Template").getByLabel("Template name")).toHaveValue(name);
  });
});

test("the owner writes to an invoice's client with its fields filled in", async ({ page }) => {
  await page.goto(`/admin/money/invoices/${ids.true}`);
  await hydrated(page);
  await page.getByRole("button", { name: "Compose Email" }).click();
  await expect(page.getByLabel("Recipient")).toHaveValue("ada@client.example");
  await page.getByLabel("Message").fill("It's {{amount_due}}, please.");
  await expect(page.getByRole("region", { name: "Preview" })).toContainText(
    "It's A$775.00, please.",
  );
  await page.getByRole("button", { name: "Send Email" }).click();
  await expect(page.getByText("Email sent successfully!").first()).toBeVisible();
});

import type { Page } from "@playwright/test";
import type { Db } from "#app/server/database/db.server.ts";
import { anInvoice, aPayment, theBusiness } from "#tests/support/factories.ts";
import { emailTo } from "#tests/support/emails.ts";
import { expect, hydrated, testOnOwnSite, withAndWithoutScripts } from "./support/fixtures.ts";

/* The owner's list of invoices, and what she records on the page of each. */

const numbers = Array.from({ length: 30 }, (_, at) => `INV-${String(1001 + at)}`);
const refunded = ["INV-0401", "INV-0402"];
const dueLater = { dueOn: "2099-12-31" };

async function prepareInvoices(db: Db): Promise<void> {
  await theBusiness(db);
  for (const number of numbers)
    await anInvoice(db, { number, ...dueLater, buyerName: `Client of ${number}` });
  await anInvoice(db, { number: "INV-0100", buyerName: "Olive Overdue", dueOn: "2026-01-08" });
  const paid = await anInvoice(db, { number: "INV-0200", buyerName: "Petra Paid", total: 100_00 });
  await aPayment(db, { salesInvoiceId: paid.id, amount: 100_00 });
  for (const number of refunded) {
    const { id: salesInvoiceId } = await anInvoice(db, { number, ...dueLater });
    await aPayment(db, { salesInvoiceId });
    await aPayment(db, { salesInvoiceId, amount: -775_00, reason: "Refunded by card" });
  }
  await anInvoice(db, { number: null, kind: "balance", buyerName: "Dora Draft", dueOn: null });
  await anInvoice(db, { number: "INV-0300", buyerName: "Vera Void", voidedAt: new Date() });
}

const test = testOnOwnSite("no rows", prepareInvoices).extend<{
  invoice: { path: string; number: string };
}>({
  /** An unpaid invoice over A$775.00 that no other test touches. */
  invoice: async ({ page }, use) => {
    const number = numbers.pop()!;
    await page.goto(`/admin/money?show=all&q=${number}`);
    const path = await page.getByRole("link", { name: "View Details" }).getAttribute("href");
    await use({ path: path!, number });
  },
});

test.beforeEach(({ signInAsOwner }) => signInAsOwner());

async function open(page: Page, path: string, scripts: boolean): Promise<void> {
  await page.goto(path);
  if (scripts) await hydrated(page);
}

const recordPayment = (page: Page) => page.getByRole("button", { name: "Record payment" });
/** Of the one question that is open. */
const reason = (page: Page) => page.getByLabel("Reason").filter({ visible: true });
const badge = (page: Page, state: string) =>
  page.locator("article header").getByText(state, { exact: true });

withAndWithoutScripts((scripts) => {
  test("the rest is recorded with one click", async ({ page, invoice }) => {
    await open(page, invoice.path, scripts);
    await recordPayment(page).click();
    await expect(
      page.getByText(`Payment recorded: ${invoice.number} is paid in full.`),
    ).toBeVisible();
    await expect(badge(page, "Paid")).toBeVisible();
    await expect(
      page.getByRole("link", { name: `Receipt for tax invoice ${invoice.number}` }),
    ).toBeVisible();
  });

  test("a part-payment, the rest, an undo and a refund follow one another", async ({
    page,
    invoice,
  }) => {
    await open(page, invoice.path, scripts);
    await page.getByLabel("Amount (A$)").filter({ visible: true }).fill("300");
    await page.getByLabel("Paid by").selectOption("Cash");
    await recordPayment(page).click();
    await expect(badge(page, "Part paid")).toBeVisible();
    await expect(page.getByLabel("Amount (A$)").filter({ visible: true })).toHaveValue("475.00");
    await recordPayment(page).click();
    await expect(badge(page, "Paid")).toBeVisible();

    const history = page.getByRole("region", { name: "History" });
    await expect(history.getByText("Payment: A$300.00")).toHaveCount(1);
    await expect(history.getByText("Payment: A$475.00")).toHaveCount(1);
    await page.getByText("Undo the payment of A$300.00").click();
    await reason(page).fill("It was for another invoice");
    await page.getByRole("button", { name: "Yes, undo it" }).click();
    await expect(page.getByText("Entry undone: A$300.00 is left to pay.")).toBeVisible();
    await expect(badge(page, "Part paid")).toBeVisible();

    await page.getByText("Record a refund").click();
    const refund = page.locator("form").filter({ hasText: "Record refund" });
    await refund.getByLabel("Amount (A$)").fill("475");
    await refund.getByLabel("What for?").selectOption("It's to be paid again");
    await refund.getByLabel("Reason").fill("To another account");
    await refund.getByRole("button", { name: "Record refund" }).click();
    await expect(page.getByText("Refund recorded: A$775.00 is left to pay.")).toBeVisible();
    await expect(badge(page, "Open")).toBeVisible();
  });

  test("a refund that was only reported is credited once she says what for", async ({ page }) => {
    const number = refunded[scripts ? 0 : 1]!;
    await page.goto(`/admin/money?show=all&q=${number}`);
    await page.getByRole("link", { name: "View Details" }).click();
    if (scripts) await hydrated(page);
    await expect(badge(page, "Refunded")).toBeVisible();
    await page.getByText("Called off, or costs less: credit A$775.00").click();
    await reason(page).fill("The party is called off");
    await page.getByRole("button", { name: "Issue Credit Note" }).filter({ visible: true }).click();
    await expect(page.getByText("A credit note takes the refund off this invoice.")).toBeVisible();
    await expect(badge(page, "Credited")).toBeVisible();
  });

  test("a mistake is said beside its field, and what was typed is kept", async ({
    page,
    invoice,
    guard,
  }) => {
    guard.expectConsole(/status of 422/);
    await open(page, invoice.path, scripts);
    await page.getByLabel("Amount (A$)").fill("350,50");
    await recordPayment(page).click();
    await expect(page.locator("#payment-amount-note")).toHaveText(
      "Enter an amount, such as 775.00.",
    );
    await expect(page.getByLabel("Amount (A$)")).toHaveValue("350,50");
  });

  test("an unpaid invoice is voided with a reason", async ({ page, invoice }) => {
    await open(page, invoice.path, scripts);
    await page.getByText("Void This Invoice").click();
    await reason(page).fill("Sent to the wrong address");
    await page.getByRole("button", { name: "Yes, void it" }).click();
    await expect(badge(page, "Void")).toBeVisible();
    await expect(page.getByText("It no longer counts: Sent to the wrong address")).toBeVisible();
    await expect(recordPayment(page)).toHaveCount(0);
  });

  test("a credit note takes off what will not be paid", async ({ page, invoice }) => {
    await open(page, invoice.path, scripts);
    await page.getByText("Issue a credit note").click();
    await page.getByLabel("Amount to take off (A$)").fill("75");
    await reason(page).fill("A shorter evening");
    await page.getByRole("button", { name: "Issue credit note" }).click();
    await expect(page.getByText(/^Credit note CN-\d{4} is issued\.$/)).toBeVisible();
    const header = page.locator("article header");
    await expect(header).toContainText(/A\$700\.00\s*left of A\$775\.00/);
  });
});

test("an invoice is sent to its buyer, with the PDF attached", async ({
  page,
  invoice,
  installation,
}) => {
  await open(page, invoice.path, true);
  await page.getByRole("button", { name: "Send Invoice" }).click();
  await page.getByRole("button", { name: "Yes, send it" }).click();
  const sent = `${invoice.number} is on its way to ada@client.example.`;
  await expect(page.getByText(sent)).toBeVisible();
  await expect(page.getByRole("button", { name: "Send Again" })).toBeVisible();
  const email = await emailTo(installation.mail, "ada@client.example", new RegExp(invoice.number));
  expect(email.attachments).toHaveLength(1);
});

test("a page that is out of date records nothing, and says so", async ({
  page,
  invoice,
  context,
  guard,
}) => {
  guard.expectConsole(/status of 409|this invoice has changed/);
  await open(page, invoice.path, true);
  const other = await context.newPage();
  await open(other, invoice.path, true);
  await recordPayment(other).click();
  await expect(badge(other, "Paid")).toBeVisible();
  await recordPayment(page).click();
  await expect(
    page.getByText("this invoice has changed since you opened it").first(),
  ).toBeVisible();
  await expect(badge(page, "Paid")).toBeVisible();
});

test("a tab has the invoices in its state, and a search looks within them", async ({ page }) => {
  await page.goto("/admin/money");
  const tabs = page.getByRole("navigation", { name: "Lists of invoices" });
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  for (const [tab, name] of [
    ["Overdue", "Olive Overdue"],
    ["Paid", "Petra Paid"],
    ["Drafts", "Dora Draft"],
    ["All", "Vera Void"],
  ] as const) {
    await tabs.getByRole("link", { name: tab }).click();
    await expect(row(name)).toBeVisible();
  }
  await page.getByLabel("Search invoices").fill("olive");
  await expect(row("Vera Void")).toHaveCount(0);
  await expect(row("Olive Overdue")).toBeVisible();
});

test("what is open and what of it is overdue is said at the top", async ({ page }) => {
  await page.goto("/admin/money");
  await expect(page.getByText(/^A\$[\d,.]+ to come, of which A\$775\.00 overdue$/)).toBeVisible();
});

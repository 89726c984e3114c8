import type { Page } from "@playwright/test";
import type { Db } from "#app/server/database/db.server.ts";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { instantOf } from "#app/values/wall-clock.ts";
import { anEntry } from "#tests/support/diary.ts";
import { anInvoice, theBusiness } from "#tests/support/factories.ts";
import { expectShownAccessible } from "./support/axe.ts";
import { expect, hydrated, phone, testOnOwnSite } from "./support/fixtures.ts";

/* What the owner records on an invoice's page and from a bank statement, a client's account, and lessons paid ahead. */

const numbers = Array.from({ length: 30 }, (_, at) => `INV-${String(1001 + at)}`);
const dueLater = { dueOn: "2099-12-31" };
const family = {
  buyerName: "Nora Parent",
  buyerEmail: "nora@parent.example",
  title: "Piano lesson",
};
const lessonToken = "theos-lesson-000000000";
const today = melbourneDay(new Date());

async function prepareInvoices(db: Db): Promise<void> {
  await theBusiness(db);
  for (const number of numbers)
    await anInvoice(db, { number, ...dueLater, buyerName: `Client of ${number}` });
  const lesson = { ...family, total: 75_00, gst: null, lines: [{ text: "Lesson", amount: 75_00 }] };
  for (const [number, days] of [
    ["INV-0501", 40],
    ["INV-0502", 10],
  ] as const)
    await anInvoice(db, { ...lesson, number, issuedOn: addDays(today, -days), ...dueLater });
  await anEntry(db, {
    clientName: "Olga Parent",
    clientEmail: "olga@parent.example",
    student: "Theo",
    startsAt: instantOf(addDays(today, 14), 16 * 60)!,
    token: lessonToken,
  });
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

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

const recordPayment = (page: Page) => page.getByRole("button", { name: "Record payment" });
/** Of the one question that is open. */
const reason = (page: Page) => page.getByLabel("Reason").filter({ visible: true });
const said = (page: Page, sentence: string | RegExp) => page.getByRole("main").getByText(sentence);
const badge = (page: Page, state: string) =>
  page.locator("article header").getByText(state, { exact: true });

test("a part-payment, the rest, an undo and a refund follow one another", async ({
  page,
  invoice,
}) => {
  await open(page, invoice.path);
  await page.getByLabel("Amount (A$)").filter({ visible: true }).fill("300");
  await page.getByLabel("Paid by").selectOption("Cash");
  await recordPayment(page).click();
  await expect(badge(page, "Part paid")).toBeVisible();
  await expect(page.getByLabel("Amount (A$)").filter({ visible: true })).toHaveValue("475.00");
  await recordPayment(page).click();
  await expect(said(page, `Payment recorded: ${invoice.number} is paid in full.`)).toBeVisible();
  await expect(badge(page, "Paid")).toBeVisible();
  await expect(
    page.getByRole("link", { name: `Receipt for tax invoice ${invoice.number}` }).first(),
  ).toBeVisible();

  const history = page.getByRole("region", { name: "History" });
  await expect(history.getByText("Payment: A$300.00")).toHaveCount(1);
  await expect(history.getByText("Payment: A$475.00")).toHaveCount(1);
  await page.getByText("Undo the payment of A$300.00").click();
  await reason(page).fill("It was for another invoice");
  await page.getByRole("button", { name: "Yes, undo it" }).click();
  await expect(said(page, "Entry undone: A$300.00 is left to pay.")).toBeVisible();
  await expect(badge(page, "Part paid")).toBeVisible();

  await page.getByText("Record a refund").click();
  const refund = page.locator("form").filter({ hasText: "Record refund" });
  await refund.getByLabel("Amount (A$)").fill("475");
  await refund.getByLabel("What for?").selectOption("It's to be paid again");
  await refund.getByLabel("Reason").fill("To another account");
  await refund.getByRole("button", { name: "Record refund" }).click();
  await expect(said(page, "Refund recorded: A$775.00 is left to pay.")).toBeVisible();
  await expect(badge(page, "Open")).toBeVisible();
});

test("the owner reads a client's account, takes it as a PDF and emails it", async ({
  page,
  installation: { mail },
}) => {
  await page.goto(`/admin/clients/${family.buyerEmail}`);
  await hydrated(page);
  await page.getByRole("link", { name: "Statement of account" }).click();
  const balance = page.getByRole("row", { name: /^Balance/ });
  await expect(balance).toContainText("A$150.00");
  await expectShownAccessible(page, "a statement");
  const [pdf] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "PDF" }).click(),
  ]);
  expect(pdf.suggestedFilename()).toBe(`statement-${today}.pdf`);
  await page.getByLabel("From").fill(addDays(today, -20));
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("row", { name: /Brought forward/ })).toContainText("A$75.00");
  await page.getByRole("button", { name: "Email It" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Email it" }).click();
  await expect(page.getByText("The statement is on its way.").first()).toBeVisible();
  await mail.waitUntil((came) =>
    came.some(({ subject, attachments }) => {
      const isIt = subject?.startsWith("Statement of account to ");
      return isIt && attachments?.length === 2;
    })
      ? null
      : "No statement came.",
  );
});

test("a package is sold in one form, pays a lesson, grows by one and ends", async ({
  page: admin,
  browser,
  baseURL,
}) => {
  await admin.goto("/admin/clients/olga@parent.example");
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
  await parent.goto(`/appointments/${lessonToken}`);
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

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a line of a bank statement is booked on the invoice that is chosen, and undone on its own", async ({
    page,
    invoice: { number },
    guard,
  }) => {
    guard.expectConsole(/status of 422/);
    const main = page.getByRole("main");
    const answered = (text: string) =>
      expect(
        main.getByRole("status").or(main.getByRole("alert")).filter({ hasText: text }),
      ).toBeVisible();
    await page.goto("/admin/money/import");
    await page.getByText("Paste it instead").click();
    await page.getByLabel("Text of the statement").fill('05/11/2026,"310.00","FLOWERS","1.00"\r\n');
    await page.getByRole("button", { name: "Check the Payments" }).click();
    const line = page.getByRole("row").filter({ hasText: "FLOWERS" });
    await line.getByLabel("Pays invoice").fill("INV-9999");
    await line.getByRole("button", { name: "Book" }).click();
    await expect(line).toContainText(
      "There's no invoice with this number. Choose one from the list.",
    );
    await expect(line.getByLabel("Pays invoice")).toHaveValue("INV-9999");
    await line.getByLabel("Pays invoice").fill(`${number} · Client of ${number} · A$775.00`);
    await line.getByRole("button", { name: "Book" }).click();
    await answered(`Booked on ${number}.`);
    await expect(line.getByLabel("Pays invoice")).toHaveCount(0);
    await page
      .locator("summary")
      .filter({ hasText: /^Booked/ })
      .click();
    await expect(line).toContainText(number);
    await line.getByRole("button", { name: "Undo" }).click();
    await answered("Undone: 1 line");
    await line.getByRole("button", { name: "Not for an invoice" }).click();
    await answered("1 line set aside.");
  });
});

import type { Page } from "@playwright/test";
import type { Db } from "#app/server/database/db.server.ts";
import { anInvoice, theBusiness } from "#tests/support/factories.ts";
import { expect, hydrated, testOnOwnSite } from "./support/fixtures.ts";

/* A bank statement comes in, and what its lines pay is booked. Each test has invoices of its own. */

const path = "/admin/money/import";
const month = Array.from({ length: 40 }, (_, at) => at + 1);
const numbered = (series: number, at: number) => `${series}${String(at).padStart(3, "0")}`;

async function prepareInvoices(db: Db): Promise<void> {
  await theBusiness(db);
  for (const at of month) await anInvoice(db, { number: `INV-${numbered(1, at)}` });
  for (const number of ["INV-3001", "INV-3002", "INV-3003", "INV-3004"])
    await anInvoice(db, { number, buyerName: `Max Winterbottom${number.at(-1)}` });
  await anInvoice(db, { number: "INV-3005", voidedAt: new Date("2026-11-21T02:00:00Z") });
  for (const number of ["INV-4001", "INV-4002", "INV-4003", "INV-4004"])
    await anInvoice(db, { number, buyerName: "Grace Summers", total: 300_00 });
}

const test = testOnOwnSite("no rows", prepareInvoices);

const statement = (...rows: [day: string, amount: string, text: string][]) =>
  rows.map(([day, amount, text]) => `${day}/11/2026,"${amount}","${text}","1.00"\r\n`).join("");

const statementFile = (text: string) => ({
  name: "november.csv",
  mimeType: "text/csv",
  // As Windows writes it.
  buffer: Buffer.from(text, "latin1"),
});

async function open(page: Page, scripts = true): Promise<void> {
  await page.goto(path);
  if (scripts) await hydrated(page);
}

async function importFile(page: Page, text: string): Promise<void> {
  await page.getByLabel("CSV file").setInputFiles(statementFile(text));
  await page.getByRole("button", { name: "Check the Payments" }).click();
}

async function paste(page: Page, text: string): Promise<void> {
  const field = page.getByLabel("Text of the statement");
  if (!(await field.isVisible())) await page.getByText("Paste it instead").click();
  await field.fill(text);
  await page.getByRole("button", { name: "Check the Payments" }).click();
}

/** Forty receipts are written within the request, on a machine that has other tests to run. */
async function bookAll(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Book 40 certain" }).click();
  await expect(said(page, "40 lines booked.")).toBeVisible();
}

const group = (page: Page, name: string) =>
  page.getByRole("region", { name: new RegExp(`^${name}`) });
const lineWith = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const said = (page: Page, text: string) =>
  page
    .locator("main")
    .getByRole("status")
    .or(page.locator("main").getByRole("alert"))
    .filter({ hasText: text });

test.beforeEach(({ signInAsOwner }) => signInAsOwner());

test("a month of forty transfers is booked with two clicks, and undone with one", async ({
  page,
}) => {
  await open(page);
  const rows = month.map((at) => {
    const text = `Fast Transfer From René B INV${numbered(1, at)}`;
    return [String((at % 20) + 1).padStart(2, "0"), "+775.00", text] as [string, string, string];
  });
  await importFile(page, statement(...rows, ["21", "-12.50", "COFFEE"]));
  await expect(said(page, "40 new lines.")).toBeVisible();
  await bookAll(page);
  await expect(group(page, "Certain")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo the last 40 bookings" }).click();
  await expect(said(page, "Undone: 40 lines")).toBeVisible();
  await expect(group(page, "Certain").getByRole("row")).toHaveCount(41);
  await importFile(page, statement(...rows));
  await expect(said(page, "Nothing new: all 40 lines were imported before.")).toBeVisible();
  await bookAll(page);
});

test("what the words beside the amounts mean is asked, and a row left out is named", async ({
  page,
  guard,
}) => {
  guard.expectConsole(/status of 422/);
  const word = "REV";
  await open(page);
  await paste(
    page,
    [
      `Date,${word} text,Amount,Debit/Credit`,
      `13/11/2026,Lesson by ${word},7.00,${word}`,
      `14/11/2026,Rent ${word},300.00,DR`,
      `Pending,Lesson ${word},8.00,${word}`,
    ].join("\n"),
  );
  await expect(page.getByLabel("Debit/Credit")).toHaveValue("direction");
  await page.getByRole("button", { name: "Check the Payments" }).click();
  const meaning = page.getByLabel(`“${word.toLowerCase()}” means`);
  await expect(meaning).toHaveAccessibleDescription("Choose what this means.");
  await meaning.selectOption("Money in");
  await page.getByRole("button", { name: "Check the Payments" }).click();
  await expect(said(page, "1 new line.")).toContainText(
    'Left out: line 4 ("Pending" is not a date).',
  );
  const line = lineWith(page, `Lesson by ${word}`);
  await line.getByRole("button", { name: "Not for an invoice" }).click();
  await expect(said(page, "1 line set aside.")).toBeVisible();
});
test("what cannot be read is said beside the field, and what was pasted is kept", async ({
  page,
  guard,
}) => {
  guard.expectConsole(/status of 422/);
  await open(page);
  await paste(page, "Name,Email\nAda,ada@example.com");
  await expect(page.locator("#statement-note")).toHaveText("No column of dates was found.");
  await expect(page.getByLabel("Text of the statement")).toHaveValue(/^Name,Email/);
  await importFile(page, "PK\u0003\u0004 a spreadsheet");
  await expect(page.locator("#file-note")).toHaveText(/^This isn't a CSV file\./);
});

test.describe("with JavaScript off", () => {
  test.use({ javaScriptEnabled: false });

  test("an unknown bank's columns are asked for once", async ({ page, guard }) => {
    guard.expectConsole(/status of 422/);
    const bank = "Ledger";
    const rows = `When,${bank},Sum\r\n11/03/2026,Gift at ${bank},5.00\r\n`;
    await open(page, false);
    await importFile(page, rows);
    await page.getByLabel("When").selectOption("The date");
    await page.getByLabel(bank).selectOption("The bank's text");
    await page.getByLabel("Sum").selectOption("The amount, negative for money out");
    await page.getByRole("button", { name: "Check the Payments" }).click();
    await expect(page.locator("#order-note")).toHaveText(
      "These dates can be read both ways. Choose which comes first.",
    );
    await page.getByLabel("Dates are written").selectOption("Month first: 9/3 is 3 September");
    await page.getByRole("button", { name: "Check the Payments" }).click();
    await expect(said(page, "1 new line.")).toBeVisible();
    await expect(lineWith(page, `Gift at ${bank}`)).toContainText("3 Nov");
    await importFile(page, rows.replaceAll("11/03", "11/04"));
    await expect(said(page, "1 new line.")).toBeVisible();
    for (const day of ["3 Nov", "4 Nov"]) {
      const line = lineWith(page, `Gift at ${bank}`).filter({ hasText: day });
      await line.getByRole("button", { name: "Not for an invoice" }).click();
      await expect(said(page, "1 line set aside.")).toBeVisible();
    }
  });

  test("a line is booked on the invoice that is chosen, and undone on its own", async ({
    page,
    guard,
  }) => {
    guard.expectConsole(/status of 422/);
    const [number, text] = ["INV-4001", "FLOWERS"];
    await open(page, false);
    await paste(page, statement(["05", "310.00", text]));
    const line = lineWith(page, text);
    await line.getByLabel("Pays invoice").fill("INV-9999");
    await line.getByRole("button", { name: "Book" }).click();
    await expect(line).toContainText(
      "There's no invoice with this number. Choose one from the list.",
    );
    await expect(line.getByLabel("Pays invoice")).toHaveValue("INV-9999");
    await line.getByLabel("Pays invoice").fill(`${number} · Grace Summers · A$300.00`);
    await line.getByRole("button", { name: "Book" }).click();
    await expect(said(page, `Booked on ${number}.`)).toBeVisible();
    await expect(line.getByLabel("Pays invoice")).toHaveCount(0);
    await page
      .locator("summary")
      .filter({ hasText: /^Booked/ })
      .click();
    await expect(line).toContainText(number);
    await line.getByRole("button", { name: "Undo" }).click();
    await expect(said(page, "Undone: 1 line")).toBeVisible();
    await line.getByRole("button", { name: "Not for an invoice" }).click();
    await expect(said(page, "1 line set aside.")).toBeVisible();
  });
});

test("a page that is out of date books nothing and says so", async ({ page, context, guard }) => {
  guard.expectConsole(/status of 409|Something has changed since this page was loaded/);
  await open(page);
  await paste(page, statement(["06", "300.00", "INV4003 RENT"]));
  await expect(said(page, "1 new line.")).toBeVisible();
  await expect(page.getByLabel("Text of the statement")).toHaveValue("");
  const other = await context.newPage();
  await open(other);
  await lineWith(other, "INV4003 RENT").getByText("Something else").click();
  await lineWith(other, "INV4003 RENT").getByRole("button", { name: "Not for an invoice" }).click();
  await expect(said(other, "1 line set aside.")).toBeVisible();
  await page.getByRole("button", { name: "Book 1 certain" }).click();
  await expect(said(page, "Something has changed since this page was loaded")).toBeVisible();
  await expect(group(page, "Certain")).toHaveCount(0);
});

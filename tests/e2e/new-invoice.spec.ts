import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { Db } from "#app/server/database/db.server.ts";
import { gstRegistrations } from "#app/server/database/tables.server.ts";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { aBooking, anInvoice, aPayment, aQuote, theBusiness } from "#tests/support/factories.ts";
import { expect, hydrated, testOnOwnSite, wideScreen } from "./support/fixtures.ts";

/* Invoices that no acceptance makes, drafts, and the quarter, on a site with invoicing on. */

const quoteId = "5d1b0c7e-0000-4000-8000-0000000000a1";
const bookingId = "5d1b0c7e-0000-4000-8000-0000000000b1";
const draftId = "5d1b0c7e-0000-4000-8000-0000000000d1";
const issuedId = "5d1b0c7e-0000-4000-8000-0000000000e1";
const today = melbourneDay(new Date());

async function prepare(db: Db): Promise<void> {
  await theBusiness(db);
  await db.insert(gstRegistrations).values({ starts: "2026-07-01" });
  const exam = { serviceRequired: ["Both Exam Day & Rehearsal"], rehearsalMinutes: 30 };
  await aBooking(db, { id: bookingId, ...exam });
  await aQuote(db, { id: quoteId, slug: "from-before", acceptedAt: new Date("2026-03-01") });
  const draft = { number: null, kind: "balance", dueOn: null, total: 600_00 } as const;
  await anInvoice(db, { id: draftId, ...draft });
  await anInvoice(db, { id: issuedId, number: "SCHOOL-1", dueOn: addDays(today, 9) });
  const third = { issuedOn: "2026-09-30", number: "OLD-0001", total: 110_00 };
  const old = await anInvoice(db, { ...third, title: "=HYPERLINK(1)", buyerName: "=Bea()" });
  await aPayment(db, { salesInvoiceId: old.id, amount: 55_00, paidOn: "2026-09-30" });
}

const test = testOnOwnSite("no rows", prepare);

test.beforeEach(async ({ signInAsOwner, guard }) => {
  await signInAsOwner();
  guard.expectConsole(/422|409|Not saved/);
});

const button = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true });
const invoicePage = /\/admin\/money\/invoices\/[0-9a-f-]{36}$/;

test("an invoice for a booking starts with its prices, and goes out with a line of the owner's own", async ({
  page,
  installation,
}) => {
  await page.goto(`/admin/ameb-bookings/${bookingId}`);
  await hydrated(page);
  await page.getByRole("link", { name: "New Invoice" }).click();
  await expect(page.getByLabel("Amount 1")).toHaveValue("100.00");
  await expect(page.getByLabel("Item, line 2")).toHaveValue("Rehearsal of 30 minutes");
  await button(page, "Add a Line").click();
  await page.getByLabel("Item, line 3").fill("Parking");
  await page.getByLabel("Amount 3").fill("twelve");
  await button(page, "Remove line 2").click();
  await expect(page.getByLabel("Item, line 2")).toHaveValue("Parking");
  await button(page, "Issue and Send").click();
  await expect(page.getByText(/^The amount must be one such as/).last()).toBeVisible();
  await expect(page.getByLabel("Item, line 2")).toHaveValue("Parking");
  await page.getByLabel("Amount 2").fill("12.50");
  await expect(page.getByRole("status").getByText("A$112.50")).toBeVisible();
  await button(page, "Issue and Send").click();
  await expect(page).toHaveURL(invoicePage);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(/^INV-\d{4} for Mei Tan$/);
  const number = await heading.textContent();
  const subject = `Tax invoice ${number!.slice(0, 8)}: AMEB Grade 5 violin`;
  await installation.mail.waitUntil(() =>
    installation.mail.emails.some((email) => email.subject === subject) ? null : subject,
  );
  await page.goto(`/admin/ameb-bookings/${bookingId}`);
  const panel = page.getByRole("region", { name: "Invoices" });
  await expect(panel).toContainText(/Invoiced\s*A\$112\.50/);
  await panel.getByRole("link", { name: number!.slice(0, 8) }).click();
  await expect(page).toHaveURL(invoicePage);
});

test("an issued invoice is made out to a school, and a stale tab is told", async ({
  page,
  context,
}) => {
  const open = async (tab: Page) => {
    await tab.goto(`/admin/money/invoices/${issuedId}`);
    await hydrated(tab);
    await tab.getByText("Change These Details").click();
  };
  const copy = "accounts@kew.school.example";
  const stale = await context.newPage();
  await open(stale);
  await open(page);
  await page.getByLabel("Bill to").fill("Kew Primary School");
  await page.getByLabel("Copy to").fill("a@b.example, c@d.example");
  await button(page, "Save").click();
  await expect(page.getByLabel("Copy to")).toHaveAccessibleDescription(
    "Enter one email address, or leave it empty.",
  );
  await expect(page.getByLabel("Bill to")).toHaveValue("Kew Primary School");
  await page.getByLabel("Copy to").fill(copy);
  await page.getByLabel("Due").fill(addDays(today, 30));
  await button(page, "Save and Send").click();
  await expect(page.getByText(/^Saved, and on its way to/).last()).toBeVisible();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toContainText("for Kew Primary School");
  await expect(page.getByRole("region", { name: "History" })).toContainText(
    "Ada Client → Kew Primary School",
  );
  await stale.getByLabel("Their order number").fill("PO-4711");
  await button(stale, "Save and Send").click();
  await expect(stale.getByText(/^Not saved: these details were changed/).last()).toBeVisible();
  await expect(stale.getByLabel("Their order number")).toHaveValue("PO-4711");
  await expect(stale.getByLabel("Bill to")).toHaveValue("Kew Primary School");
  await expect(stale.getByLabel("Copy to")).toHaveValue(copy);
  await stale.goto(`/admin/sent-mail?q=${copy}`);
  await expect(stale.getByRole("row").filter({ hasText: copy })).toHaveCount(1);
});

test("a draft without a due date is on the dashboard until it is issued", async ({ page }) => {
  await page.goto(`/admin/money/invoices/${draftId}`);
  await hydrated(page);
  await page.getByLabel("Due").fill(addDays(today, -1));
  await button(page, "Issue without Sending").click();
  await expect(page.getByText(/^The due date must be tomorrow or later/).last()).toBeVisible();
  await page.getByLabel("Due").fill(addDays(today, 30));
  await button(page, "Issue without Sending").click();
  await expect(page.getByRole("main").getByText(/^INV-\d{4} is issued\.$/)).toBeVisible();
  await page.goto("/admin");
  await expect(page.locator(`main a[href="/admin/money/invoices/${draftId}"]`)).toHaveCount(0);
});

test.describe("at 1280 px", () => {
  test.use({ viewport: wideScreen });

  test("Enter in a field issues nothing", async ({ page }) => {
    await page.goto("/admin/money/new?client=ada@client.example");
    await hydrated(page);
    await expect(page.getByLabel("Client name")).toHaveValue("Ada Client");
    await page.getByLabel("What it's for").fill("Lessons");
    await page.getByLabel("Item, line 1").fill("Four lessons");
    await page.getByLabel("Amount 1").fill("360");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/admin\/money\/new/);
    await expect(page.getByText("Includes GST of A$32.73")).toBeVisible();
    await page.getByLabel("GST-free 1").check();
    await expect(page.getByText("Includes GST of A$0.00")).toBeVisible();
  });

  test("a quote accepted before invoicing was on gets its invoices when the owner says so", async ({
    page,
  }) => {
    await page.goto(`/admin/quotes/${quoteId}`);
    await hydrated(page);
    await button(page, "Create Invoices").click();
    await page.getByRole("dialog").getByRole("button", { name: "Create without sending" }).click();
    const panel = page.getByRole("region", { name: "Invoices" });
    await expect(panel.getByRole("listitem")).not.toHaveCount(0);
    await expect(panel).toContainText("A$1,200.00");
    await expect(button(page, "Create Invoices")).toHaveCount(0);
  });

  test("a quarter is marked as lodged, leads to the next one, and its file is safe to open", async ({
    page,
  }) => {
    await page.goto("/admin/money/quarter/2026-3");
    const sales = page.getByRole("region", { name: "Sales by issue date" });
    await expect(sales.getByText("A$110.00").first()).toBeVisible();
    const payments = page.getByRole("region", { name: "Payments by payment date" });
    await expect(payments.getByText("A$5.00").first()).toBeVisible();
    await expect(page.getByRole("link", { name: "Previous quarter" })).toHaveCount(0);
    await button(page, "Mark as Lodged").click();
    await expect(page.getByText(/^Marked as lodged /)).toBeVisible();
    await button(page, "Not Lodged After All").click();
    await expect(button(page, "Mark as Lodged")).toBeVisible();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      sales.getByRole("link", { name: "Export CSV" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("sales-2026-3.csv");
    expect(readFileSync(await file.path(), "utf8")).toBe(
      "\uFEFFNumber,Note,Corrects,Issued,Buyer,Total,GST,GST-Free,Paid On,Method\r\n" +
        'OLD-0001,,,2026-09-30,"=""=Bea()""",110,10,0,,PayID\r\n',
    );
    await page.getByRole("link", { name: "Next quarter" }).click();
    await expect(page).toHaveURL("/admin/money/quarter/2026-4");
  });

  test("the search finds an invoice by its number", async ({ page }) => {
    await page.goto("/admin/search?q=old-0001");
    await page.getByRole("main").getByRole("link", { name: "OLD-0001, =Bea()" }).click();
    await expect(page).toHaveURL(invoicePage);
  });
});

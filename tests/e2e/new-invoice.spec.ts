import type { Page } from "@playwright/test";
import type { Db } from "#app/server/database/db.server.ts";
import { gstRegistrations } from "#app/server/database/tables.server.ts";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { aBooking, anInvoice, aQuote, theBusiness } from "#tests/support/factories.ts";
import { expect, hydrated, testOnOwnSite } from "./support/fixtures.ts";

/* Invoices that no acceptance makes, on a site with invoicing on. */

const quoteId = "5d1b0c7e-0000-4000-8000-0000000000a1";
const bookingId = "5d1b0c7e-0000-4000-8000-0000000000b1";
const issuedId = "5d1b0c7e-0000-4000-8000-0000000000e1";
const today = melbourneDay(new Date());

async function prepare(db: Db): Promise<void> {
  await theBusiness(db);
  await db.insert(gstRegistrations).values({ starts: "2026-07-01" });
  const exam = { serviceRequired: ["Both Exam Day & Rehearsal"], rehearsalMinutes: 30 };
  await aBooking(db, { id: bookingId, ...exam });
  await aQuote(db, { id: quoteId, slug: "from-before", acceptedAt: new Date("2026-03-01") });
  await anInvoice(db, { number: "OLD-0001", issuedOn: "2026-09-30" });
  await anInvoice(db, { id: issuedId, number: "SCHOOL-1", dueOn: addDays(today, 9) });
}

const test = testOnOwnSite("no rows", prepare);

test.beforeEach(async ({ signInAsOwner, guard }) => {
  await signInAsOwner();
  guard.expectConsole(/422|409|Not saved/);
});

const button = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true });
const invoicePage = /\/admin\/money\/invoices\/[0-9a-f-]{36}$/;

test("an invoice for a booking starts with its prices, isn't issued by Enter, and goes out with a line of the owner's own", async ({
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
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/money\/new/);
  await expect(page.getByRole("status").getByText("A$112.50")).toBeVisible();
  await expect(page.getByText("Includes GST of A$10.23")).toBeVisible();
  await page.getByLabel("GST-free 2").check();
  await expect(page.getByText("Includes GST of A$9.09")).toBeVisible();
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

test("a quote accepted before invoicing was on gets its invoices, and a quarter is marked as lodged", async ({
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

  await page.goto("/admin/money/quarter/2026-3");
  await button(page, "Mark as Lodged").click();
  await expect(page.getByText(/^Marked as lodged /)).toBeVisible();
  await button(page, "Not Lodged After All").click();
  await expect(button(page, "Mark as Lodged")).toBeVisible();
});

import type { Page } from "@playwright/test";
import { addDays } from "#app/values/calendar.ts";
import { signedEvent } from "#tests/fakes/stripe.ts";
import { emailTo } from "#tests/support/emails.ts";
import { expectShownAccessible } from "./support/axe.ts";
import {
  expect,
  hydrated,
  phone,
  signOut,
  testOn,
  wideScreen,
  openHydrated,
  openAndMove,
} from "./support/fixtures.ts";
import { e2eOwner } from "./support/installation.ts";
import {
  bookingId,
  chosen,
  family,
  issuedId,
  lessonToken,
  openMoneySite,
  quoteId,
  recorded,
  today,
} from "./support/money-site.ts";
import { accept, tickAddOns, expectThanks } from "./support/quote-page.ts";

/*
 * From the client's "Accept" to money in the bank; invoices that no acceptance makes; what the owner records; a
 * client's account, and lessons paid ahead.
 */

const test = testOn(openMoneySite);

const button = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true });
const invoicePage = /\/admin\/money\/invoices\/[0-9a-f-]{36}$/;
const recordPayment = (page: Page) => page.getByRole("button", { name: "Record payment" });
/** Of the one question that is open. */
const reason = (page: Page) => page.getByLabel("Reason").filter({ visible: true });
const said = (page: Page, sentence: string | RegExp) => page.getByRole("main").getByText(sentence);
const badge = (page: Page, state: string) =>
  page.locator("article header").getByText(state, { exact: true });

test("a client accepts on a phone, gets the invoice by email, pays, and gets a receipt", async ({
  page,
  installation: { mail },
  quote,
  signInAsOwner,
}) => {
  await page.setViewportSize(phone);
  await openAndMove(page, quote.link);
  await tickAddOns(page, { rehearsal: false, extraHour: true });
  await accept(page);
  await expectThanks(page);

  const confirmation = await emailTo(mail, quote.clientEmail, /^Your booking conf/);
  expect(confirmation.text).toContain("How to pay");
  const files = confirmation.attachments.flatMap(({ filename }) => filename ?? []).toSorted();
  expect(files).toEqual([
    expect.stringMatching(/^INV-\d{4}\.pdf$/),
    "booking-confirmation.pdf",
    "invite.ics",
  ]);
  const number = files[0]!.replace(".pdf", "");
  await emailTo(mail, e2eOwner.email, new RegExp(`^Quote accepted by ${quote.clientName}$`));

  const link = /http\S+\/invoices\/[\w-]{22}/.exec(confirmation.html!)![0];
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("A$775.00");
  const reference = number.replace("-", "");
  const main = page.getByRole("main");
  for (const fact of ["pay@breath-and-key.example", "063-000", "12345678", reference])
    await expect(main.getByText(fact, { exact: true })).toBeVisible();

  await page.setViewportSize(wideScreen);
  await signInAsOwner();
  await openHydrated(page, "/admin/money/import");
  await page.getByText("Paste it instead").click();
  await page
    .getByLabel("Text of the statement")
    .fill(
      `${today.split("-").toReversed().join("/")},"+775.00","PayID Payment ${reference}","+1.00"`,
    );
  await page.getByRole("button", { name: "Check the Payments" }).click();
  await page.getByRole("button", { name: "Book 1 certain" }).click();
  await expect(main.getByText("1 line booked.")).toBeVisible();

  await page.goto("/admin/sent-mail");
  await page.getByRole("link", { name: `Receipt for tax invoice ${number}` }).click();
  await expect(main.getByText("Queued").filter({ visible: true })).toBeVisible();

  await signOut(page);
  await page.setViewportSize(phone);
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Paid. Thank you.");
  await expect(page.getByRole("heading", { name: "How to pay" })).toHaveCount(0);
});

test("a client pays by card, and is told how it stands until the card service has reported it", async ({
  page,
  guard,
  installation,
  quote,
}) => {
  const { mail, stripe } = installation;
  guard.allow(stripe.settings.STRIPE_BASE_URL);
  await page.setViewportSize(phone);
  await openAndMove(page, quote.link);
  await accept(page);
  const confirmation = await emailTo(mail, quote.clientEmail, /^Your booking conf/);
  await openAndMove(page, /http\S+\/invoices\/[\w-]{22}/.exec(confirmation.html!)![0]);
  await page.getByRole("button", { name: "Pay A$600.00 by card" }).click();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  const waiting = page.getByRole("heading", { name: "Thank you, your payment is on its way" });
  await expect(waiting).toBeVisible();
  await expect(page.getByRole("button", { name: /by card/ })).toHaveCount(0);
  await page.getByRole("link", { name: "Check again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("A$600.00");

  const { body, headers } = signedEvent(stripe.pay(stripe.sessions.at(-1)!));
  const hook = new URL("/hooks/stripe", installation.site.url);
  const json = { "Content-Type": "application/json" };
  const booked = await fetch(hook, { method: "POST", headers: { ...json, ...headers }, body });
  expect(booked.status).toBe(200);
  await page.goBack();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Paid. Thank you.");
  await emailTo(mail, quote.clientEmail, /^Receipt for tax invoice /);
  await emailTo(mail, e2eOwner.email, /^A\$600\.00 by card for INV-/);
});

test.describe("what the owner does", () => {
  test.beforeEach(async ({ signInAsOwner, guard }) => {
    await signInAsOwner();
    guard.expectConsole(/422|409|Not saved/);
  });

  test("an invoice for a booking starts with its prices, and is issued with her own line, not by Enter", async ({
    page,
    installation,
  }) => {
    await openHydrated(page, `/admin/ameb-bookings/${bookingId}`);
    await page.getByRole("link", { name: "New Invoice" }).click();
    await expect(page.getByLabel("Amount 1")).toHaveValue("100.00");
    await expect(page.getByLabel("Item, line 2")).toHaveValue("Rehearsal of 30 minutes");
    await button(page, "Add a Line").click();
    await page.getByLabel("Item, line 3").fill("Parking");
    await page.getByLabel("Amount 3").fill("twelve");
    await button(page, "Remove line 2").click();
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
      await openHydrated(tab, `/admin/money/invoices/${issuedId}`);
      await tab.getByText("Change These Details").click();
    };
    const copy = "accounts@kew.school.example";
    const stale = await context.newPage();
    await open(stale);
    await page.bringToFront();
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
    await stale.bringToFront();
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
    await openHydrated(page, `/admin/quotes/${quoteId}`);
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

  test("a part-payment, the rest, an undo and a refund follow one another", async ({ page }) => {
    await page.goto(`/admin/money?show=all&q=${recorded}`);
    await page.getByRole("link", { name: "View Details" }).click();
    await hydrated(page);
    await page.getByLabel("Amount (A$)").filter({ visible: true }).fill("300");
    await page.getByLabel("Paid by").selectOption("Cash");
    await recordPayment(page).click();
    await expect(badge(page, "Part paid")).toBeVisible();
    await expect(page.getByLabel("Amount (A$)").filter({ visible: true })).toHaveValue("475.00");
    await recordPayment(page).click();
    await expect(said(page, `Payment recorded: ${recorded} is paid in full.`)).toBeVisible();
    await expect(badge(page, "Paid")).toBeVisible();
    await expect(
      page.getByRole("link", { name: `Receipt for tax invoice ${recorded}` }).first(),
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
    await openHydrated(page, `/admin/clients/${family.buyerEmail}`);
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
    await openHydrated(admin, "/admin/clients/olga@parent.example");
    await admin.getByText("Sell a package").click();
    await admin.getByLabel("Package", { exact: true }).selectOption("4 x 60 min, A$360.00");
    await admin.getByLabel("Paid").selectOption("Cash");
    await admin.getByRole("button", { name: "Sell It" }).click();
    const packages = admin.getByRole("region", { name: "Packages" });
    await expect(packages.getByText("3 of 4 left")).toBeVisible();
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
    await admin.bringToFront();

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
      await page
        .getByLabel("Text of the statement")
        .fill('05/11/2026,"310.00","FLOWERS","1.00"\r\n');
      await page.getByRole("button", { name: "Check the Payments" }).click();
      const line = page.getByRole("row").filter({ hasText: "FLOWERS" });
      await line.getByLabel("Pays invoice").fill("INV-9999");
      await line.getByRole("button", { name: "Book" }).click();
      await expect(line).toContainText(
        "There's no invoice with this number. Choose one from the list.",
      );
      await expect(line.getByLabel("Pays invoice")).toHaveValue("INV-9999");
      await line.getByLabel("Pays invoice").fill(`${chosen} · Client of ${chosen} · A$775.00`);
      await line.getByRole("button", { name: "Book" }).click();
      await answered(`Booked on ${chosen}.`);
      await expect(line.getByLabel("Pays invoice")).toHaveCount(0);
      await page
        .locator("summary")
        .filter({ hasText: /^Booked/ })
        .click();
      await expect(line).toContainText(chosen);
      await line.getByRole("button", { name: "Undo" }).click();
      await answered("Undone: 1 line");
      await line.getByRole("button", { name: "Not for an invoice" }).click();
      await answered("1 line set aside.");
    });
  });
});

import { extractText, getDocumentProxy } from "unpdf";
import type { Db } from "#app/server/database/db.server.ts";
import { gstRegistrations } from "#app/server/database/tables.server.ts";
import { emailTo } from "#tests/support/emails.ts";
import { signedEvent, startStripe } from "#tests/fakes/stripe.ts";
import type { ReceivedEmail } from "#tests/fakes/smtp.ts";
import { theBusiness } from "#tests/support/factories.ts";
import {
  expect,
  hydrateByMoving,
  hydrated,
  phone,
  signOut,
  testOn,
  wideScreen,
} from "./support/fixtures.ts";
import { e2eOwner, openInstallation } from "./support/installation.ts";
import { accept, tickAddOns } from "./support/quote-page.ts";

/* From the client's "Accept" to money in the bank, as client and owner see it. */

async function withInvoicing(db: Db): Promise<void> {
  await theBusiness(db);
  await db.insert(gstRegistrations).values({ starts: "2026-07-01" });
}

async function openPaidByCard() {
  const stripe = await startStripe();
  const installation = await openInstallation("rows", withInvoicing, stripe.settings);
  return {
    ...installation,
    stripe,
    async close() {
      await installation.close();
      await stripe.stop();
    },
  };
}

const test = testOn(openPaidByCard);

async function pdfIn({ attachments }: ReceivedEmail, name: RegExp) {
  const pdfs = attachments.filter(({ filename }) => name.test(filename ?? ""));
  expect(pdfs.map(({ mimeType }) => mimeType)).toEqual(["application/pdf"]);
  const { filename, content } = pdfs[0]!;
  const bytes = new Uint8Array(content as ArrayBuffer);
  const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true });
  return { filename, text };
}

test("a client accepts on a phone, gets the invoice by email, pays, and gets a receipt", async ({
  page,
  installation: { mail },
  quote,
  signInAsOwner,
}) => {
  await page.setViewportSize(phone);
  await page.goto(quote.link);
  await hydrateByMoving(page);
  await tickAddOns(page, { rehearsal: false, extraHour: true });
  await accept(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Thank You for Your Acceptance!",
  );

  const confirmation = await emailTo(mail, quote.clientEmail, /^Your booking conf/);
  expect(confirmation.text).toContain("How to pay");
  const { filename, text } = await pdfIn(confirmation, /^INV-/);
  const number = /INV-\d{4}/.exec(filename!)![0];
  for (const fact of [`Tax invoice ${number}`, quote.clientName, "A$775.00", "A$70.45"])
    expect(text).toContain(fact);
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
  await page.goto("/admin/money/import");
  await hydrated(page);
  await page.getByText("Paste it instead").click();
  const today = new Intl.DateTimeFormat("en-AU", { timeZone: "Australia/Melbourne" });
  await page
    .getByLabel("Text of the statement")
    .fill(`${today.format(new Date())},"+775.00","PayID Payment ${reference}","+1.00"`);
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

  await page.getByRole("link", { name: /^Balance INV-/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("due by Thursday, 13 June");
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
  await page.goto(quote.link);
  await hydrateByMoving(page);
  await accept(page);
  const confirmation = await emailTo(mail, quote.clientEmail, /^Your booking conf/);
  await page.goto(/http\S+\/invoices\/[\w-]{22}/.exec(confirmation.html!)![0]);
  await hydrateByMoving(page);
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

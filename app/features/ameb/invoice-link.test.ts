import { eq, ne } from "drizzle-orm";
import { expect } from "vitest";
import { issueNewInvoice } from "#app/features/invoices/commands.server.ts";
import { creditInvoice, voidInvoice } from "#app/features/ledger/corrections.server.ts";
import { reversePayment } from "#app/features/ledger/payments.server.ts";
import { findPublicInvoice } from "#app/features/invoices/queries.server.ts";
import { invoiceReminders } from "#app/features/invoices/reminders.server.tsx";
import type { TypedInvoice } from "#app/features/invoices/schema.ts";
import { sendDueReminders } from "#app/features/reminders/send.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { emails, salesInvoices } from "#app/server/database/tables.server.ts";
import { bookMoney } from "#tests/support/agreed-invoices.ts";
import { moneyTest } from "#tests/support/money-test.ts";
import { aBooking, NOW, owner } from "#tests/support/factories.ts";
import { findFamilyExam } from "./family.server.tsx";

/* An invoice for an exam leads to the family's page and back, for the family only. */

const typed: TypedInvoice = {
  buyerName: "Mei Tan",
  buyerEmail: "Mei@family.example",
  title: "Exam day accompanying",
  dueOn: "2026-03-17",
  lines: [{ text: "Exam day accompanying", amount: 90_00 }],
};

async function issue(db: Db, bookingId: string, given: Partial<TypedInvoice> = {}) {
  const sending = { send: true, bookingId };
  const issued = await issueNewInvoice(db, owner, { ...typed, ...given }, sending, NOW);
  if (!issued.ok) throw new Error(issued.reason);
  return issued.invoice;
}

/** Everything that is sent about an invoice, twice asked for. */
async function causeAllEmails(db: Db, bookingId: string, given: Partial<TypedInvoice> = {}) {
  const { id } = await issue(db, bookingId, given);
  await sendDueReminders(db, { invoice: invoiceReminders }, new Date("2026-03-14T00:00:00Z"));
  const paid = await bookMoney(db, id, { amount: 90_00 }, NOW);
  if (!paid.ok) throw new Error(paid.reason);
  await db.update(emails).set({ state: "sent" });
  await db.transaction((tx) => reversePayment(tx, paid.payment.id, "Another's", owner.email, NOW));
  await creditInvoice(db, owner, id, { amount: 20_00, reason: "", tell: true }, NOW);
  const wrong = await issue(db, bookingId, given);
  await db.update(emails).set({ state: "sent" });
  await voidInvoice(db, owner, wrong.id, "Typed twice", NOW, true);
  return id;
}

const kinds = [
  "credit-note",
  "invoice",
  "invoice-cancelled",
  "invoice-reminder",
  "payment-receipt",
  "receipt-correction",
];

moneyTest("every email about an invoice for an exam leads to the family's page", async ({ db }) => {
  const { id, pageToken } = await aBooking(db);
  await causeAllEmails(db, id);
  const sent = await db.select().from(emails).where(ne(emails.state, "expired"));
  expect([...new Set(sent.map(({ kind }) => kind))].toSorted()).toEqual(kinds);
  for (const { kind, html, text } of sent) {
    expect(text, kind).toMatch(new RegExp(`^See your exam: http\\S+/exams/${pageToken}$`, "m"));
    expect(html, kind).toContain(`/exams/${pageToken}"`);
  }
});

moneyTest("a school that pays, or gets a copy, is not shown the family's link", async ({ db }) => {
  const { id, pageToken } = await aBooking(db);
  const ofSchool = await causeAllEmails(db, id, { buyerEmail: "office@school.example" });
  const copied = await causeAllEmails(db, id, { copyEmail: "office@school.example" });
  const toSchool = eq(emails.recipient, "office@school.example");
  const sent = await db.select().from(emails).where(toSchool);
  expect(new Set(sent.map(({ kind }) => kind)).size).toBe(kinds.length);
  for (const { kind, html, text } of sent) expect(html + text, kind).not.toContain(pageToken);
  for (const invoiceId of [ofSchool, copied]) {
    const [invoice] = await db.select().from(salesInvoices).where(eq(salesInvoices.id, invoiceId));
    expect(JSON.stringify(await findPublicInvoice(db, invoice!.slug!, NOW))).not.toContain(
      pageToken,
    );
  }
});

moneyTest("a reminder of two invoices leads to each child's exam", async ({ db }) => {
  const children = [
    await aBooking(db, { candidateName: "Wei" }),
    await aBooking(db, { candidateName: "Lin", examDate: "2026-06-21" }),
  ];
  for (const { id } of children) await issue(db, id);
  await sendDueReminders(db, { invoice: invoiceReminders }, new Date("2026-03-14T00:00:00Z"));
  const [sent] = await db.select().from(emails).where(eq(emails.kind, "invoice-reminder"));
  const links = [...sent!.text.matchAll(/^See (\w+)'s exam: \S+\/(\S+)$/gm)];
  expect(links.map(([, name, token]) => [name, token])).toEqual(
    children.map(({ candidateName, pageToken }) => [candidateName, pageToken]),
  );
});

moneyTest("the family's page has the invoice with its state, which leads back", async ({ db }) => {
  const { id, pageToken } = await aBooking(db);
  const invoice = await issue(db, id);
  const shown = async () => (await findFamilyExam(db, pageToken, NOW))!.invoices;
  expect(await shown()).toMatchObject([
    { number: "INV-0001", state: "open", due: "due by Tuesday, 17 March 2026" },
  ]);
  const page = await findPublicInvoice(db, invoice.slug!, NOW);
  expect(page!.invoice.examPage).toBe(`/exams/${pageToken}`);
  await bookMoney(db, invoice.id, { amount: 90_00 }, NOW);
  expect(await shown()).toMatchObject([{ state: "paid" }]);
});

import { rmSync } from "node:fs";
import { eq, sql } from "drizzle-orm";
import { afterAll, describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import {
  amebBookings,
  bankImports,
  bankLines,
  emailAttachments,
  emails,
  invoicePdfs,
  pausedReminders,
  payments,
  quotes,
  reminders,
  salesInvoices,
} from "#app/server/database/tables.server.ts";
import { discardDraft } from "#app/features/invoices/commands.server.ts";
import { sendInvoice } from "#app/features/invoices/emails.server.tsx";
import { dbTest } from "#tests/support/db.ts";
import {
  aBooking,
  anEmail,
  anInvoice,
  aPayment,
  aQuote,
  NOW,
  owner,
} from "#tests/support/factories.ts";
import { adasEmail, eraseAda, privacyDataDir, wholeDatabase } from "#tests/support/privacy.ts";
import { exportPerson } from "./queries.server.ts";
import { eraseExpiredRecords, purgeDeletedRecords } from "./retention.server.ts";

afterAll(() => rmSync(privacyDataDir, { recursive: true, force: true }));

const issued = new Date("2026-11-21T01:00:00Z");
const at = (day: string) => new Date(`${day}T02:00:00Z`);

async function aBankLine(db: Db, given: Partial<typeof bankLines.$inferInsert> = {}) {
  const [statement] = await db
    .insert(bankImports)
    .values({ createdBy: owner.email, createdAt: issued })
    .returning();
  const [line] = await db
    .insert(bankLines)
    .values({
      importId: statement!.id,
      day: "2026-11-24",
      amount: 775_00,
      text: "Transfer from Ada Client INV0001",
      occurrence: 1,
      fingerprint: "f",
      ...given,
    })
    .returning();
  return line!;
}

/** An invoice paid by transfer and then credited, a draft, and what hangs on them. */
async function adasMoney(db: Db) {
  const quote = await aQuote(db, { acceptedAt: issued, eventDate: "2027-01-16" });
  const invoice = await anInvoice(db, { quoteId: quote.id });
  const creditNote = await anInvoice(db, {
    kind: "credit-note",
    number: "CN-0001",
    creditsId: invoice.id,
    total: 100_00,
  });
  const draft = await anInvoice(db, { kind: "balance", number: null, quoteId: quote.id });
  const line = await aBankLine(db);
  const paid = await aPayment(db, { salesInvoiceId: invoice.id, bankLineId: line.id });
  await aPayment(db, { salesInvoiceId: invoice.id, amount: -775_00, reversesId: paid.id });
  await db
    .insert(invoicePdfs)
    .values({ salesInvoiceId: invoice.id, content: Buffer.from("%PDF-") });
  const email = await anEmail(db, {
    kind: "composed",
    recipient: "Ada@Client.example",
    subject: "Your invoice",
    state: "sent",
    salesInvoiceId: invoice.id,
  });
  await db.insert(emailAttachments).values({ emailId: email.id, salesInvoiceId: invoice.id });
  const record = { recordKind: "invoice", recordId: invoice.id } as const;
  await db
    .insert(reminders)
    .values({ ...record, step: "3-days-before", dueOn: "2026-11-25", settledAt: issued });
  await db.insert(pausedReminders).values(record);
  await db
    .insert(reminders)
    .values({ recordKind: "quote", recordId: quote.id, step: "after-3-days", dueOn: "2026-11-25" });
  return { quote, invoice, creditNote, draft, line };
}

const counts = async (db: Db) => ({
  invoices: await db.$count(salesInvoices),
  payments: await db.$count(payments),
  lines: await db.$count(bankLines),
  pdfs: await db.$count(invoicePdfs),
  attachments: await db.$count(emailAttachments),
  reminders: (await db.$count(reminders)) + (await db.$count(pausedReminders)),
});

const nothing = { invoices: 0, payments: 0, lines: 0, pdfs: 0, attachments: 0, reminders: 0 };

describe("a person's money", () => {
  dbTest("is exported with invoices, payments, bank lines and reminders", async ({ db }) => {
    await adasMoney(db);
    await anInvoice(db, { number: "INV-0002", buyerEmail: "bada@client.example" });
    await aBankLine(db, { text: "Transfer from Bada", fingerprint: "g" });
    const exported = await exportPerson(db, owner, { address: adasEmail }, NOW);
    expect(exported.invoices.map(({ number }) => number).toSorted()).toEqual([
      "CN-0001",
      "INV-0001",
      null,
    ]);
    expect(exported.payments.map(({ amount }) => amount)).toEqual([775_00, -775_00]);
    expect(exported.bankLines).toMatchObject([{ text: "Transfer from Ada Client INV0001" }]);
    expect(exported.attachments).toMatchObject([{ invoice: "INV-0001" }]);
    expect(exported.reminders.planned.map(({ step }) => step)).toEqual([
      "3-days-before",
      "after-3-days",
    ]);
    expect(exported.reminders.paused).toHaveLength(1);
    expect(JSON.stringify(exported)).not.toMatch(/bada/i);
  });

  dbTest("stays when the person is erased, without its public page", async ({ db }) => {
    const { invoice, creditNote } = await adasMoney(db);
    expect(await eraseAda(db, adasEmail, issued)).toMatchObject({
      erased: { invoice: 1, email: 1, quote: 0 },
      keptQuotes: 1,
      keptInvoices: 2,
    });
    const kept = await db.select().from(salesInvoices).orderBy(salesInvoices.number);
    expect(kept).toMatchObject([
      { id: creditNote.id, slug: null },
      { id: invoice.id, slug: null, number: "INV-0001", buyerName: "Ada Client" },
    ]);
    expect(await counts(db)).toEqual({ ...nothing, invoices: 2, payments: 2, lines: 1, pdfs: 1 });
  });

  dbTest("goes with the person once the law allows it", async ({ db }) => {
    await adasMoney(db);
    expect(await eraseAda(db, adasEmail, at("2032-01-10"))).toMatchObject({ keptInvoices: 2 });
    expect(await eraseAda(db, adasEmail, at("2032-01-20"))).toMatchObject({
      erased: { quote: 1, invoice: 2 },
      keptQuotes: 0,
      keptInvoices: 0,
    });
    expect(await counts(db)).toEqual(nothing);
    expect(await wholeDatabase(db)).not.toMatch(/ada.client/i);
  });

  dbTest("gets no copies of another's invoice after an erasure", async ({ db }) => {
    const theirs = { buyerName: "Bo", buyerEmail: "bo@client.example" };
    const { id } = await anInvoice(db, { ...theirs, copyEmail: adasEmail.toUpperCase() });
    await db.transaction((tx) => sendInvoice(tx, owner, id));
    await eraseAda(db);
    expect(await wholeDatabase(db)).not.toMatch(/ada.client/i);
    expect(await db.$count(emails)).toBe(1);
  });

  dbTest("leaves no name behind where a draft was discarded before", async ({ db }) => {
    const { id } = await anInvoice(db, { number: null, title: "A party for Ada Client" });
    await discardDraft(db, owner, id, NOW);
    await eraseAda(db);
    expect(await wholeDatabase(db)).not.toMatch(/ada.client/i);
  });

  dbTest("of another buyer stays when a quote's client is erased", async ({ db }) => {
    const quote = await aQuote(db, {});
    await anInvoice(db, { quoteId: quote.id, buyerEmail: "partner@client.example" });
    expect(await eraseAda(db)).toMatchObject({ erased: { quote: 1, invoice: 0 } });
    expect(await db.select().from(salesInvoices)).toMatchObject([
      { quoteId: null, slug: "link-of-inv-0001" },
    ]);
  });
});

describe("issued invoices", () => {
  const yearsAfter = (db: Db, day: string) => eraseExpiredRecords(db, at(day));

  dbTest("go five years after the day of issue, with all that hangs on them", async ({ db }) => {
    const { invoice, quote } = await adasMoney(db);
    await db.update(quotes).set({ eventDate: null }).where(eq(quotes.id, quote.id));
    await db.execute(sql`update sales_invoices set issued_on = '2026-11-24'
      where id = ${invoice.id}`);
    expect(await yearsAfter(db, "2031-11-24")).toMatchObject({ invoice: 0 });
    expect(await yearsAfter(db, "2031-11-25")).toMatchObject({ invoice: 2 });
    // The draft belongs to an accepted quote, and that stays.
    expect(await counts(db)).toEqual({ ...nothing, invoices: 1, reminders: 1 });
  });

  dbTest("stay until five years after the last payment", async ({ db }) => {
    const { id } = await anInvoice(db);
    await aPayment(db, { salesInvoiceId: id, paidOn: "2028-03-01" });
    expect(await yearsAfter(db, "2033-02-27")).toMatchObject({ invoice: 0 });
    expect(await yearsAfter(db, "2033-03-02")).toMatchObject({ invoice: 1 });
    expect(await counts(db)).toEqual(nothing);
  });

  dbTest("stay until five years after the event", async ({ db }) => {
    const quote = await aQuote(db, { acceptedAt: issued, eventDate: "2028-06-01" });
    await anInvoice(db, { quoteId: quote.id });
    expect(await yearsAfter(db, "2033-05-30")).toMatchObject({ invoice: 0 });
    expect(await yearsAfter(db, "2033-06-03")).toMatchObject({ invoice: 1 });
  });

  dbTest("stay as long as their newest credit note", async ({ db }) => {
    const { id } = await anInvoice(db);
    const credit = { kind: "credit-note", number: "CN-0001", creditsId: id } as const;
    await anInvoice(db, { ...credit, issuedOn: "2029-01-01" });
    expect(await yearsAfter(db, "2033-12-31")).toMatchObject({ invoice: 0 });
    expect(await yearsAfter(db, "2034-01-02")).toMatchObject({ invoice: 2 });
  });

  dbTest("never keep an expired quote or a deleted booking from going", async ({ db }) => {
    const quote = await aQuote(db, { createdAt: NOW, receivedAt: NOW, eventDate: null });
    const booking = await aBooking(db, { deletedAt: NOW });
    await anInvoice(db, { quoteId: quote.id, voidedAt: NOW, voidReason: "Reversed" });
    await anInvoice(db, { number: null, quoteId: quote.id });
    await anInvoice(db, { number: "INV-0002", amebBookingId: booking.id });
    await purgeDeletedRecords(db, at("2029-01-01"));
    expect(await yearsAfter(db, "2029-01-01")).toMatchObject({ quote: 1, invoice: 1 });
    expect([await db.$count(quotes), await db.$count(amebBookings)]).toEqual([0, 0]);
    expect(await db.select().from(salesInvoices).orderBy(salesInvoices.number)).toMatchObject([
      { number: "INV-0001", quoteId: null },
      { number: "INV-0002", amebBookingId: null },
    ]);
  });

  dbTest("go in any number, however credit notes are spread", async ({ db }) => {
    await db.execute(sql`insert into sales_invoices
      (id, kind, buyer_name, buyer_email, lines, total_cents, created_by, number, issued_on,
        issued_at, seller)
      select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'other', 'Ada', 'a@b.co',
        '[]', 1, 'x', 'INV-' || n, '2020-01-01', '2020-01-01', '{}'
      from generate_series(1, 1200) n`);
    await db.execute(sql`insert into sales_invoices
      (kind, buyer_name, buyer_email, lines, total_cents, created_by, number, issued_on,
        issued_at, seller, credits_id)
      select 'credit-note', 'Ada', 'a@b.co', '[]', 1, 'x', 'CN-' || number, '2020-01-01',
        '2020-01-01', '{}', id from sales_invoices`);
    expect(await yearsAfter(db, "2026-01-01")).toMatchObject({ invoice: 2_400 });
  });
});

describe("lines of bank statements", () => {
  dbTest("that pay nothing go after two years, with their statement", async ({ db }) => {
    const { id } = await anInvoice(db);
    const paying = await aBankLine(db, { fingerprint: "pays" });
    await aPayment(db, { salesInvoiceId: id, bankLineId: paying.id });
    await aBankLine(db);
    expect(await eraseExpiredRecords(db, at("2028-11-24"))).toMatchObject({ "bank line": 0 });
    expect(await eraseExpiredRecords(db, at("2028-11-25"))).toMatchObject({ "bank line": 1 });
    expect(await db.select().from(bankLines)).toMatchObject([{ id: paying.id }]);
    expect(await db.$count(bankImports)).toBe(1);
  });
});

dbTest("reminders that are settled go after two years", async ({ db }) => {
  const reminder = { recordKind: "quote", dueOn: "2026-11-25" } as const;
  const recordId = "00000000-0000-4000-8000-000000000000";
  await db.insert(reminders).values([
    { ...reminder, recordId, step: "first", state: "sent", settledAt: issued },
    { ...reminder, recordId, step: "second" },
  ]);
  await eraseExpiredRecords(db, at("2028-11-22"));
  expect((await db.select().from(reminders)).map(({ step }) => step)).toEqual(["second"]);
});

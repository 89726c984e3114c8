import { sql, and, eq, isNotNull, isNull } from "drizzle-orm";
import { randomBytes } from "node:crypto";
import type { Db } from "#app/server/database/db.server.ts";
import type { DocumentKind } from "#app/server/database/enums.ts";
import {
  documentCounters,
  salesInvoices,
  emails,
  type InvoiceLine,
} from "#app/server/database/tables.server.ts";
import { melbourneDay, type Day } from "#app/values/calendar.ts";
import { type Cents, formatMoney } from "#app/values/money.ts";
import type { EmailKind } from "#app/features/email/model.ts";
import { expireEmails } from "#app/features/email/outbox.server.ts";
import { cancelReminders } from "#app/features/reminders/plan.server.ts";
import {
  type BusinessDetails,
  type Invoice,
  billedAs,
  gstFreeOf,
  gstOfRest,
  gstWithin,
  gstOfCredit,
  isRefundOpen,
  linesOver,
  restOf,
  shareOfCredit,
} from "./model.ts";
import { planIssuedReminders, replanInvoiceReminders } from "./reminder-plans.server.ts";
import { isGstRegistered, getBusinessDetails } from "./business.server.ts";
import { endCardPages } from "./cards.server.ts";
import { answerAllRefunds, recordInvoice } from "./history.server.ts";

/** `gst`: null when not registered. */
export type NewInvoice = Pick<
  typeof salesInvoices.$inferInsert,
  | "kind"
  | "quoteId"
  | "amebBookingId"
  | "creditsId"
  | "replacesId"
  | "buyerName"
  | "buyerEmail"
  | "buyerAbn"
  | "buyerAddress"
  | "purchaseOrder"
  | "copyEmail"
  | "title"
  | "lines"
  | "total"
  | "note"
> & { gst: number | null; dueOn: string | null };

/** Call it late: the counter's row stays locked to the end, so that a rollback uses no number. */
export async function issueInvoices(
  tx: Db,
  drafts: readonly NewInvoice[],
  { details, by }: { details: BusinessDetails; by: string },
  now: Date,
): Promise<Invoice[]> {
  if (drafts.length === 0) return [];
  const kind: DocumentKind = drafts[0]!.kind === "credit-note" ? "credit-note" : "invoice";
  const last = await takeNumbers(tx, kind, drafts.length);
  const rows = drafts.map((draft, index) => {
    const number = documentNumber(kind, last - drafts.length + 1 + index, details.invoicePrefix);
    return {
      ...draft,
      ...issuedAs(number, details, now),
      createdAt: now,
      createdBy: by,
    };
  });
  const issued = await tx.insert(salesInvoices).values(rows).returning();
  if (details.invoicing) await planIssuedReminders(tx, issued, now);
  return issued;
}

export async function draftInvoice(
  tx: Db,
  { gst: _gst, ...draft }: NewInvoice,
  by: string,
  now: Date,
): Promise<Invoice> {
  const [invoice] = await tx
    .insert(salesInvoices)
    .values({ ...draft, createdAt: now, createdBy: by })
    .returning();
  return invoice!;
}

/** Returns the last of `count` new numbers. */
export async function takeNumbers(tx: Db, kind: DocumentKind, count: number): Promise<number> {
  const [counter] = await tx
    .insert(documentCounters)
    .values({ kind, last: count })
    .onConflictDoUpdate({
      target: documentCounters.kind,
      set: { last: sql`${documentCounters.last} + ${count}` },
    })
    .returning({ last: documentCounters.last });
  return counter!.last;
}

/** `INV-0001`; credit notes have their own counter. */
export function documentNumber(kind: DocumentKind, count: number, prefix: string): string {
  return `${kind === "credit-note" ? "CN-" : prefix}${String(count).padStart(4, "0")}`;
}

/** With the payer's reference, and a link with 128 random bits. */
function issuedAs(number: string, details: BusinessDetails, now: Date) {
  const { legalName, tradingName, abn, postalAddress } = details;
  return {
    number,
    reference: number.toUpperCase().replaceAll(/[^A-Z0-9]/g, ""),
    slug: randomBytes(16).toString("base64url"),
    seller: { legalName, tradingName, abn, postalAddress },
    issuedOn: melbourneDay(now),
    issuedAt: now,
  };
}

/** The caller has locked the row. */
export async function issueDraft(
  tx: Db,
  draft: Invoice,
  dueOn: Day,
  details: BusinessDetails,
  now: Date,
): Promise<Invoice> {
  const gst = await gstIfIssued(tx, draft, melbourneDay(now));
  const count = await takeNumbers(tx, "invoice", 1);
  const number = documentNumber("invoice", count, details.invoicePrefix);
  const [issued] = await tx
    .update(salesInvoices)
    .set({ ...issuedAs(number, details, now), gst, dueOn })
    .where(eq(salesInvoices.id, draft.id))
    .returning();
  if (details.invoicing) await planIssuedReminders(tx, [issued!], now);
  return issued!;
}

export async function gstIfIssued(db: Db, draft: Invoice, day: Day): Promise<Cents | null> {
  return (await isGstRegistered(db, day)) ? gstOf(db, draft) : null;
}

/** A balance carries the total's GST less the deposit's, so that the two add up. */
export async function gstOf(tx: Db, { kind, quoteId, total, lines }: Invoice): Promise<Cents> {
  if (kind !== "balance" || !quoteId) return gstWithin(total - gstFreeOf(lines));
  const [deposit] = await tx
    .select({ total: salesInvoices.total })
    .from(salesInvoices)
    .where(
      and(
        eq(salesInvoices.quoteId, quoteId),
        eq(salesInvoices.kind, "deposit"),
        isNotNull(salesInvoices.gst),
        isNull(salesInvoices.voidedAt),
      ),
    );
  return deposit ? gstOfRest(deposit.total + total, deposit.total) : gstWithin(total);
}

/* Writes no emails: the demo's samples, which run without a build, use this file too. */

export const isInvoiceEmail = (id: string) =>
  and(eq(emails.kind, "invoice" satisfies EmailKind), eq(emails.salesInvoiceId, id));

/** `by`: an administrator's email address. */
export type Correction = { reason: string; by: string };

export type CreditOf = { invoice: Invoice; amount: Cents };

/** The caller has locked the invoice and checked that nothing is paid. */
export async function markVoid(tx: Db, { id }: Invoice, { reason, by }: Correction, now: Date) {
  const [voided] = await tx
    .update(salesInvoices)
    .set({ voidedAt: now, voidReason: reason })
    .where(eq(salesInvoices.id, id))
    .returning();
  await cancelReminders(tx, "invoice", [id], now);
  await endCardPages(tx, [id], now);
  await expireEmails(tx, isInvoiceEmail(id), "Not sent: the invoice was cancelled.", now);
  await recordInvoice(tx, by, "voided", voided!, now, { ...(reason && { after: { reason } }) });
  return voided!;
}

type Credited = { creditNote: Invoice; after: Invoice };

/** The caller has locked the invoices and emails the clients. */
export async function writeCreditNotes(
  tx: Db,
  credits: readonly CreditOf[],
  { reason, by }: Correction,
  now: Date,
): Promise<Credited[]> {
  if (credits.length === 0) return [];
  const details = await getBusinessDetails(tx);
  const drafts = credits.map(({ invoice, amount }): NewInvoice => {
    const { id, title, quoteId, amebBookingId } = invoice;
    return {
      kind: "credit-note",
      creditsId: id,
      quoteId,
      amebBookingId,
      ...billedAs(invoice),
      title,
      lines: creditLines(invoice, amount),
      total: amount,
      gst: gstOfCredit(invoice, amount),
      dueOn: null,
      note: reason,
    };
  });
  const issued = await issueInvoices(tx, drafts, { details, by }, now);
  const written: Credited[] = [];
  for (const creditNote of issued) {
    const { invoice } = credits.find(({ invoice: { id } }) => id === creditNote.creditsId)!;
    const credited = { ...invoice, credited: invoice.credited + creditNote.total };
    const isExplained = isRefundOpen(invoice) && restOf(credited) <= 0;
    if (isExplained) await answerAllRefunds(tx, invoice.id, "called-off", by, now);
    const after = isExplained ? { ...credited, returned: 0 } : credited;
    await replanInvoiceReminders(tx, [after], now);
    await endCardPages(tx, [invoice.id], now);
    const amount = formatMoney(creditNote.total);
    await recordInvoice(tx, by, "credited", invoice, now, {
      after: { amount, ...(reason && { reason }), "credit note": creditNote.number },
    });
    written.push({ creditNote, after });
  }
  return written;
}

/** Takes off the same share of the GST-free part. */
function creditLines(invoice: Invoice, amount: Cents): InvoiceLine[] {
  const { number, title } = invoice;
  const text = title ? `Credit for ${number}, ${title}` : `Credit for ${number}`;
  return linesOver(text, amount, shareOfCredit(invoice, gstFreeOf(invoice.lines), amount));
}

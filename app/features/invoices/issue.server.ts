import { and, eq, isNull, sql, sum, inArray } from "drizzle-orm";
import { randomBytes } from "node:crypto";
import type { Db } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import type { DocumentKind } from "#app/server/database/enums.ts";
import {
  documentCounters,
  salesInvoices,
  emails,
  type InvoiceLine,
  cardPages,
} from "#app/server/database/tables.server.ts";
import { melbourneDay, type Day } from "#app/values/calendar.ts";
import { type Cents, formatMoney } from "#app/values/money.ts";
import type { EmailKind } from "#app/features/email/model.ts";
import { expireEmails } from "#app/features/email/outbox.server.ts";
import { cancelReminders } from "#app/features/reminders/plan.server.ts";
import { type BusinessDetails, documentNumber } from "#app/features/business/model.ts";
import {
  type Invoice,
  billedAs,
  gstFreeOf,
  gstOfCredit,
  gstWithin,
  isRefundOpen,
  linesOver,
  restOf,
  shareOfCredit,
} from "./model.ts";
import { planIssuedReminders, replanInvoiceReminders } from "./reminder-plans.server.ts";
import { isGstRegistered, getBusinessDetails } from "#app/features/business/queries.server.ts";
import { answerAllRefunds, recordInvoice } from "./history.server.ts";
import { enqueue } from "#app/server/jobs/queue.server.ts";

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

/** A part of an agreement carries what its other documents leave of the GST. */
export async function gstOf(tx: Db, { quoteId, total, lines }: Invoice): Promise<Cents> {
  const free = gstFreeOf(lines);
  return quoteId && free === 0
    ? gstAfter(await taxedSoFar(tx, quoteId), total)
    : gstWithin(total - free);
}

/*
 * Each document rounds its GST to whole cents. The last one of an agreement takes the difference, so that
 * together they carry an eleventh of its price.
 */

type Sum = { total: Cents; gst: Cents };

const within = (gst: Cents, most: Cents): Cents => Math.min(Math.max(gst, 0), most);

/** What follows the documents of this sum. */
const gstAfter = (before: Sum, total: Cents): Cents =>
  within(gstWithin(before.total + total) - before.gst, total);

/** The taxed documents in force of a quote and the versions before and after it, less credit notes. */
async function taxedSoFar(tx: Db, quoteId: string): Promise<Sum> {
  const [found] = await rowsOf<Record<keyof Sum, string>>(
    tx,
    sql`with recursive versions (id, replaces_id) as (
        select id, replaces_id from invoices where id = ${quoteId}
        union select other.id, other.replaces_id from invoices other
          join versions on other.id = versions.replaces_id or other.replaces_id = versions.id)
      select coalesce(sum(sign * total_cents), 0) as total, coalesce(sum(sign * gst_cents), 0) as gst
      from sales_invoices, lateral (select case when kind = 'credit-note' then -1 else 1 end as sign) signs
      where quote_id in (select id from versions) and number is not null and voided_at is null
        and gst_cents is not null`,
  );
  return { total: Number(found!.total), gst: Number(found!.gst) };
}

/** Of new documents beside those that stay in force: the last one evens them out. */
export async function evenedOut<Part extends { total: Cents; gst: Cents | null }>(
  tx: Db,
  quoteId: string,
  issued: readonly Part[],
): Promise<Part[]> {
  const last = issued.at(-1);
  if (!last || last.gst === null) return [...issued];
  const before = await taxedSoFar(tx, quoteId);
  const others = issued.slice(0, -1);
  for (const { total, gst } of others) {
    before.total += total;
    before.gst += gst ?? 0;
  }
  return [...others, { ...last, gst: gstAfter(before, last.total) }];
}

/** Less the GST of its credit notes; null for an invoice without GST. */
export async function gstLeftOn(
  tx: Db,
  { id, gst, credited }: Pick<Invoice, "id" | "gst" | "credited">,
): Promise<Cents | null> {
  if (gst === null || credited === 0) return gst;
  const credits = and(eq(salesInvoices.creditsId, id), isNull(salesInvoices.voidedAt));
  const [found] = await tx
    .select({ gst: sum(salesInvoices.gst) })
    .from(salesInvoices)
    .where(credits);
  return gst - Number(found?.gst ?? 0);
}

const isWhole = ({ invoice, amount }: CreditOf) => amount === invoice.total - invoice.credited;

/** Of each credit note, in their order; several are of one agreement. */
async function gstOfCredits(tx: Db, credits: readonly CreditOf[]): Promise<(Cents | null)[]> {
  const found = new Map<CreditOf, Cents | null>();
  const quoteId = credits[0]?.invoice.quoteId;
  let agreed = quoteId ? await taxedSoFar(tx, quoteId) : null;
  // What is credited whole takes all that is left of its GST; the others even out the rest.
  for (const credit of credits.toSorted((one, other) => +isWhole(other) - +isWhole(one))) {
    const { invoice, amount } = credit;
    const left = await gstLeftOn(tx, invoice);
    const gst = left === null || isWhole(credit) ? left : gstOfPart(credit, left, agreed);
    found.set(credit, gst);
    if (agreed && gst !== null) agreed = { total: agreed.total - amount, gst: agreed.gst - gst };
  }
  return credits.map((credit) => found.get(credit)!);
}

function gstOfPart({ invoice, amount }: CreditOf, left: Cents, agreement: Sum | null): Cents {
  const gst =
    agreement && gstFreeOf(invoice.lines) === 0
      ? agreement.gst - gstWithin(agreement.total - amount)
      : gstOfCredit(invoice, amount)!;
  return within(gst, Math.min(left, amount));
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
  const shares = await gstOfCredits(tx, credits);
  const drafts = credits.map(({ invoice, amount }, index): NewInvoice => {
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
      gst: shares[index]!,
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

/** Ends open Stripe pages whose amount is no longer the one to pay. */
export async function endCardPages(tx: Db, invoiceIds: readonly string[], now: Date) {
  const ofInvoices = inArray(cardPages.salesInvoiceId, [...invoiceIds]);
  const pages = await tx.delete(cardPages).where(ofInvoices).returning();
  const open = pages.filter(({ expiresAt }) => expiresAt > now);
  if (open.length === 0) return;
  await enqueue(
    tx,
    "card-pages",
    open.map(({ id: sessionId }) => ({ sessionId })),
  );
}

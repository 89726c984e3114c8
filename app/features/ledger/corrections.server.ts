import { desc, eq, and, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { Owner, Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  salesInvoices,
  cardMatches,
  credits,
  diaryEntries,
  emailAttachments,
  emails,
  pausedReminders,
  payments,
  refundAnswers,
} from "#app/server/database/tables.server.ts";
import { type Cents, formatMoney } from "#app/values/money.ts";
import {
  lockAccount,
  findAccount,
  findAccounts,
  isReachable,
} from "#app/features/invoices/queries.server.ts";
import {
  queueCancelled,
  queueCreditNote,
  queueInvoice,
} from "#app/features/invoices/emails.server.tsx";
import {
  type Correction,
  type CreditOf,
  markVoid,
  writeCreditNotes,
  issueInvoices,
  type NewInvoice,
  gstOf,
} from "#app/features/invoices/issue.server.ts";
import {
  type Invoice,
  billedAs,
  dueIn,
  invoiceState,
  isRefundOpen,
  gstFreeOf,
  linesOver,
  shareOfCredit,
} from "#app/features/invoices/model.ts";
import { renewEmails } from "./receipt.server.tsx";
import { type Day, melbourneDay } from "#app/values/calendar.ts";
import { getBusinessDetails } from "#app/features/business/queries.server.ts";
import { type BusinessDetails, issuingRefusal } from "#app/features/business/model.ts";
import { recordInvoice } from "#app/features/invoices/history.server.ts";
import { isDueDay } from "#app/features/invoices/commands.server.ts";
import {
  changeableDetails,
  detailNames,
  type TypedDetails,
} from "#app/features/invoices/schema.ts";
import { replanInvoiceReminders } from "#app/features/invoices/reminder-plans.server.ts";

/* Issued lines are never edited: an unpaid invoice is voided, others get a credit note. */

/**
 * `paid`: money is on it. `refunded`: refunded by card, which may fail. `credited`: has a credit
 * note, so it can only be credited further. `amount`: nothing, or more than is left to credit.
 * `changed`: credited since the form was shown.
 */
export const correctionMessages = {
  draft: "This invoice is a draft: edit or discard it instead.",
  void: "This invoice is void already.",
  "credit-note": "A credit note can't be corrected. Issue a new invoice instead.",
  paid:
    "This invoice has money on it, so it can't be voided. " +
    "Issue a credit note, or record the refund as called off: that credits it, too.",
  refunded:
    "A card payment on this invoice went back and could still return, so it can't be voided. " +
    "Issue a credit note instead.",
  credited:
    "This invoice has a credit note, so it can't be voided. Issue a credit note for the rest instead.",
  amount: "Enter an amount up to what hasn't been credited yet.",
  changed: "This invoice was credited since you opened it. Check it and try again.",
};

type CorrectionRefusal = keyof typeof correctionMessages;

/** `already`: done before, so nothing changed. */
type VoidResult =
  | { ok: true; invoice: Invoice; already?: true; isTold?: boolean }
  | { ok: false; reason: "not-found" }
  | { ok: false; reason: CorrectionRefusal; invoice: Invoice };

type CreditResult =
  | { ok: true; invoice: Invoice; creditNote: Invoice; already?: true }
  | Exclude<VoidResult, { ok: true }>;

export function voidInvoice(
  db: Db,
  by: Owner,
  id: string,
  reason: string,
  now = new Date(),
  /** Emails the client if they know of the invoice. */
  tell = false,
): Promise<VoidResult> {
  return db.transaction(async (tx) => {
    const invoice = await lockAccount(tx, id);
    if (!invoice) return { ok: false, reason: "not-found" };
    if (invoice.voidedAt) return { ok: true, invoice, already: true };
    const refusal = isUncorrectable(invoice);
    if (refusal) return { ok: false, reason: refusal, invoice };
    if (invoice.paid !== 0) return { ok: false, reason: "paid", invoice };
    if (invoice.refundedByCard) return { ok: false, reason: "refunded", invoice };
    if (invoice.credited !== 0) return { ok: false, reason: "credited", invoice };
    const voided = await markVoid(tx, invoice, { reason, by: by.email }, now);
    const isTold = tell && (await queueCancelled(tx, voided));
    return { ok: true, invoice: { ...invoice, ...voided }, isTold };
  });
}

/** @param credited the amount credited when the form was shown; undefined accepts any */
export function creditInvoice(
  db: Db,
  by: Owner,
  id: string,
  {
    amount,
    reason,
    credited,
    tell = false,
  }: { amount: Cents; reason: string; credited?: Cents; tell?: boolean },
  now = new Date(),
): Promise<CreditResult> {
  return db.transaction(async (tx) => {
    const invoice = await lockAccount(tx, id);
    if (!invoice) return { ok: false, reason: "not-found" };
    const refusal = isUncorrectable(invoice) ?? (invoice.voidedAt ? "void" : null);
    if (refusal) return { ok: false, reason: refusal, invoice };
    if (credited !== undefined && credited !== invoice.credited) {
      const last = await lastCreditNote(tx, id);
      const isRepeated =
        last?.total === amount && last.note === reason && last.createdBy === by.email;
      return isRepeated
        ? { ok: true, invoice, creditNote: last, already: true }
        : { ok: false, reason: "changed", invoice };
    }
    if (!(amount > 0) || amount > invoice.total - invoice.credited)
      return { ok: false, reason: "amount", invoice };
    const correction = { reason, by: by.email };
    const [creditNote] = await issueCreditNotes(tx, [{ invoice, amount }], correction, now);
    const after = { ...invoice, credited: invoice.credited + amount };
    if (tell) await queueCreditNote(tx, creditNote!, after);
    return { ok: true, invoice: after, creditNote: creditNote! };
  });
}

function isUncorrectable({ kind, number }: Invoice): CorrectionRefusal | null {
  if (kind === "credit-note") return "credit-note";
  return number === null ? "draft" : null;
}

async function lastCreditNote(tx: Db, id: string): Promise<Invoice | undefined> {
  const [last] = await tx
    .select()
    .from(salesInvoices)
    .where(eq(salesInvoices.creditsId, id))
    .orderBy(desc(salesInvoices.createdAt), desc(salesInvoices.number))
    .limit(1);
  return last;
}

/** The caller has locked the invoices and checked what is left to credit. */
export async function issueCreditNotes(
  tx: Db,
  corrected: readonly CreditOf[],
  correction: Correction,
  now: Date,
): Promise<Invoice[]> {
  const written = await writeCreditNotes(tx, corrected, correction, now);
  for (const { after } of written) await renewEmails(tx, after, now);
  return written.map(({ creditNote }) => creditNote);
}

/** `closed`: void, a credit note, or its page has ended. `settled`: nothing is left to pay. */
export type DetailsRefusal = "closed" | "settled" | "due" | "changed";

type DetailsResult =
  | { ok: true; invoice: Invoice; sent: boolean }
  | { ok: false; reason: "not-found" }
  | { ok: false; reason: DetailsRefusal; invoice: Invoice };

/** Idempotent. Emails that wait say what changed; with one of the invoice, none more is sent. */
export function changeDetails(
  db: Db,
  by: Owner,
  id: string,
  { typed, version, send }: { typed: TypedDetails; version: number; send: boolean },
  now = new Date(),
): Promise<DetailsResult> {
  return db.transaction(async (tx) => {
    const invoice = await lockAccount(tx, id);
    if (!invoice) return { ok: false, reason: "not-found" };
    const changed = detailNames.filter((name) => (typed[name] ?? invoice[name]) !== invoice[name]);
    if (changed.length === 0) return { ok: true, invoice, sent: false };
    const reason = detailsRefusal(invoice, version, typed.dueOn, melbourneDay(now));
    if (reason) return { ok: false, reason, invoice };
    const after = Object.fromEntries(changed.map((name) => [name, typed[name]]));
    const change = { ...after, version: version + 1 };
    await tx.update(salesInvoices).set(change).where(eq(salesInvoices.id, id));
    const before = Object.fromEntries(changed.map((name) => [name, invoice[name]]));
    const current = { ...invoice, ...change };
    await recordInvoice(tx, by.email, "changed the details of", current, now, { before, after });
    if (changed.includes("dueOn")) await replanInvoiceReminders(tx, [current], now);
    const isRenewed = await renewEmails(tx, current, now);
    const sent = send && invoice.number && isReachable(invoice) && !isRefundOpen(invoice);
    if (sent && !isRenewed) await queueInvoice(tx, current, await getBusinessDetails(tx));
    return { ok: true, invoice: current, sent: Boolean(sent) };
  });
}

function detailsRefusal(invoice: Invoice, version: number, dueOn: Day | undefined, today: Day) {
  const changeable = changeableDetails(invoice, invoiceState(invoice, today));
  if (!changeable) return "closed";
  if (invoice.version !== version) return "changed";
  if (dueOn === undefined || dueOn === invoice.dueOn) return null;
  if (changeable !== "all") return "settled";
  return isDueDay(dueOn, today) ? null : "due";
}

/* After a late GST registration: reissues invoices over the same total, now including GST. */

/** The issue day and the day of the service, where known, decide about GST. */
const daysOfSale = sql`(
  select sales_invoices.issued_on as day
  union all select event_date from invoices where id = sales_invoices.quote_id
  union all select exam_date from ameb_bookings where id = sales_invoices.ameb_booking_id
  union all select (starts_at at time zone 'Australia/Melbourne')::date from diary_entries
    where sales_invoice_id = sales_invoices.id)`;

const lacksGst = and(
  isNotNull(salesInvoices.number),
  isNotNull(salesInvoices.slug),
  isNull(salesInvoices.gst),
  isNull(salesInvoices.voidedAt),
  ne(salesInvoices.kind, "credit-note"),
  sql`exists (select from ${daysOfSale} sale join gst_registrations
    on sale.day >= starts and (ends is null or sale.day <= ends))`,
);

/** Invoices in force without GST for days on which the business is registered, oldest first. */
export async function listWithoutGst(db: Db, _by: Administrator): Promise<Invoice[]> {
  const found = await findAccounts(db, lacksGst);
  return found.filter(isInForce);
}

/** A refund may still be credited: nobody is asked for it until the owner has said why. */
const isInForce = (invoice: Invoice) => invoice.total > invoice.credited && !isRefundOpen(invoice);

/** `changed`: no longer one of {@link listWithoutGst}. */
type ReissueResult =
  | { ok: true; invoice: Invoice; replaced: Invoice }
  | { ok: false; reason: "changed" | "off" | "incomplete" };

/** Replaces an invoice with a tax invoice. A second call returns the same result. */
export function reissueWithGst(
  db: Db,
  by: Owner,
  id: string,
  now = new Date(),
): Promise<ReissueResult> {
  return db.transaction(async (tx) => {
    const replaced = await lockAccount(tx, id);
    if (!replaced) return { ok: false, reason: "changed" };
    const [earlier] = await findAccounts(tx, eq(salesInvoices.replacesId, id));
    if (earlier) return { ok: true, invoice: earlier, replaced };
    const isListed = (await tx.$count(salesInvoices, and(eq(salesInvoices.id, id), lacksGst))) > 0;
    if (!isListed || !isInForce(replaced)) return { ok: false, reason: "changed" };
    const details = await getBusinessDetails(tx);
    const refusal = issuingRefusal(details);
    if (refusal) return { ok: false, reason: refusal };
    const draft = await replacementOf(tx, replaced, details, now);
    const [invoice] = await issueInvoices(tx, [draft], { details, by: by.email }, now);
    const after = { total: formatMoney(invoice!.total), "in place of": replaced.number };
    await recordInvoice(tx, by.email, "issued", invoice!, now, { after });
    await endReplaced(tx, replaced, invoice!, by.email, now);
    const account = (await findAccount(tx, invoice!.id))!;
    await replanInvoiceReminders(tx, [account], now);
    await renewEmails(tx, account, now);
    const wasAttached = eq(emailAttachments.salesInvoiceId, replaced.id);
    const gotEarlier = (await tx.$count(emailAttachments, wasAttached)) > 0;
    if (gotEarlier && isReachable(account)) await queueInvoice(tx, account, details);
    return { ok: true, invoice: invoice!, replaced };
  });
}

async function replacementOf(
  tx: Db,
  replaced: Invoice,
  details: BusinessDetails,
  now: Date,
): Promise<NewInvoice> {
  const { kind, quoteId, amebBookingId, title, note, credited, dueOn } = replaced;
  const total = replaced.total - credited;
  const free = shareOfCredit({ ...replaced, credited: 0 }, gstFreeOf(replaced.lines), credited);
  const before = linesOver(`Credited before on ${replaced.number}`, -credited, -free);
  const lines = credited > 0 ? [...replaced.lines, ...before] : replaced.lines;
  const today = melbourneDay(now);
  return {
    ...billedAs(replaced),
    kind,
    quoteId,
    amebBookingId,
    title,
    note,
    lines,
    total,
    replacesId: replaced.id,
    gst: await gstOf(tx, { ...replaced, lines, total }),
    // Due like a new invoice, but not before the day the client was told.
    dueOn: dueOn && dueOn > today ? dueOn : dueIn(today, details.depositDays),
  };
}

/** Voids it or, if a credit note names it, credits the rest. Moves all that belongs to it. */
async function endReplaced(tx: Db, replaced: Invoice, invoice: Invoice, by: string, now: Date) {
  await movePayments(tx, replaced, invoice, by, now);
  for (const table of [diaryEntries, credits] as const)
    await tx
      .update(table)
      .set({ salesInvoiceId: invoice.id })
      .where(eq(table.salesInvoiceId, replaced.id));
  await tx
    .update(pausedReminders)
    .set({ recordId: invoice.id })
    .where(eq(pausedReminders.recordId, replaced.id));
  const correction = { reason: `Issued again with GST as ${invoice.number}.`, by };
  const unpaid = { ...replaced, paid: 0 };
  const amount = replaced.total - replaced.credited;
  if (replaced.credited === 0) await markVoid(tx, unpaid, correction, now);
  else await issueCreditNotes(tx, [{ invoice: unpaid, amount }], correction, now);
}

/** No money moves: entries on the same days undo the old ones and repeat them. */
async function movePayments(tx: Db, from: Invoice, to: Invoice, actor: string, now: Date) {
  const ofReplaced = eq(payments.salesInvoiceId, from.id);
  const entries = await tx.select().from(payments).where(ofReplaced).orderBy(payments.id);
  const undone = new Set(entries.map(({ reversesId }) => reversesId));
  const standing = entries.filter(({ id, reversesId }) => reversesId === null && !undone.has(id));
  for (const { id, amount, reason, externalId, paidOn, method, bankLineId } of standing) {
    const entry = { paidOn, method, bankLineId, actor, at: now };
    const undoing = { ...entry, salesInvoiceId: from.id, amount: -amount, reversesId: id };
    await tx.insert(payments).values({ ...undoing, reason: `Moved to ${to.number}.` });
    const moved = `Moved from ${from.number}.`;
    const [repeated] = await tx
      .insert(payments)
      .values({ ...entry, salesInvoiceId: to.id, amount, reason: reason || moved })
      .returning({ id: payments.id });
    // Later card reports and refund answers must find the moved payment.
    const paymentId = repeated!.id;
    const waiting = and(eq(emails.paymentId, id), eq(emails.state, "queued"));
    await tx.update(emails).set({ paymentId, salesInvoiceId: to.id }).where(waiting);
    await tx.update(refundAnswers).set({ paymentId }).where(eq(refundAnswers.paymentId, id));
    await tx.update(cardMatches).set({ paymentId }).where(eq(cardMatches.paymentId, id));
    if (externalId && !externalId.startsWith("form "))
      await tx.insert(cardMatches).values({ externalId, paymentId });
  }
}

import { and, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { Administrator, Owner } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  cardMatches,
  credits,
  diaryEntries,
  emailAttachments,
  emails,
  payments,
  refundAnswers,
  salesInvoices,
} from "#app/server/database/tables.server.ts";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import {
  findAccount,
  findAccounts,
  isReachable,
  lockAccount,
} from "#app/features/invoices/queries.server.ts";
import { getBusinessDetails } from "#app/features/business/queries.server.ts";
import { issueCreditNotes } from "./corrections.server.ts";
import {
  issueInvoices,
  type NewInvoice,
  gstOf,
  markVoid,
} from "#app/features/invoices/issue.server.ts";
import {
  billedAs,
  type Invoice,
  isRefundOpen,
  gstFreeOf,
  linesOver,
  shareOfCredit,
} from "#app/features/invoices/model.ts";
import { type BusinessDetails, issuingRefusal } from "#app/features/business/model.ts";
import { renewEmails } from "./receipt.server.tsx";
import { recordInvoice } from "#app/features/invoices/history.server.ts";
import { replanInvoiceReminders } from "#app/features/invoices/reminder-plans.server.ts";
import { queueInvoice } from "#app/features/invoices/emails.server.tsx";

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
    await tellClient(tx, replaced, account, details);
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
    dueOn: dueOn && dueOn > today ? dueOn : addDays(today, details.depositDays),
  };
}

/** Voids it or, if a credit note names it, credits the rest. Moves all that belongs to it. */
async function endReplaced(tx: Db, replaced: Invoice, invoice: Invoice, by: string, now: Date) {
  await movePayments(tx, replaced, invoice, by, now);
  await tx
    .update(diaryEntries)
    .set({ salesInvoiceId: invoice.id })
    .where(eq(diaryEntries.salesInvoiceId, replaced.id));
  await tx
    .update(credits)
    .set({ salesInvoiceId: invoice.id })
    .where(eq(credits.salesInvoiceId, replaced.id));
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
    await tx
      .update(emails)
      .set({ paymentId, salesInvoiceId: to.id })
      .where(and(eq(emails.paymentId, id), eq(emails.state, "queued")));
    await tx.update(refundAnswers).set({ paymentId }).where(eq(refundAnswers.paymentId, id));
    await tx.update(cardMatches).set({ paymentId }).where(eq(cardMatches.paymentId, id));
    if (externalId && !externalId.startsWith("form "))
      await tx.insert(cardMatches).values({ externalId, paymentId });
  }
}

/** Only a client who got the earlier invoice. */
async function tellClient(
  tx: Db,
  replaced: Invoice,
  invoice: Invoice,
  details: BusinessDetails,
): Promise<void> {
  const wasAttached = eq(emailAttachments.salesInvoiceId, replaced.id);
  if ((await tx.$count(emailAttachments, wasAttached)) === 0 || !isReachable(invoice)) return;
  await queueInvoice(tx, invoice, details);
}

import { and, desc, eq } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { EmailKind } from "#app/features/email/kinds.ts";
import { expireEmails } from "#app/features/email/outbox.server.ts";
import { cancelReminders } from "#app/features/reminders/plan.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { type InvoiceLine, emails, salesInvoices } from "#app/server/database/tables.server.ts";
import { type Cents, formatMoney } from "#app/values/money.ts";
import { lockAccount } from "./accounts.server.ts";
import { getBusinessDetails } from "./business.server.ts";
import { endCardPages } from "./card-pages.server.ts";
import { queueCancelled, queueCreditNote } from "./correction-emails.server.tsx";
import { gstFreeOf, gstOfCredit, linesOver, shareOfCredit } from "./gst.ts";
import { issueInvoices, type NewInvoice } from "./issue.server.ts";
import { askedOf, billedAs, type Invoice, type InvoiceAccount } from "./model.ts";
import { renewReceipts } from "./receipt.server.tsx";
import { recordInvoice } from "./record.server.ts";
import { replanInvoiceReminders } from "./reminder-plans.server.ts";
import { queueInvoice } from "./send.server.tsx";

/*
 * The lines of an issued document are never edited: it is voided while nothing is paid, otherwise a
 * credit note that names it takes off what is too much.
 */

/**
 * Why an invoice is not corrected. `paid`: money is on it, `refunded`: by card, which may fail,
 * `credited`: it has a credit note already, so it can only be credited further, `amount`: more than is
 * left to credit, or nothing, `changed`: it was credited since the form was shown.
 */
export type CorrectionRefusal =
  | "draft"
  | "void"
  | "credit-note"
  | "paid"
  | "refunded"
  | "credited"
  | "amount"
  | "changed";

/** `already`: the same had been done before, so that nothing was changed. */
export type VoidResult =
  | { ok: true; invoice: InvoiceAccount; already?: true; isTold?: boolean }
  | { ok: false; reason: "not-found" }
  | { ok: false; reason: CorrectionRefusal; invoice: InvoiceAccount };

export type CreditResult =
  | { ok: true; invoice: InvoiceAccount; creditNote: Invoice; already?: true }
  | Exclude<VoidResult, { ok: true }>;

/** What the owner is told, and what to do instead. */
export const correctionMessages: Record<CorrectionRefusal, string> = {
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

export function voidInvoice(
  db: Db,
  by: Administrator,
  id: string,
  reason: string,
  now = new Date(),
  /** Tells the client who knows of it. */
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

/** @param credited what was credited when the form was shown; without it any will do */
export function creditInvoice(
  db: Db,
  by: Administrator,
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
    const [creditNote] = await issueCreditNotes(
      tx,
      [{ invoice, amount }],
      { reason, by: by.email },
      now,
    );
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

const isInvoiceEmail = (id: string) =>
  and(eq(emails.kind, "invoice" satisfies EmailKind), eq(emails.salesInvoiceId, id));

type Correction = { reason: string; by: string };

/** The caller has locked the invoice, and seen that nothing is paid. */
export async function markVoid(
  tx: Db,
  { id }: Invoice,
  { reason, by }: Correction,
  now: Date,
): Promise<Invoice> {
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

/** The caller has locked the invoices, and seen that so much is left to credit. */
export async function issueCreditNotes(
  tx: Db,
  credits: readonly { invoice: InvoiceAccount; amount: Cents }[],
  { reason, by }: Correction,
  now: Date,
): Promise<Invoice[]> {
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
  for (const creditNote of issued) {
    const { invoice } = credits.find(({ invoice: { id } }) => id === creditNote.creditsId)!;
    const credited = invoice.credited + creditNote.total;
    const after = { ...invoice, credited };
    await replanInvoiceReminders(tx, [after], now);
    await endCardPages(tx, [invoice.id], now);
    await renewReceipts(tx, after, now);
    // One that waits asks for too much.
    const waiting = isInvoiceEmail(invoice.id);
    const kept = await expireEmails(tx, waiting, "Not sent: the invoice was credited.", now);
    if (kept.length > 0 && askedOf(after) > 0) await queueInvoice(tx, after, details);
    const amount = formatMoney(creditNote.total);
    await recordInvoice(tx, by, "credited", invoice, now, {
      after: { amount, ...(reason && { reason }), "credit note": creditNote.number },
    });
  }
  return issued;
}

/** Of what is GST-free it takes off the same share. */
function creditLines(invoice: InvoiceAccount, amount: Cents): InvoiceLine[] {
  const { number, title } = invoice;
  const text = title ? `Credit for ${number}, ${title}` : `Credit for ${number}`;
  return linesOver(text, amount, shareOfCredit(invoice, gstFreeOf(invoice.lines), amount));
}

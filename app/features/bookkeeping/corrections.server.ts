import { desc, eq } from "drizzle-orm";
import type { Owner } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { salesInvoices } from "#app/server/database/tables.server.ts";
import type { Cents } from "#app/values/money.ts";
import { lockAccount } from "#app/features/invoices/queries.server.ts";
import { queueCancelled, queueCreditNote } from "#app/features/invoices/emails.server.tsx";
import {
  type Correction,
  type CreditOf,
  markVoid,
  writeCreditNotes,
} from "#app/features/invoices/issue.server.ts";
import type { Invoice } from "#app/features/invoices/model.ts";
import { renewEmails } from "./receipt.server.tsx";

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

/** The caller has locked the invoices and checked what is left to credit. */
export async function issueCreditNotes(
  tx: Db,
  credits: readonly CreditOf[],
  correction: Correction,
  now: Date,
): Promise<Invoice[]> {
  const written = await writeCreditNotes(tx, credits, correction, now);
  for (const { after } of written) await renewEmails(tx, after, now);
  return written.map(({ creditNote }) => creditNote);
}

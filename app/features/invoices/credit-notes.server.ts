import { and, eq } from "drizzle-orm";
import type { EmailKind } from "#app/features/email/kinds.ts";
import { expireEmails } from "#app/features/email/outbox.server.ts";
import { cancelReminders } from "#app/features/reminders/plan.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { emails, type InvoiceLine, salesInvoices } from "#app/server/database/tables.server.ts";
import { type Cents, formatMoney } from "#app/values/money.ts";
import { getBusinessDetails } from "./business.server.ts";
import { endCardPages } from "./card-pages.server.ts";
import { gstFreeOf, gstOfCredit, linesOver, shareOfCredit } from "./gst.ts";
import { issueInvoices, type NewInvoice } from "./issue.server.ts";
import { billedAs, type Invoice } from "./model.ts";
import { recordInvoice } from "./record.server.ts";
import { replanInvoiceReminders } from "./reminder-plans.server.ts";

/* Writes no emails: the demo's samples, which run without a build, use this file too. */

export const isInvoiceEmail = (id: string) =>
  and(eq(emails.kind, "invoice" satisfies EmailKind), eq(emails.salesInvoiceId, id));

/** `by`: an administrator's email address. */
export type Correction = { reason: string; by: string };

export type CreditOf = { invoice: Invoice; amount: Cents };

/** The caller has locked the invoice and checked that nothing is paid. */
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

export type Credited = { creditNote: Invoice; after: Invoice };

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
    const after = { ...invoice, credited: invoice.credited + creditNote.total };
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

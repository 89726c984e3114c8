import { and, desc, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import type { RefundPurpose } from "#app/server/database/enums.ts";
import { payments, refundAnswers } from "#app/server/database/tables.server.ts";
import type { Cents } from "#app/values/money.ts";
import { isUnansweredRefund, lockAccount } from "./accounts.server.ts";
import { issueCreditNotes } from "./correct.server.ts";
import { type Invoice, isRefundOpen, restOf } from "./model.ts";
import { renewEmails } from "./receipt.server.tsx";
import { recordInvoice } from "./record.server.ts";
import { replanInvoiceReminders } from "./reminder-plans.server.ts";

export async function answerRefunds(
  tx: Db,
  paymentIds: readonly number[],
  purpose: RefundPurpose,
  actor: string,
  now: Date,
): Promise<void> {
  await tx
    .insert(refundAnswers)
    .values(paymentIds.map((paymentId) => ({ paymentId, purpose, actor, at: now })));
}

export type AnswerResult =
  | { ok: true; invoice: Invoice }
  | { ok: false; reason: "not-found" }
  | { ok: false; reason: "changed"; invoice: Invoice };

/** `seen`: the amount refunded when the form was shown. */
export function explainRefunds(
  db: Db,
  by: Administrator,
  id: string,
  { purpose, reason, seen }: { purpose: "called-off" | "again"; reason: string; seen: Cents },
  now = new Date(),
): Promise<AnswerResult> {
  return db.transaction(async (tx) => {
    const invoice = await lockAccount(tx, id);
    if (!invoice) return { ok: false, reason: "not-found" };
    if (!isRefundOpen(invoice) || invoice.returned !== seen) {
      const isRepeated = (await lastAnswer(tx, id)) === `${purpose} ${by.email}`;
      return isRepeated && !isRefundOpen(invoice)
        ? { ok: true, invoice }
        : { ok: false, reason: "changed", invoice };
    }
    const { returned = 0 } = invoice;
    await answerRefunds(tx, await unansweredOf(tx, id), purpose, by.email, now);
    const answered = { ...invoice, returned: 0 };
    if (purpose === "again") {
      await replanInvoiceReminders(tx, [answered], now);
      await renewEmails(tx, answered, now);
      await recordInvoice(tx, by.email, "expects to be paid again for", invoice, now);
      return { ok: true, invoice: answered };
    }
    const amount = Math.min(returned, restOf(invoice));
    const correction = { reason, by: by.email };
    await issueCreditNotes(tx, [{ invoice: answered, amount }], correction, now);
    return { ok: true, invoice: { ...answered, credited: invoice.credited + amount } };
  });
}

async function unansweredOf(tx: Db, invoiceId: string): Promise<number[]> {
  const payment = alias(payments, "payment");
  const found = await tx
    .select({ id: payment.id })
    .from(payment)
    .where(and(eq(payment.salesInvoiceId, invoiceId), isUnansweredRefund));
  return found.map(({ id }) => id);
}

async function lastAnswer(tx: Db, invoiceId: string): Promise<string | undefined> {
  const [last] = await tx
    .select({ purpose: refundAnswers.purpose, actor: refundAnswers.actor })
    .from(refundAnswers)
    .innerJoin(payments, eq(payments.id, refundAnswers.paymentId))
    .where(eq(payments.salesInvoiceId, invoiceId))
    .orderBy(desc(refundAnswers.paymentId))
    .limit(1);
  return last && `${last.purpose} ${last.actor}`;
}

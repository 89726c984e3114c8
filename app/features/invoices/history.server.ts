import { and, eq, inArray, or } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { recordActivities } from "#app/features/audit/record.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { historyOf } from "#app/features/audit/queries.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import type { RefundPurpose } from "#app/server/database/enums.ts";
import {
  emailAttachments,
  emails,
  payments,
  refundAnswers,
} from "#app/server/database/tables.server.ts";
import type { Invoice } from "./model.ts";
import { isUnansweredRefund } from "./queries.server.ts";

type Recorded = Pick<Invoice, "id" | "number" | "buyerName">;
type Change = { before?: Record<string, unknown>; after?: Record<string, unknown> };

type InvoiceEvent = { action: string; invoice: Recorded } & Change;

/** @param action a verb before the invoice, such as `recorded a payment for` */
export function recordInvoice(
  tx: Db,
  actor: string,
  action: string,
  invoice: Recorded,
  now: Date,
  change: Change = {},
): Promise<void> {
  return recordInvoices(tx, actor, [{ action, invoice, ...change }], now);
}

export function recordInvoices(tx: Db, actor: string, events: readonly InvoiceEvent[], now: Date) {
  const entries = events.map(({ action, invoice: { id, number, buyerName }, ...change }) => {
    const label = [number ?? "Draft", buyerName].filter(Boolean).join(", ");
    return { actor, action, subject: { kind: "invoice", id, label } as const, ...change };
  });
  return recordActivities(tx, entries, now);
}

/** About the invoice, or with it attached. */
export function isEmailOf(db: Db, id: string) {
  const attached = db
    .select({ id: emailAttachments.emailId })
    .from(emailAttachments)
    .where(eq(emailAttachments.salesInvoiceId, id));
  return or(eq(emails.salesInvoiceId, id), inArray(emails.id, attached));
}

export async function getInvoiceHistory(db: Db, _administrator: Administrator, id: string) {
  const history = await historyOf(db, "invoice", id, isEmailOf(db, id));
  const wasSent = (await db.$count(emailAttachments, eq(emailAttachments.salesInvoiceId, id))) > 0;
  return { ...history, wasSent };
}

export type InvoiceEntries = Awaited<ReturnType<typeof getInvoiceHistory>>;

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

/** Those of the invoice that nobody has explained yet. */
export async function answerAllRefunds(
  tx: Db,
  invoiceId: string,
  purpose: RefundPurpose,
  actor: string,
  now: Date,
): Promise<void> {
  const payment = alias(payments, "payment");
  const found = await tx
    .select({ id: payment.id })
    .from(payment)
    .where(and(eq(payment.salesInvoiceId, invoiceId), isUnansweredRefund));
  const ids = found.map(({ id }) => id);
  if (ids.length > 0) await answerRefunds(tx, ids, purpose, actor, now);
}

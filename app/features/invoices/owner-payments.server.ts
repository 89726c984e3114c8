import { and, eq } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { recordId } from "#app/features/intake/submission.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { payments } from "#app/server/database/tables.server.ts";
import type { Cents } from "#app/values/money.ts";
import { lockAccount } from "./accounts.server.ts";
import { type InvoiceAccount, restOf } from "./model.ts";
import type { Payment } from "./payments.ts";
import {
  type NewPayment,
  type PaymentResult,
  recordedAs,
  recordPayment,
  reversePayment,
} from "./payments.server.ts";
import { findReported } from "./reported-payments.server.ts";

/** `stale`: the rest is no longer what the form showed. `reported`: the card service has booked it. */
export type OwnerPaymentResult =
  | PaymentResult
  | { ok: false; reason: "stale"; account: InvoiceAccount }
  | { ok: false; reason: "reported"; payment: Payment };

type TypedPayment = Pick<NewPayment, "paidOn" | "amount" | "method" | "reason">;

/**
 * Books what the owner typed, once for each `key` of a rendered form.
 *
 * @param seenRest what was left to pay when the form was shown
 */
export function recordTypedPayment(
  db: Db,
  by: Administrator,
  invoiceId: string,
  typed: TypedPayment,
  { key, seenRest }: { key: string; seenRest: Cents },
  now = new Date(),
): Promise<OwnerPaymentResult> {
  const externalId = `form ${recordId(`payment of ${by.userId}`, key, { invoiceId, ...typed })}`;
  return db.transaction(async (tx) => {
    const account = await lockAccount(tx, invoiceId);
    if (account && !(await recordedAs(tx, externalId))) {
      if (restOf(account) !== seenRest) return { ok: false, reason: "stale", account };
      const isCard = typed.method === "card";
      const payment = isCard && (await findReported(tx, { invoiceId, ...typed }));
      if (payment) return { ok: false, reason: "reported", payment };
    }
    return recordPayment(tx, { invoiceId, ...typed, externalId }, by.email, now);
  });
}

export function undoPayment(
  db: Db,
  by: Administrator,
  invoiceId: string,
  { payment, reason }: { payment: number; reason: string },
  now = new Date(),
): Promise<PaymentResult> {
  const ofInvoice = and(eq(payments.id, payment), eq(payments.salesInvoiceId, invoiceId));
  return db.transaction(async (tx) => {
    if ((await tx.$count(payments, ofInvoice)) === 0) return { ok: false, reason: "not-found" };
    return reversePayment(tx, payment, reason, by.email, now);
  });
}

import { and, eq, exists, gte, isNotNull, lte, not, or, type SQL, sql } from "drizzle-orm";
import type { Owner } from "#app/features/auth/model.ts";
import { recordId } from "#app/features/intake/submission.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { payments, cardMatches } from "#app/server/database/tables.server.ts";
import type { Cents } from "#app/values/money.ts";
import { addDays } from "#app/values/calendar.ts";
import { isStanding, lockAccount } from "./queries.server.ts";
import { issueCreditNotes } from "./correct.server.ts";
import { type Invoice, restOf, type Payment } from "./model.ts";
import {
  type NewPayment,
  type PaymentResult,
  recordedAs,
  recordPayment,
  reversePayment,
} from "./payments.server.ts";
import { recordInvoice } from "./history.server.ts";

/** `stale`: the rest changed. `not-overpaid`: more than overpaid. `reported`: by the card service. */
export type OwnerPaymentResult =
  | (PaymentResult & { creditNote?: Invoice })
  | { ok: false; reason: "stale" | "not-overpaid"; account: Invoice }
  | { ok: false; reason: "reported"; payment: Payment };

type TypedPayment = Pick<NewPayment, "paidOn" | "amount" | "method" | "reason" | "refundFor">;

/** Once per form `key`. `seenPaid`: a refund with its credit note leaves `seenRest` unchanged. */
export function recordTypedPayment(
  db: Db,
  by: Owner,
  invoiceId: string,
  typed: TypedPayment,
  { key, seenRest, seenPaid }: { key: string; seenRest: Cents; seenPaid?: Cents },
  now = new Date(),
): Promise<OwnerPaymentResult> {
  const externalId = `form ${recordId(`payment of ${by.userId}`, key, { invoiceId, ...typed })}`;
  return db.transaction(async (tx) => {
    const account = await lockAccount(tx, invoiceId);
    if (account && !(await recordedAs(tx, externalId))) {
      const isStale = restOf(account) !== seenRest || (seenPaid ?? account.paid) !== account.paid;
      if (isStale) return { ok: false, reason: "stale", account };
      if (typed.refundFor === "overpaid" && restOf(account) > typed.amount)
        return { ok: false, reason: "not-overpaid", account };
      const isCard = typed.method === "card";
      const payment = isCard && (await findReported(tx, { invoiceId, ...typed }));
      if (payment) return { ok: false, reason: "reported", payment };
    }
    const result = await recordPayment(tx, { invoiceId, ...typed, externalId }, by.email, now);
    const isCredited = typed.refundFor === "called-off" && result.ok && !result.repeated;
    return isCredited ? creditRefund(tx, result, by, now) : result;
  });
}

export function undoPayment(
  db: Db,
  by: Owner,
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

/** Credits the refund, except for what was overpaid. */
async function creditRefund(
  tx: Db,
  refund: Extract<PaymentResult, { ok: true }>,
  by: Owner,
  now: Date,
): Promise<OwnerPaymentResult> {
  const { account, payment } = refund;
  const amount = Math.min(-payment.amount, restOf(account));
  if (amount <= 0) return refund;
  const correction = { reason: payment.reason, by: by.email };
  const [creditNote] = await issueCreditNotes(tx, [{ invoice: account, amount }], correction, now);
  const credited = { ...account, credited: account.credited + amount };
  return { ...refund, account: credited, creditNote: creditNote! };
}

/* Stripe may report what the owner typed: like amounts within days are one payment. */

/** Days by which a typed day may differ. */
const daysApart = 3;

type Report = Pick<NewPayment, "invoiceId" | "amount" | "paidOn">;

/** Uses a typed entry once, so that booking the report changes nothing. Locks the invoice. */
export async function matchTyped(
  tx: Db,
  report: Report & { externalId: string },
  actor: string,
  now: Date,
): Promise<void> {
  const { externalId, invoiceId } = report;
  const invoice = await lockAccount(tx, invoiceId);
  if (!invoice || (await recordedAs(tx, externalId))) return;
  const typed = await findLike(tx, report, not(isReported(tx)));
  if (!typed) return;
  await tx.insert(cardMatches).values({ externalId, paymentId: typed.id });
  const after = { amount: Math.abs(typed.amount), paidOn: typed.paidOn };
  await recordInvoice(tx, actor, "confirmed what was typed for", invoice, now, { after });
}

/** The payment that the card service already reported for an entry being typed. */
function findReported(tx: Db, typed: Report): Promise<Payment | undefined> {
  return findLike(tx, typed, isReported(tx));
}

/** Form entries and those of earlier versions are typed; others have the card service's id. */
function isReported(tx: Db): SQL {
  const matches = tx.select().from(cardMatches).where(eq(cardMatches.paymentId, payments.id));
  const isNamed = and(isNotNull(payments.externalId), sql`${payments.externalId} !~ '^form '`);
  return or(isNamed, exists(matches))!;
}

async function findLike(tx: Db, { invoiceId, amount, paidOn }: Report, condition: SQL) {
  const [found] = await tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.salesInvoiceId, invoiceId),
        eq(payments.method, "card"),
        eq(payments.amount, amount),
        gte(payments.paidOn, addDays(paidOn, -daysApart)),
        lte(payments.paidOn, addDays(paidOn, daysApart)),
        isStanding(tx),
        condition,
      ),
    )
    .orderBy(sql`abs(${payments.paidOn} - ${paidOn}::date)`, payments.id)
    .limit(1);
  return found;
}

import { eq, type SQL, sql, desc, and, exists, gte, isNotNull, lte, not, or } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import type { PaymentMethod, RefundPurpose } from "#app/server/database/enums.ts";
import { cardMatches, payments, refundAnswers } from "#app/server/database/tables.server.ts";
import { type Day, melbourneDay, addDays } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import type { Owner } from "#app/features/auth/model.ts";
import { recordId } from "#app/features/intake/submission.server.ts";
import { findAccount, lockAccount, isStanding } from "#app/features/invoices/queries.server.ts";
import { endCardPages } from "#app/features/invoices/issue.server.ts";
import {
  restOf,
  type Invoice,
  isRefundOpen,
  type Payment,
  type PaymentEffect,
  paymentEffect,
} from "#app/features/invoices/model.ts";
import { queueReceipts, renewEmails, withdrawReceipt } from "./receipt.server.tsx";
import {
  answerAllRefunds,
  answerRefunds,
  recordInvoice,
  recordInvoices,
} from "#app/features/invoices/history.server.ts";
import { replanInvoiceReminders } from "#app/features/invoices/reminder-plans.server.ts";
import { issueCreditNotes } from "./corrections.server.ts";

export type NewPayment = {
  invoiceId: string;
  /** The Melbourne day on which the money came or went back. */
  paidOn: Day;
  /** Negative for a refund, which needs a reason. */
  amount: Cents;
  method: PaymentMethod;
  reason?: string;
  /** Without it, unless overpaid, the invoice asks for nothing until the owner says why. */
  refundFor?: RefundPurpose;
  bankLineId?: number;
  /** A payment whose id was recorded before changes nothing. */
  externalId?: string;
};

/** `future`: the day is after today. `more-than-paid`: the amount paid would fall below 0. */
export type PaymentRefusal =
  | "draft"
  | "void"
  | "credit-note"
  | "zero"
  | "future"
  | "no-reason"
  | "more-than-paid"
  | "reversal";

type Booked = {
  ok: true;
  account: Invoice;
  payment: Payment;
  effect: PaymentEffect;
  /** It was recorded before; nothing changed. */
  repeated: boolean;
  /** Its day is before the invoice's. */
  early: boolean;
};

export type PaymentResult =
  | Booked
  | { ok: false; reason: "not-found" }
  | { ok: false; reason: PaymentRefusal; account: Invoice };

/** `actor`: the administrator's email address, or the service that reported the payment. */
export async function recordPayment(
  tx: Db,
  given: NewPayment,
  actor: string,
  now: Date,
): Promise<PaymentResult> {
  const [result] = await recordPayments(tx, [given], actor, now);
  return result!;
}

/** Records several in order, with fewer statements. A refusal doesn't stop the others. */
export async function recordPayments(
  tx: Db,
  given: readonly NewPayment[],
  actor: string,
  now: Date,
): Promise<PaymentResult[]> {
  const results: PaymentResult[] = [];
  for (const payment of given) results.push(await bookPayment(tx, payment, actor, now));
  const booked = results.filter((result) => result.ok && !result.repeated) as Booked[];
  await followPayments(tx, booked, actor, now);
  return results;
}

async function bookPayment(
  tx: Db,
  { invoiceId, externalId, refundFor, ...given }: NewPayment,
  actor: string,
  now: Date,
): Promise<PaymentResult> {
  const before = await lockAccount(tx, invoiceId);
  if (!before) return { ok: false, reason: "not-found" };
  const recorded = await recordedAs(tx, externalId);
  if (recorded) return repeated(tx, recorded);
  const reason = refusalOf(before, given, now);
  if (reason) return { ok: false, reason, account: before };
  const [payment] = await tx
    .insert(payments)
    .values({ ...given, salesInvoiceId: invoiceId, externalId, actor, at: now })
    // A concurrent booking on another invoice: waits for that transaction.
    .onConflictDoNothing({ target: payments.externalId })
    .returning();
  if (!payment) return repeated(tx, (await recordedAs(tx, externalId))!);
  if (refundFor) await answerRefunds(tx, [payment.id], refundFor, actor, now);
  const after = { ...before, paid: before.paid + payment.amount };
  if (!refundFor && payment.amount < 0 && restOf(after) <= 0)
    await answerRefunds(tx, [payment.id], "overpaid", actor, now);
  // A refund may leave the invoice asking for nothing.
  const refunded = payment.amount < 0 && (await findAccount(tx, invoiceId));
  return resultOf(refunded || after, payment, false);
}

async function followPayments(tx: Db, booked: readonly Booked[], actor: string, now: Date) {
  if (booked.length === 0) return;
  const received = booked.filter(({ payment }) => payment.amount > 0);
  // When several pay one invoice, the last entry has its current state.
  const accounts = new Map(booked.map(({ account }) => [account.id, account]));
  for (const account of accounts.values()) await renewEmails(tx, account, now);
  await queueReceipts(tx, received, now);
  await replanInvoiceReminders(tx, [...accounts.values()], now);
  await endCardPages(tx, [...accounts.keys()], now);
  const events = booked.map(({ account, payment }) => ({
    action: payment.amount < 0 ? "recorded a refund of" : "recorded a payment for",
    invoice: account,
    after: factsOf(account, payment),
  }));
  await recordInvoices(tx, actor, events, now);
}

/** By an entry of the same day, to correct its figures. Holds back its receipt or withdraws it. */
export async function reversePayment(
  tx: Db,
  paymentId: number,
  reason: string,
  actor: string,
  now: Date,
): Promise<PaymentResult> {
  const [found] = await tx.select().from(payments).where(eq(payments.id, paymentId));
  const before = found && (await lockAccount(tx, found.salesInvoiceId));
  if (!before) return { ok: false, reason: "not-found" };
  const ofPayment = eq(payments.reversesId, paymentId);
  const [reversed] = await tx.select().from(payments).where(ofPayment);
  if (reversed) return resultOf(before, reversed, true);
  const refusal = reversalRefusal(before, found, reason);
  if (refusal) return { ok: false, reason: refusal, account: before };
  const { salesInvoiceId, paidOn, method, bankLineId } = found;
  const reversal = { salesInvoiceId, paidOn, method, bankLineId, reversesId: paymentId };
  const [payment] = await tx
    .insert(payments)
    .values({ ...reversal, amount: -found.amount, reason: reason.trim(), actor, at: now })
    .returning();
  const account = (await findAccount(tx, salesInvoiceId))!;
  await replanInvoiceReminders(tx, [account], now);
  await endCardPages(tx, [salesInvoiceId], now);
  await withdrawReceipt(tx, account, found, now);
  const action = found.amount < 0 ? "undid a refund of" : "undid a payment for";
  const after = { ...factsOf(account, found), reason: payment!.reason };
  await recordInvoice(tx, actor, action, account, now, { after });
  return resultOf(account, payment!, false);
}

async function recordedAs(tx: Db, externalId: string | undefined) {
  if (!externalId) return undefined;
  const [payment] = await tx.select().from(payments).where(isRecordedAs(externalId));
  return payment;
}

/** Recorded under this id, or typed before the report; the current entry if it was moved. */
export function isRecordedAs(externalId: string): SQL {
  const matched = sql`(select ${cardMatches.paymentId} from ${cardMatches}
    where ${eq(cardMatches.externalId, externalId)})`;
  const named = sql`(select named.id from payments named where named.external_id = ${externalId})`;
  return eq(payments.id, sql`coalesce(${matched}, ${named})`);
}

async function repeated(tx: Db, payment: Payment): Promise<PaymentResult> {
  return resultOf((await findAccount(tx, payment.salesInvoiceId))!, payment, true);
}

function resultOf(account: Invoice, payment: Payment, isRepeated: boolean): Booked {
  const effect = paymentEffect(account, payment);
  const early = payment.paidOn < account.issuedOn!;
  return { ok: true, account, payment, effect, repeated: isRepeated, early };
}

function closed(account: Invoice): PaymentRefusal | null {
  if (account.kind === "credit-note") return "credit-note";
  if (account.voidedAt) return "void";
  return account.number ? null : "draft";
}

function refusalOf(
  account: Invoice,
  { amount, paidOn, reason }: Pick<NewPayment, "amount" | "paidOn" | "reason">,
  now: Date,
): PaymentRefusal | null {
  const isClosed = closed(account);
  if (isClosed) return isClosed;
  if (amount === 0) return "zero";
  if (paidOn > melbourneDay(now)) return "future";
  if (amount > 0) return null;
  if (!reason?.trim()) return "no-reason";
  return account.paid + amount < 0 ? "more-than-paid" : null;
}

function reversalRefusal(
  account: Invoice,
  payment: Payment,
  reason: string,
): PaymentRefusal | null {
  const isClosed = closed(account);
  if (isClosed) return isClosed;
  if (payment.reversesId !== null) return "reversal";
  if (!reason.trim()) return "no-reason";
  // Its refund must be undone first.
  return account.paid - payment.amount < 0 ? "more-than-paid" : null;
}

function factsOf(account: Invoice, { amount, paidOn, method, reason }: Payment) {
  return { amount: Math.abs(amount), paidOn, method, reason, rest: restOf(account) };
}

type AnswerResult =
  | { ok: true; invoice: Invoice }
  | { ok: false; reason: "not-found" }
  | { ok: false; reason: "changed"; invoice: Invoice };

/** `seen`: the amount refunded when the form was shown. */
export function explainRefunds(
  db: Db,
  by: Owner,
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
    await answerAllRefunds(tx, id, purpose, by.email, now);
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
      // The card service may have reported it already.
      const payment = isCard && (await findLike(tx, { invoiceId, ...typed }, isReported(tx)));
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

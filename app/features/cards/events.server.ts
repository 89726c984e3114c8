import { and, eq, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { lockAccount, findAccount } from "#app/features/invoices/queries.server.ts";
import type { Invoice } from "#app/features/invoices/model.ts";
import {
  isRecordedAs,
  reversePayment,
  type NewPayment,
  recordPayment,
  matchTyped,
} from "#app/features/ledger/payments.server.ts";
import { recordInvoice } from "#app/features/invoices/history.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  auditEntries,
  payments,
  salesInvoices,
  cardDisputes,
} from "#app/server/database/tables.server.ts";
import { log } from "#app/server/log.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import { isUuid } from "#app/values/text.ts";
import { openDisputes } from "#app/server/database/enums.ts";
import {
  queueCardNotice,
  queueRefusedNotice,
  queueUnbookedRefundNotice,
  type DisputeStep,
  queueDisputeNotice,
} from "./notices.server.tsx";
import { idIn } from "./stripe.server.ts";

const cardActor = "Card payments";

/** `intent`: the id of the PaymentIntent. `at`: Unix seconds. */
type Received = {
  intent: string | null;
  invoiceId: string | null | undefined;
  amount: Cents | null;
  currency: string | null;
  at: number;
};

/** Books once, in any order. Throws when Stripe doesn't answer: it then reports the event again. */
export async function bookCardEvent(db: Db, stripe: Stripe, event: Stripe.Event, now: Date) {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded": {
      const session = event.data.object;
      // A slow method of payment: another event follows when the money is there.
      if (session.payment_status !== "paid") return;
      return bookReceived(db, receivedBySession(session, event.created), now);
    }
    case "payment_intent.succeeded":
      return bookReceived(db, receivedByIntent(event.data.object, event.created), now);
    case "charge.refunded":
      return bookRefundsOf(db, stripe, event.data.object, now);
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
    case "charge.refund.updated":
      return bookRefund(db, stripe, event.data.object, now);
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
    case "charge.dispute.closed": {
      const dispute = event.data.object;
      const intent = idIn(dispute.payment_intent);
      const invoiceId =
        intent && dispute.currency === "aud" && (await invoicePaidBy(db, stripe, intent, now));
      if (!invoiceId) return;
      const step = event.type.slice("charge.dispute.".length) as DisputeStep | "updated";
      const change = { step, dispute, at: event.created };
      return db.transaction(async (tx) =>
        followDispute(tx, await lockPaid(tx, invoiceId, intent), change, now),
      );
    }
    default:
      log.info({ event: event.type }, "card event without a booking");
  }
}

const receivedBySession = (session: Stripe.Checkout.Session, at: number): Received => ({
  intent: idIn(session.payment_intent),
  // Not client_reference_id: any payer can write it into the address of a payment link.
  invoiceId: session.metadata?.invoice,
  amount: session.amount_total,
  currency: session.currency,
  at,
});

const receivedByIntent = (intent: Stripe.PaymentIntent, at: number): Received => ({
  intent: intent.id,
  invoiceId: intent.metadata.invoice,
  amount: intent.amount_received,
  currency: intent.currency,
  at,
});

async function bookReceived(db: Db, received: Received, now: Date): Promise<void> {
  const { intent, invoiceId, amount, currency } = received;
  if (!intent || !invoiceId || !isUuid(invoiceId) || !amount) return;
  if (currency !== "aud")
    return log.warn({ intent, currency }, "card payment in another currency not booked");
  await db.transaction(async (tx) => {
    const paidOn = melbourneDay(new Date(Math.min(received.at * 1000, now.getTime())));
    const current = await currentInvoice(tx, invoiceId);
    const movement = { invoiceId: current, paidOn, amount, externalId: intent };
    const result = await bookReported(tx, movement, now);
    if (result.ok) {
      if (!result.repeated) await queueCardNotice(tx, result.account, amount);
    } else if (result.reason === "not-found") {
      log.warn({ intent }, "card payment for an unknown invoice");
    } else {
      const isNews = await recordRefused(tx, result.account, { amount, cardPayment: intent }, now);
      if (isNews) await queueRefusedNotice(tx, result.account, amount);
    }
  });
}

/** A reissue may replace the invoice while its card page is open; waits for one in progress. */
async function currentInvoice(tx: Db, id: string): Promise<string> {
  await lockAccount(tx, id);
  const [replacing] = await tx
    .select({ id: salesInvoices.id })
    .from(salesInvoices)
    .where(eq(salesInvoices.replacesId, id));
  return replacing?.id ?? id;
}

type Refused = { amount: Cents } & (
  | { cardPayment: string }
  | { cardRefund: string; failed?: boolean }
);

/** Records a report that an invoice, such as a void one, can't take; false if already recorded. */
async function recordRefused(tx: Db, account: Invoice, refused: Refused, now: Date) {
  const ofInvoice = eq(auditEntries.subjectId, account.id);
  const isKnown = and(ofInvoice, sql`${auditEntries.after} = ${JSON.stringify(refused)}::jsonb`);
  if ((await tx.$count(auditEntries, isKnown)) > 0) return false;
  const what = "cardRefund" in refused ? "refund of" : "payment for";
  const change = { after: refused };
  await recordInvoice(tx, cardActor, `could not book a ${what}`, account, now, change);
  return true;
}

async function bookRefundsOf(db: Db, stripe: Stripe, charge: Stripe.Charge, now: Date) {
  // Only older API versions include the refunds.
  const refunds = charge.refunds ?? (await stripe.refunds.list({ charge: charge.id, limit: 100 }));
  for (const refund of refunds.data) await bookRefund(db, stripe, refund, now);
}

const failed = ["failed", "canceled"];
const returned = ["succeeded", "pending", ...failed];

async function bookRefund(db: Db, stripe: Stripe, refund: Stripe.Refund, now: Date): Promise<void> {
  const intent = idIn(refund.payment_intent);
  if (!intent || refund.currency !== "aud" || !returned.includes(refund.status ?? "")) return;
  const invoiceId = await invoicePaidBy(db, stripe, intent, now);
  if (!invoiceId) return;
  await db.transaction(async (tx) => {
    const { id: externalId, amount, status, created } = refund;
    const paidOn = melbourneDay(new Date(Math.min(created * 1000, now.getTime())));
    const movement = { paidOn, amount: -amount, reason: "Refunded by card", externalId };
    const paidFor = await lockPaid(tx, invoiceId, intent);
    const isFailed = failed.includes(status ?? "");
    let result = await bookReported(tx, { ...movement, invoiceId: paidFor }, now);
    if (result.ok && isFailed) {
      const { id } = result.payment;
      result = await reversePayment(tx, id, "The card refund failed", cardActor, now);
    }
    if (result.ok || result.reason === "not-found") return;
    const refused = { amount, cardRefund: externalId, ...(isFailed && { failed: true }) };
    if (await recordRefused(tx, result.account, refused, now))
      await queueUnbookedRefundNotice(tx, result.account, amount, isFailed);
  });
}

/** Books the payment first when its refund is reported earlier. */
async function invoicePaidBy(db: Db, stripe: Stripe, intent: string, now: Date) {
  const known = await findPaid(db, intent);
  if (known) return known;
  const asked = await stripe.paymentIntents.retrieve(intent);
  await bookReceived(db, receivedByIntent(asked, asked.created), now);
  return findPaid(db, intent);
}

/** Locks the invoice that now holds the payment: a reissue may have moved it. */
async function lockPaid(tx: Db, invoiceId: string, intent: string): Promise<string> {
  await lockAccount(tx, invoiceId);
  return (await findPaid(tx, intent)) ?? invoiceId;
}

async function findPaid(db: Db, intent: string): Promise<string | null> {
  const [payment] = await db
    .select({ id: payments.salesInvoiceId })
    .from(payments)
    .where(isRecordedAs(intent));
  return payment?.id ?? null;
}

/** Tells the owner once of each step. Events repeat, in any order: a closed dispute stays closed. */
async function followDispute(
  tx: Db,
  invoiceId: string,
  { step, dispute, at }: { step: DisputeStep | "updated"; dispute: Stripe.Dispute; at: number },
  now: Date,
): Promise<void> {
  if (!(await lockAccount(tx, invoiceId))) return;
  const { id, amount, evidence_details: evidence, created } = dispute;
  const [known] = await tx.select().from(cardDisputes).where(eq(cardDisputes.id, id));
  const isOver = known !== undefined && !openDisputes.includes(known.status);
  const isBooked = step === "funds_withdrawn" || step === "funds_reinstated";
  const booked = !isBooked || (await bookMove(tx, invoiceId, { step, dispute, at }, now));
  const told = known?.told ?? [];
  const isNews = step !== "updated" && !told.includes(step);
  const changed = {
    status: isOver ? known.status : dispute.status,
    answerBy: evidence.due_by ? new Date(evidence.due_by * 1000) : null,
    told: isNews ? [...told, step] : told,
  };
  const openedAt = new Date(created * 1000);
  await tx
    .insert(cardDisputes)
    .values({ id, salesInvoiceId: invoiceId, amount, openedAt, ...changed })
    .onConflictDoUpdate({ target: cardDisputes.id, set: changed });
  if (!isNews) return;
  const account = (await findAccount(tx, invoiceId))!;
  await queueDisputeNotice(tx, account, { step, dispute, answerBy: changed.answerBy, booked });
}

/** Withdrawn money is a refund until reinstated; false if the invoice can't take it. */
async function bookMove(
  tx: Db,
  invoiceId: string,
  { step, dispute, at }: { step: DisputeStep; dispute: Stripe.Dispute; at: number },
  now: Date,
): Promise<boolean> {
  const paidOn = melbourneDay(new Date(Math.min(at * 1000, now.getTime())));
  const reason = "Disputed with the client's bank";
  const movement = { invoiceId, paidOn, amount: -dispute.amount, reason, externalId: dispute.id };
  const withdrawn = await bookReported(tx, movement, now);
  if (!withdrawn.ok || step !== "funds_reinstated") return withdrawn.ok;
  const { id } = withdrawn.payment;
  return (await reversePayment(tx, id, "The dispute was won", cardActor, now)).ok;
}

type Movement = Omit<NewPayment, "method"> & { externalId: string };

/** Books once, even if the owner typed it or it is reported again. */
async function bookReported(tx: Db, movement: Movement, now: Date) {
  await matchTyped(tx, movement, cardActor, now);
  return recordPayment(tx, { ...movement, method: "card" }, cardActor, now);
}

import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import { findAccount, lockAccount } from "#app/features/invoices/accounts.server.ts";
import { reversePayment } from "#app/features/invoices/payments.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { openDisputes } from "#app/server/database/enums.ts";
import { cardDisputes } from "#app/server/database/tables.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { cardActor } from "./model.ts";
import { type DisputeStep, queueDisputeNotice } from "./notices.server.tsx";
import { bookReported } from "./reported.server.ts";

/**
 * Tells the owner once of each step. Events repeat, in any order: a closed dispute stays closed.
 */
export async function followDispute(
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

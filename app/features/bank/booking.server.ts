import { inArray, and, isNotNull, isNull } from "drizzle-orm";
import type { Owner } from "#app/features/auth/model.ts";
import {
  type NewPayment,
  type PaymentResult,
  recordPayments,
  reversePayment,
} from "#app/features/ledger/payments.server.ts";
import { lockAccounts } from "#app/features/invoices/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { bankLines, salesInvoices } from "#app/server/database/tables.server.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import { longDay } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import { type BookingToken, readToken, tokenOf } from "./proposals.ts";
import { type BankLine, getProposals, standingPayments } from "./queries.server.ts";

type PaymentRefused = Exclude<PaymentResult, { ok: true }>;

/** `changed`: the page is out of date. Nothing is booked then, nor after a refusal. */
export type BankOutcome =
  | { ok: true; lines: number }
  | { ok: false; reason: "changed" }
  | { ok: false; reason: "refused"; refusal: PaymentRefused };

/** Rolls the transaction back and carries the reason. */
class Refused extends Error {
  readonly outcome: BankOutcome;
  constructor(outcome: BankOutcome) {
    super("refused");
    this.outcome = outcome;
  }
}

async function allOrNothing(db: Db, work: (tx: Db) => Promise<BankOutcome>): Promise<BankOutcome> {
  try {
    return await db.transaction(work);
  } catch (error) {
    if (error instanceof Refused) return error.outcome;
    throw error;
  }
}

/** Sorted to avoid deadlocks; FOR UPDATE would block an undo that holds the invoice's lock. */
function lockLines(tx: Db, ids: readonly number[]): Promise<BankLine[]> {
  return tx
    .select()
    .from(bankLines)
    .where(inArray(bankLines.id, [...ids]))
    .orderBy(bankLines.id)
    .for("no key update");
}

/** Books all of them, or none when one is no longer proposed. */
export function bookProposals(
  db: Db,
  by: Owner,
  posted: readonly string[],
  now = new Date(),
): Promise<BankOutcome> {
  const tokens = posted.map(readToken);
  if (tokens.length === 0 || tokens.includes(null))
    return Promise.resolve({ ok: false, reason: "changed" });
  return allOrNothing(db, (tx) => book(tx, by, tokens as BookingToken[], posted, now));
}

async function book(
  tx: Db,
  by: Owner,
  tokens: readonly BookingToken[],
  posted: readonly string[],
  now: Date,
): Promise<BankOutcome> {
  const ids = tokens.map(({ lineId }) => lineId);
  const lines = await lockLines(tx, ids);
  if (await areBooked(tx, tokens)) return { ok: true, lines: tokens.length };
  const invoiceIds = tokens.flatMap((token) => token.parts.map(({ invoiceId }) => invoiceId));
  await lockAccounts(tx, inArray(salesInvoices.id, invoiceIds));
  const current = new Set((await getProposals(tx, by)).lines.map(tokenOf));
  if (!posted.every((token) => current.has(token))) return { ok: false, reason: "changed" };
  const parts = new Map(tokens.map((token) => [token.lineId, token.parts]));
  const payments = lines.flatMap((line) =>
    parts.get(line.id)!.map((part) => paymentOf(line, part)),
  );
  await pay(tx, by, payments, now);
  return { ok: true, lines: lines.length };
}

/** True after a double click or a lost response. */
async function areBooked(tx: Db, tokens: readonly BookingToken[]): Promise<boolean> {
  const ids = tokens.map(({ lineId }) => lineId);
  const paid = await standingPayments(tx, ids);
  const parts = tokens.flatMap(({ lineId, parts: all }) =>
    all.map((part) => ({ lineId, ...part })),
  );
  return parts.every(({ lineId, invoiceId, amount }) =>
    paid.some(
      (payment) =>
        payment.bankLineId === lineId &&
        payment.salesInvoiceId === invoiceId &&
        payment.amount === amount,
    ),
  );
}

const paymentOf = (
  { id, day, text }: BankLine,
  { invoiceId, amount }: { invoiceId: string; amount: number },
): NewPayment => ({
  invoiceId,
  amount,
  paidOn: day,
  method: /\bpay[ -]?id\b/i.test(text) ? "payid" : "bank-transfer",
  bankLineId: id,
});

async function pay(tx: Db, by: Owner, payments: readonly NewPayment[], now: Date) {
  const results = await recordPayments(tx, payments, by.email, now);
  const refusal = results.find((result) => !result.ok);
  if (refusal) throw new Refused({ ok: false, reason: "refused", refusal });
}

/** Books the whole line, whatever is left of the invoice. */
export function bookLine(
  db: Db,
  by: Owner,
  lineId: number,
  invoiceId: string,
  now = new Date(),
): Promise<BankOutcome> {
  return allOrNothing(db, async (tx) => {
    const [line] = await lockLines(tx, [lineId]);
    if (!line) return { ok: false, reason: "changed" };
    const paid = await standingPayments(tx, [lineId]);
    const isSame = paid.length === 1 && paid[0]!.salesInvoiceId === invoiceId;
    if (isSame) return { ok: true, lines: 1 };
    if (paid.length > 0 || line.dismissedAt) return { ok: false, reason: "changed" };
    await pay(tx, by, [paymentOf(line, { invoiceId, amount: line.amount })], now);
    return { ok: true, lines: 1 };
  });
}

/** Skips payments that are already reversed. */
export function undoLines(
  db: Db,
  by: Owner,
  lineIds: readonly number[],
  now = new Date(),
): Promise<BankOutcome> {
  return allOrNothing(db, async (tx) => {
    const lines = await lockLines(tx, lineIds);
    if (lines.length < lineIds.length) return { ok: false, reason: "changed" };
    const standing = await standingPayments(tx, lineIds);
    const invoiceIds = standing.map(({ salesInvoiceId }) => salesInvoiceId);
    await lockAccounts(tx, inArray(salesInvoices.id, invoiceIds));
    for (const payment of standing) {
      const result = await reversePayment(tx, payment.id, undoReason, by.email, now);
      if (!result.ok) throw new Refused({ ok: false, reason: "refused", refusal: result });
    }
    return { ok: true, lines: lines.length };
  });
}

const undoReason = "Undone on the bank statement";

/** False when a line was booked meanwhile or does not exist. */
export function setAside(db: Db, by: Owner, lineIds: readonly number[], now = new Date()) {
  return db.transaction(async (tx) => {
    const ofIds = inArray(bankLines.id, [...lineIds]);
    const lines = await tx
      .select()
      .from(bankLines)
      .where(ofIds)
      .orderBy(bankLines.id)
      .for("update");
    if (lines.length < lineIds.length || (await standingPayments(tx, lineIds)).length > 0)
      return false;
    const changed = await tx
      .update(bankLines)
      .set({ dismissedAt: now })
      .where(and(ofIds, isNull(bankLines.dismissedAt)))
      .returning();
    await recordLines(tx, by, "set aside", changed, now);
    return true;
  });
}

/** False when a line does not exist. */
export function putBack(db: Db, by: Owner, lineIds: readonly number[], now = new Date()) {
  return db.transaction(async (tx) => {
    const ofIds = inArray(bankLines.id, [...lineIds]);
    const changed = await tx
      .update(bankLines)
      .set({ dismissedAt: null })
      .where(and(ofIds, isNotNull(bankLines.dismissedAt)))
      .returning();
    await recordLines(tx, by, "put back", changed, now);
    return (await tx.$count(bankLines, ofIds)) === lineIds.length;
  });
}

async function recordLines(
  tx: Db,
  by: Owner,
  action: string,
  lines: readonly BankLine[],
  now: Date,
): Promise<void> {
  const [first, ...others] = lines;
  if (!first) return;
  // Not the bank's text: it may name people, and these entries are kept longer.
  const label =
    others.length > 0
      ? `lines (${lines.length})`
      : `line of ${longDay(first.day)}, ${formatMoney(first.amount)}`;
  const subject = { kind: "statement", label } as const;
  await recordActivity(tx, { actor: by.email, action, subject }, now);
}

import { inArray } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import {
  type NewPayment,
  type PaymentResult,
  recordPayments,
  reversePayment,
} from "#app/features/invoices/payments.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { bankLines, salesInvoices } from "#app/server/database/tables.server.ts";
import { type BookingToken, readToken, tokenOf } from "./booking-token.ts";
import { type BankLine, getProposals, standingPayments } from "./queries.server.ts";

type PaymentRefused = Exclude<PaymentResult, { ok: true }>;

/** `changed`: the page that asked is out of date. Nothing was done then, and nothing after a refusal. */
export type BankOutcome =
  | { ok: true; lines: number }
  | { ok: false; reason: "changed" }
  | { ok: false; reason: "refused"; refusal: PaymentRefused };

/** Takes the transaction back, and says why. */
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

/**
 * In one order, so that two requests cannot wait for each other. Not FOR UPDATE: whoever undoes a
 * payment on its invoice's page holds the invoice's lock and then writes a row that names the line.
 */
function lockLines(tx: Db, ids: readonly number[]): Promise<BankLine[]> {
  return tx
    .select()
    .from(bankLines)
    .where(inArray(bankLines.id, [...ids]))
    .orderBy(bankLines.id)
    .for("no key update");
}

/** Books proposals as the page showed them: all of them, or none when one is no longer proposed. */
export function bookProposals(
  db: Db,
  by: Administrator,
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
  by: Administrator,
  tokens: readonly BookingToken[],
  posted: readonly string[],
  now: Date,
): Promise<BankOutcome> {
  const lines = await lockLines(
    tx,
    tokens.map(({ lineId }) => lineId),
  );
  if (await areBooked(tx, tokens)) return { ok: true, lines: tokens.length };
  await lockInvoices(
    tx,
    tokens.flatMap(({ parts }) => parts.map(({ invoiceId }) => invoiceId)),
  );
  const current = new Set((await getProposals(tx, by)).lines.map(tokenOf));
  if (!posted.every((token) => current.has(token))) return { ok: false, reason: "changed" };
  const parts = new Map(tokens.map((token) => [token.lineId, token.parts]));
  const payments = lines.flatMap((line) =>
    parts.get(line.id)!.map((part) => paymentOf(line, part)),
  );
  await pay(tx, by, payments, now);
  return { ok: true, lines: lines.length };
}

/** In one order, as an acceptance does that ends several. */
async function lockInvoices(tx: Db, ids: string[]): Promise<void> {
  await tx
    .select({ id: salesInvoices.id })
    .from(salesInvoices)
    .where(inArray(salesInvoices.id, ids))
    .orderBy(salesInvoices.id)
    .for("update");
}

/** Whether it was all done before: the button was pressed twice, or the first answer was lost. */
async function areBooked(tx: Db, tokens: readonly BookingToken[]): Promise<boolean> {
  const paid = await standingPayments(
    tx,
    tokens.map(({ lineId }) => lineId),
  );
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

async function pay(
  tx: Db,
  by: Administrator,
  payments: readonly NewPayment[],
  now: Date,
): Promise<void> {
  const results = await recordPayments(tx, payments, by.email, now);
  const refusal = results.find((result) => !result.ok);
  if (refusal) throw new Refused({ ok: false, reason: "refused", refusal });
}

/** Books a whole line on an invoice that the owner has chosen, whatever is left of it. */
export function bookLine(
  db: Db,
  by: Administrator,
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

/** Reverses what these lines paid; what was undone before stays so. */
export function undoLines(
  db: Db,
  by: Administrator,
  lineIds: readonly number[],
  now = new Date(),
): Promise<BankOutcome> {
  return allOrNothing(db, async (tx) => {
    const lines = await lockLines(tx, lineIds);
    if (lines.length < lineIds.length) return { ok: false, reason: "changed" };
    const standing = await standingPayments(tx, lineIds);
    await lockInvoices(
      tx,
      standing.map(({ salesInvoiceId }) => salesInvoiceId),
    );
    for (const payment of standing) {
      const result = await reversePayment(tx, payment.id, undoReason, by.email, now);
      if (!result.ok) throw new Refused({ ok: false, reason: "refused", refusal: result });
    }
    return { ok: true, lines: lines.length };
  });
}

const undoReason = "Undone on the bank statement";

import { eq, sql, asc, desc, inArray } from "drizzle-orm";
import type { Administrator, Owner } from "#app/features/auth/model.ts";
import {
  creditSums,
  moveCredit,
  openPackage,
  settleWithin,
} from "#app/features/diary/credits.server.ts";
import { openDiary } from "#app/features/diary/entries.server.ts";
import { recordId } from "#app/features/intake/submission.server.ts";
import { getBusinessDetails } from "#app/features/business/queries.server.ts";
import { issuingRefusal } from "#app/features/business/model.ts";
import { issueSale } from "#app/features/ledger/sale-invoices.server.ts";
import { type Invoice, invoiceState } from "#app/features/invoices/model.ts";
import { recordInvoice } from "#app/features/invoices/history.server.ts";
import { readPrices } from "#app/features/services/queries.server.ts";
import type { PaymentMethod } from "#app/server/database/enums.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  credits,
  salesInvoices,
  creditMoves,
  diaryEntries,
} from "#app/server/database/tables.server.ts";
import { type Day, melbourneDay } from "#app/values/calendar.ts";
import { packageName } from "#app/features/services/model.ts";
import { offerKey } from "./model.ts";

type Sale = {
  buyerName: string;
  buyerEmail: string;
  /** By {@link offerKey}. */
  offer: string;
  /** The last day of a session. */
  expiresOn: Day | null;
  /** It is paid already. */
  paidBy: PaymentMethod | null;
};

/** `changed`: the price list no longer has it at that price. `over`: its last day has passed. */
type SaleResult = { ok: true } | { ok: false; reason: "off" | "incomplete" | "changed" | "over" };

/** Sells a package: its invoice and its sessions, less those already booked. One form `key` sells one. */
export function sellPackage(
  db: Db,
  by: Owner,
  sale: Sale,
  key: string,
  now = new Date(),
): Promise<SaleResult> {
  return db.transaction(async (tx) => {
    await openDiary(tx, now);
    const sold = await sellWithin(tx, by.email, sale, key, now);
    return sold.ok ? { ok: true } : sold;
  });
}

/** Under the diary's lock. `isNew`: this very form has not sold it before. */
export async function sellWithin(
  tx: Db,
  by: string,
  { offer, expiresOn, paidBy, ...buyer }: Sale,
  key: string,
  now: Date,
): Promise<{ ok: true; invoice: Invoice; isNew: boolean } | Extract<SaleResult, { ok: false }>> {
  const id = recordId("package", key, [buyer.buyerEmail, offer]);
  const [sent] = await tx
    .select({ invoice: salesInvoices })
    .from(credits)
    .innerJoin(salesInvoices, eq(salesInvoices.id, credits.salesInvoiceId))
    .where(eq(credits.id, id));
  if (sent) return { ok: true, invoice: sent.invoice, isNew: false };
  const prices = await readPrices(tx);
  const sold = prices.coachingPackages.find((one) => offerKey(one) === offer);
  if (!sold) return { ok: false, reason: "changed" };
  if (expiresOn && expiresOn < melbourneDay(now)) return { ok: false, reason: "over" };
  const details = await getBusinessDetails(tx);
  const refusal = issuingRefusal(details);
  if (refusal) return { ok: false, reason: refusal };
  const { sessions, minutes, price } = sold;
  const title = `Package of ${packageName(sessions, minutes)}`;
  const issuing = { details, by, ...(paidBy && { paidBy }) };
  const lines = [{ text: title, amount: price }];
  const invoice = await issueSale(tx, { ...buyer, title, lines }, issuing, now);
  const single = prices.coachingSessions.find((session) => session.minutes === minutes);
  await openPackage(tx, {
    id,
    salesInvoiceId: invoice.id,
    clientEmail: buyer.buyerEmail,
    minutes,
    count: sessions,
    singlePrice: single?.price ?? Math.round(price / sessions),
    expiresOn,
    createdAt: now,
  });
  await settleWithin(tx, now, buyer.buyerEmail);
  return { ok: true, invoice, isNew: true };
}

/** `left`: as the page showed it; a press that is sent twice changes it once. */
type SeenPackage = { id: string; left: number };

type ChangeResult = { ok: true } | { ok: false; reason: "not-found" | "changed" };

export const giveCredit = (db: Db, by: Owner, seen: SeenPackage, now = new Date()) =>
  changePackage(db, by, seen, { kind: "goodwill", amount: 1, action: "gave a session on" }, now);

/** Its client leaves: what is left is gone. What goes back to them is refunded on its invoice. */
export const endPackage = (db: Db, by: Owner, seen: SeenPackage, now = new Date()) =>
  changePackage(db, by, seen, { ...ended, amount: -seen.left }, now);

const ended = { kind: "refunded", action: "ended the package of" } as const;

type Change = { kind: "goodwill" | "refunded"; amount: number; action: string };

function changePackage(
  db: Db,
  by: Owner,
  { id, left }: SeenPackage,
  { kind, amount, action }: Change,
  now: Date,
): Promise<ChangeResult> {
  return db.transaction(async (tx) => {
    await openDiary(tx, now);
    const [found] = await tx
      .select({
        invoice: salesInvoices,
        clientEmail: credits.clientEmail,
        left: creditSums.left,
        isOver: sql<boolean>`coalesce(${credits.expiresOn} < ${melbourneDay(now)}, false)`,
      })
      .from(credits)
      .innerJoin(salesInvoices, eq(salesInvoices.id, credits.salesInvoiceId))
      .where(eq(credits.id, id));
    if (!found) return { ok: false, reason: "not-found" };
    if (found.left !== left || found.isOver || found.invoice.voidedAt || amount === 0)
      return { ok: false, reason: "changed" };
    await moveCredit(tx, id, { kind, amount }, now);
    const before = { "sessions left": left };
    const after = { "sessions left": left + amount };
    await recordInvoice(tx, by.email, action, found.invoice, now, { before, after });
    await settleWithin(tx, now, found.clientEmail);
    return { ok: true };
  });
}

export async function listPackages(db: Db, _by: Administrator, email: string, now = new Date()) {
  const found = await db
    .select({ sold: credits, invoice: salesInvoices, ...creditSums })
    .from(credits)
    .innerJoin(salesInvoices, eq(salesInvoices.id, credits.salesInvoiceId))
    .where(eq(sql`lower(${credits.clientEmail})`, email.toLowerCase()))
    .orderBy(desc(credits.createdAt), desc(credits.id));
  const ids = found.map(({ sold }) => sold.id);
  const moves = ids.length > 0 ? await listMoves(db, ids) : [];
  return found.map(({ sold, invoice, left, of, taken }) => ({
    id: sold.id,
    name: packageName(sold.count, sold.minutes),
    expiresOn: sold.expiresOn,
    left,
    // Sessions it ever held, and those it gave.
    of,
    used: 0 - taken,
    singlePrice: sold.singlePrice,
    invoice: {
      id: invoice.id,
      number: invoice.number,
      state: invoiceState(invoice, melbourneDay(now)),
      total: invoice.total,
      paid: invoice.paid,
    },
    moves: moves.filter(({ creditId }) => creditId === sold.id),
  }));
}

function listMoves(db: Db, ids: string[]) {
  const { creditId, kind, amount, at } = creditMoves;
  const { id, title, startsAt } = diaryEntries;
  return db
    .select({ creditId, kind, amount, at, entry: { id, title, startsAt } })
    .from(creditMoves)
    .leftJoin(diaryEntries, eq(id, creditMoves.entryId))
    .where(inArray(creditId, ids))
    .orderBy(asc(creditMoves.id));
}

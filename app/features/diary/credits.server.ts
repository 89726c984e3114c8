import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
  not,
} from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { type CreditMoveKind, ownKinds } from "#app/server/database/enums.ts";
import {
  creditMoves,
  credits,
  diaryEntries,
  salesInvoices,
  services,
} from "#app/server/database/tables.server.ts";
import { packageName } from "#app/features/services/model.ts";
import { type Day, melbourneDay } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import { type Entry, lengthOf } from "./model.ts";
import type { PgColumn } from "drizzle-orm/pg-core";

/* All changes need the diary lock, so that no package gives more sessions than it has. */

// In a query of one table Drizzle would write `${credits.id}` without its table.
const sumOf = (where: SQL) => sql<number>`(select coalesce(sum(move.amount), 0)::int
  from ${creditMoves} move where move.credit_id = credits.id and ${where})`;

/** `taken`: by sessions, so negative. */
export const creditSums = {
  left: sumOf(sql`true`),
  of: sumOf(sql`move.kind in ('bought', 'goodwill')`),
  taken: sumOf(sql`move.kind in ('used', 'returned')`),
};

const isPayable = and(
  eq(diaryEntries.kind, "appointment"),
  or(
    inArray(diaryEntries.state, ["requested", "booked", "done", "no-show"]),
    and(eq(diaryEntries.state, "cancelled"), diaryEntries.cancelledLate),
  ),
  gt(diaryEntries.price, 0),
  isNull(diaryEntries.spamReason),
  isNull(diaryEntries.salesInvoiceId),
);

const melbourneDayOf = (instant: SQL | typeof credits.createdAt | typeof diaryEntries.startsAt) =>
  sql`(${instant} at time zone 'Australia/Melbourne')::date`;

const sessionDay = melbourneDayOf(diaryEntries.startsAt);

/** Not credited in full. */
const isWorthSomething = or(
  eq(salesInvoices.total, 0),
  lt(salesInvoices.credited, salesInvoices.total),
);

/** Packages are of the price list's sessions; one to make up is of any. */
const isOfPriceList = or(
  eq(credits.count, 1),
  sql`not exists (select from ${services} where ${services.id} = ${diaryEntries.serviceId}
    and ${inArray(services.category, [...ownKinds])})`,
);

/** Sessions before the day of the sale were paid otherwise. */
const fitsOn = (day: SQL) =>
  and(
    isPayable,
    isOfPriceList,
    isNotNull(salesInvoices.number),
    isNull(salesInvoices.voidedAt),
    sql`${credits.minutes} * interval '1 minute' = ${diaryEntries.endsAt} - ${diaryEntries.startsAt}`,
    lte(melbourneDayOf(credits.createdAt), day),
    or(isNull(credits.expiresOn), gte(credits.expiresOn, day)),
    // One credited in full keeps the sessions that were held.
    or(isWorthSomething, notInArray(diaryEntries.state, ["requested", "booked"])),
  );

const fits = fitsOn(sessionDay);

const isOwn = eq(credits.id, diaryEntries.creditId);
const isOfClient = sql`lower(${credits.clientEmail}) = lower(${diaryEntries.clientEmail})`;

/** An unpaid package gives one session, unless it is the invoice of booked sessions; one credited in full none. */
const gives = and(
  gt(creditSums.left, 0),
  isWorthSomething,
  or(
    credits.coversUnpaid,
    eq(creditSums.taken, 0),
    sql`${salesInvoices.total} <= greatest(${salesInvoices.paid} + ${salesInvoices.credited}, 0)`,
  ),
);

export function hasPackage(db: Db, which: "own" | "giving", day = sessionDay): SQL {
  const isMeant = which === "own" ? isOwn : and(isOfClient, gives);
  const { id } = credits;
  const invoice = eq(salesInvoices.id, credits.salesInvoiceId);
  const packages = db.select({ id }).from(credits).innerJoin(salesInvoices, invoice);
  return exists(packages.where(and(fitsOn(day), isMeant)));
}

export async function isCoveredOn(db: Db, { id }: Entry, day: Day): Promise<boolean> {
  const on = sql`${day}::date`;
  const isPaid = or(hasPackage(db, "own", on), hasPackage(db, "giving", on));
  return (await db.$count(diaryEntries, and(eq(diaryEntries.id, id), isPaid))) > 0;
}

type Move = { kind: CreditMoveKind; amount: number; entryId?: string };

export async function moveCredit(tx: Db, creditId: string, move: Move, now: Date) {
  await tx.insert(creditMoves).values({ creditId, ...move, at: now });
}

type Sold = typeof credits.$inferInsert & { createdAt: Date };

export async function openPackage(tx: Db, sold: Sold, entryId?: string) {
  const [opened] = await tx.insert(credits).values(sold).returning();
  const { id, count, createdAt } = opened!;
  const move = { kind: "bought", amount: count, ...(entryId && { entryId }) } as const;
  await moveCredit(tx, id, move, createdAt);
}

/** A session that was paid by itself and is cancelled in time is one to make up. */
export async function keepPaid(tx: Db, entry: Entry, now: Date): Promise<void> {
  const { id, salesInvoiceId, clientEmail, cancelledLate } = entry;
  const minutes = lengthOf(entry);
  if (!salesInvoiceId || !clientEmail || cancelledLate || !minutes) return;
  const singlePrice = await keptOf(tx, salesInvoiceId);
  if (singlePrice === 0) return;
  const sold = { salesInvoiceId, clientEmail, minutes, count: 1, singlePrice };
  await openPackage(tx, { ...sold, createdAt: now }, id);
}

/** What was paid of an invoice and isn't credited; 0 while something is to be paid. */
async function keptOf(db: Db, invoiceId: string): Promise<Cents> {
  const { id, voidedAt, paid, credited, total } = salesInvoices;
  const isPaid = sql`${paid} + ${credited} >= ${total}`;
  const [kept] = await db
    .select({ total, credited })
    .from(salesInvoices)
    .where(and(eq(id, invoiceId), isNull(voidedAt), isPaid));
  return kept ? Math.max(0, kept.total - kept.credited) : 0;
}

/** It is not cancelled after all. */
export async function takeBackPaid(tx: Db, { salesInvoiceId }: Entry): Promise<void> {
  if (salesInvoiceId) await tx.delete(credits).where(eq(credits.salesInvoiceId, salesInvoiceId));
}

/** Takes a changed session from the package that ends first, or gives it back. */
export async function followCredit(tx: Db, entry: Entry, now: Date): Promise<Entry> {
  const { id: entryId, kind, creditId: held } = entry;
  if (kind !== "appointment") return entry;
  const fitting = await tx
    .select({ id: credits.id, gives: sql<boolean>`${gives}` })
    .from(credits)
    .innerJoin(salesInvoices, eq(salesInvoices.id, credits.salesInvoiceId))
    .innerJoin(diaryEntries, eq(diaryEntries.id, entryId))
    .where(and(fits, or(isOwn, isOfClient)))
    .orderBy(sql`${credits.expiresOn} asc nulls last`, asc(credits.createdAt), asc(credits.id));
  if (fitting.some(({ id }) => id === held)) return entry;
  const next = fitting.find((one) => one.gives);
  return held || next ? exchangeCredit(tx, entry, next?.id ?? null, now) : entry;
}

async function exchangeCredit(tx: Db, entry: Entry, next: string | null, now: Date) {
  const { id: entryId, creditId: held } = entry;
  if (held) await moveCredit(tx, held, { kind: "returned", amount: 1, entryId }, now);
  if (next) await moveCredit(tx, next, { kind: "used", amount: -1, entryId }, now);
  const isIt = eq(diaryEntries.id, entryId);
  const [followed] = await tx.update(diaryEntries).set({ creditId: next }).where(isIt).returning();
  return followed!;
}

/** A package goes along to another address of its client, and not with a session that is another's now. */
export async function readdressCredit(tx: Db, before: Entry, fields: Partial<Entry>, now: Date) {
  if (!before.creditId) return;
  const { clientName, student, clientEmail } = { ...before, ...fields };
  const isTheirs = clientName === before.clientName || (student && student === before.student);
  if (!isTheirs) await exchangeCredit(tx, before, null, now);
  else if (clientEmail)
    await tx.update(credits).set({ clientEmail }).where(eq(credits.id, before.creditId));
}

/** `isLast`: none is left, and none of those taken is later. */
export async function creditBalance(db: Db, { creditId, startsAt }: Entry) {
  if (!creditId) return null;
  const { left, of } = creditSums;
  const isLast = sql<boolean>`${left} = 0 and not exists (select from ${diaryEntries} later
    where later.credit_id = credits.id and later.starts_at > ${startsAt.toISOString()})`;
  const balances = db.select({ left, of, isLast }).from(credits).where(eq(credits.id, creditId));
  return (await balances)[0] ?? null;
}

/** `isBack`: it was cancelled in time. */
export async function creditOfSession(db: Db, entry: Entry) {
  const creditId = entry.creditId ?? (await returnedTo(db, entry));
  const balance = await creditBalance(db, { ...entry, creditId });
  return balance && { ...balance, isBack: entry.creditId === null };
}

/** Of a paid session that was cancelled in time. */
export const isCovered = "You've paid for it, so your next session of the same length is covered";

export async function packageSentence(db: Db, entry: Entry): Promise<string | null> {
  const balance = await creditOfSession(db, entry);
  if (!balance) return null;
  const { left, of, isBack, isLast } = balance;
  if (isBack && entry.salesInvoiceId)
    return left > 0 && (await keptOf(db, entry.salesInvoiceId)) > 0 ? isCovered : null;
  if (isBack) return `It's back in your package: ${left} of ${of} left`;
  if (of === 1) return "It's covered by an earlier invoice";
  if (entry.state === "cancelled") return `It counts in your package: ${left} of ${of} left`;
  if (left === 0 && !isLast) return `From your package of ${of}`;
  return `From your package: ${isLast ? `the last of ${of}` : `${left} of ${of} left`}`;
}

/** `4 x 60 min, 3 of 4 left, is for sessions of 60 minutes`: packages that can't pay it for its length. */
export async function otherPackages(db: Db, entry: Entry): Promise<string[]> {
  const { clientEmail, creditId, salesInvoiceId, startsAt } = entry;
  const minutes = lengthOf(entry);
  if (!clientEmail || creditId || salesInvoiceId || !entry.price || !minutes) return [];
  const { left, of } = creditSums;
  const others = await db
    .select({ minutes: credits.minutes, count: credits.count, left, of })
    .from(credits)
    .innerJoin(salesInvoices, eq(salesInvoices.id, credits.salesInvoiceId))
    .where(
      and(
        eq(sql`lower(${credits.clientEmail})`, clientEmail.toLowerCase()),
        ne(credits.minutes, minutes),
        isNull(salesInvoices.voidedAt),
        isWorthSomething,
        or(isNull(credits.expiresOn), gte(credits.expiresOn, melbourneDay(startsAt))),
        gt(left, 0),
      ),
    )
    .orderBy(asc(credits.createdAt), asc(credits.id));
  return others.map((one) => {
    const name = `${packageName(one.count, one.minutes)}, ${one.left} of ${one.of} left`;
    return `${name}, is for sessions of ${one.minutes} minutes`;
  });
}

async function returnedTo(db: Db, { id, state }: Entry): Promise<string | null> {
  if (state !== "cancelled") return null;
  const { creditId, entryId, id: line } = creditMoves;
  const moves = db.select({ creditId }).from(creditMoves).where(eq(entryId, id));
  const [last] = await moves.orderBy(desc(line)).limit(1);
  return last?.creditId ?? null;
}

const mostSettled = 200;

/** The same in a transaction that has opened the diary, of all clients or of one. */
export async function settleWithin(tx: Db, now: Date, email?: string): Promise<void> {
  const isTheirs = (column: PgColumn) =>
    email === undefined ? undefined : eq(sql`lower(${column})`, email.toLowerCase());
  const { left } = creditSums;
  const isOver = and(
    gt(left, 0),
    lt(credits.expiresOn, melbourneDay(now)),
    isTheirs(credits.clientEmail),
  );
  const over = await tx.select({ id: credits.id, left }).from(credits).where(isOver);
  for (const one of over) await moveCredit(tx, one.id, { kind: "expired", amount: -one.left }, now);
  const { creditId, startsAt, id } = diaryEntries;
  const wantsOne = and(isNull(creditId), hasPackage(tx, "giving"));
  const wantsNone = and(isNotNull(creditId), not(hasPackage(tx, "own")));
  const entries = await tx
    .select()
    .from(diaryEntries)
    .where(and(or(wantsOne, wantsNone), isTheirs(diaryEntries.clientEmail)))
    .orderBy(asc(startsAt), asc(id))
    .limit(mostSettled);
  for (const entry of entries) await followCredit(tx, entry, now);
}

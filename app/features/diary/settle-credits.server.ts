import { and, asc, eq, gt, isNotNull, isNull, lt, not, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#app/server/database/db.server.ts";
import { credits, diaryEntries } from "#app/server/database/tables.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { creditSums, followCredit, hasPackage, moveCredit } from "./credits.server.ts";
import { openDiary } from "./entries.server.ts";

const mostSettled = 200;

/** Follows sales, payments, voids, expiries and other programs' rows in packages. Any process may run it. */
export function settleCredits(db: Db, now = new Date()): Promise<void> {
  return db.transaction(async (tx) => {
    await openDiary(tx, now);
    await settleWithin(tx, now);
  });
}

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

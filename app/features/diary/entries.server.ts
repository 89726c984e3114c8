import { takesTime } from "#app/features/services/taken.server.ts";
import { overlapsAnother } from "./overlaps.server.ts";
import type { Service } from "#app/features/services/model.ts";
import { and, eq, gt, lte, not, or, sql } from "drizzle-orm";
import { type Db, errorCode } from "#app/server/database/db.server.ts";
import { diaryEntries, isHeldEntry, services } from "#app/server/database/tables.server.ts";
import { followCredit } from "./credits.server.ts";
import { lockDiary } from "./lock.server.ts";
import { byTheClock, type Entry } from "./model.ts";
import { recordEntry } from "./record.server.ts";

/** Clients use the secret part of the emailed link or of the page after booking. */
export type EntryRef = { id: string } | { token: string };

export const isEntry = (ref: EntryRef) =>
  "id" in ref
    ? eq(diaryEntries.id, ref.id)
    : or(eq(diaryEntries.token, ref.token), eq(diaryEntries.pageToken, ref.token));

export async function findEntry(db: Db, ref: EntryRef): Promise<Entry | null> {
  const [entry] = await db.select().from(diaryEntries).where(isEntry(ref));
  return entry ?? null;
}

/** Call first in every change: takes the diary lock and frees expired holds. */
export async function openDiary(tx: Db, now: Date): Promise<void> {
  await lockDiary(tx);
  await releaseHeld(tx, now);
}

/** The diary and the row are locked until the transaction ends. */
export async function lockEntry(tx: Db, ref: EntryRef, now: Date): Promise<Entry | null> {
  await openDiary(tx, now);
  // FOR UPDATE: a program that ignores the diary lock waits here.
  const [entry] = await tx.select().from(diaryEntries).where(isEntry(ref)).for("update");
  return entry ?? null;
}

async function releaseHeld(tx: Db, now: Date): Promise<void> {
  const released = await tx
    .update(diaryEntries)
    .set({ state: "cancelled", cancelledAt: now, ...nextVersion(now) })
    .where(and(isHeldEntry, lte(diaryEntries.heldUntil, now)))
    .returning();
  for (const entry of released)
    await recordEntry(tx, entry, { action: "let go of", actor: byTheClock }, now);
}

/** Stale tabs and calendars compare it. Another program may have used up the integers. */
const nextVersion = (now: Date) => ({
  version: sql`least(${diaryEntries.version}, 2147483646) + 1`,
  updatedAt: now,
});

/** An entry that overlapped another and is alone again blocks its time. */
export async function keepTimesAlone(tx: Db, now: Date): Promise<void> {
  const isAlone = and(takesTime(now), not(overlapsAnother(tx)));
  const isAhead = gt(diaryEntries.busyUntil, now);
  await tx
    .update(diaryEntries)
    .set({ firm: true })
    .where(and(eq(diaryEntries.firm, false), isAhead, isAlone));
}

type EntryColumns = Partial<typeof diaryEntries.$inferInsert>;

/** Null if its time is taken; the row is then unchanged. */
export async function updateEntry(
  tx: Db,
  { id }: Entry,
  change: EntryColumns,
  now: Date,
): Promise<Entry | null> {
  try {
    // The savepoint keeps the transaction usable when the constraint refuses.
    const changed = await tx.transaction(async (inner) => {
      const [entry] = await inner
        .update(diaryEntries)
        .set({ ...change, ...nextVersion(now) })
        .where(eq(diaryEntries.id, id))
        .returning();
      return followCredit(inner, entry!, now);
    });
    if (change.state || change.busyUntil) await keepTimesAlone(tx, now);
    return changed;
  } catch (error) {
    if (errorCode(error) === overlapRefused) return null;
    throw error;
  }
}

/** PostgreSQL's exclusion_violation: two firm entries overlap. */
export const overlapRefused = "23P01";

/** Null if its time or its id is taken. */
export async function insertEntry(
  tx: Db,
  values: typeof diaryEntries.$inferInsert,
  now: Date,
): Promise<Entry | null> {
  const [entry] = await tx.insert(diaryEntries).values(values).onConflictDoNothing().returning();
  return entry ? followCredit(tx, entry, now) : null;
}

export async function serviceOf(db: Db, { serviceId }: Pick<Entry, "serviceId">) {
  if (!serviceId) return null;
  const [service] = await db.select().from(services).where(eq(services.id, serviceId));
  return service ?? null;
}

type EntryTimes = Pick<Entry, "startsAt" | "endsAt" | "busyFrom" | "busyUntil">;

/** Keeps the length and the buffers. */
export function movedTo(start: Date, { startsAt, endsAt, busyFrom, busyUntil }: EntryTimes) {
  const shift = start.getTime() - startsAt.getTime();
  const shifted = (instant: Date) => new Date(instant.getTime() + shift);
  return {
    startsAt: start,
    endsAt: shifted(endsAt),
    busyFrom: shifted(busyFrom),
    busyUntil: shifted(busyUntil),
  };
}

const minute = 60_000;

type Lengths = { minutes: number; bufferBefore: number; bufferAfter: number };

/** The service with the entry's own length and travel time. */
export function asLongAs({ startsAt, endsAt, busyFrom, busyUntil }: Entry, service: Service) {
  const minutes = (from: Date, until: Date) =>
    Math.round((until.getTime() - from.getTime()) / minute);
  return {
    ...service,
    minutes: minutes(startsAt, endsAt),
    bufferBefore: Math.max(service.bufferBefore, minutes(busyFrom, startsAt)),
    bufferAfter: Math.max(service.bufferAfter, minutes(endsAt, busyUntil)),
  };
}

export function timesFrom(start: Date, { minutes, bufferBefore, bufferAfter }: Lengths) {
  const after = (count: number) => new Date(start.getTime() + count * minute);
  return {
    startsAt: start,
    endsAt: after(minutes),
    busyFrom: after(-bufferBefore),
    busyUntil: after(minutes + bufferAfter),
  };
}

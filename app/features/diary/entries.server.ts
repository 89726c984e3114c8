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

/** The owner names an entry by its id, a client by the secret part of the link or of the form's answer. */
export type EntryRef = { id: string } | { token: string };

export const isEntry = (ref: EntryRef) =>
  "id" in ref
    ? eq(diaryEntries.id, ref.id)
    : or(eq(diaryEntries.token, ref.token), eq(diaryEntries.pageToken, ref.token));

export async function findEntry(db: Db, ref: EntryRef): Promise<Entry | null> {
  const [entry] = await db.select().from(diaryEntries).where(isEntry(ref));
  return entry ?? null;
}

/**
 * The beginning of every change of the diary: from here on nobody else writes it. What is no longer held
 * is free again.
 */
export async function openDiary(tx: Db, now: Date): Promise<void> {
  await lockDiary(tx);
  await releaseHeld(tx, now);
}

/** Locked until the transaction ends. */
export async function lockEntry(tx: Db, ref: EntryRef, now: Date): Promise<Entry | null> {
  await openDiary(tx, now);
  // FOR UPDATE: a program that does not know the diary's lock waits here.
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

/** Every change that a stale tab or a calendar must learn of. One that another program has filled up stays. */
const nextVersion = (now: Date) => ({
  version: sql`least(${diaryEntries.version}, 2147483646) + 1`,
  updatedAt: now,
});

/** What was put beside another entry, and is alone there since, keeps others away. */
export async function keepTimesAlone(tx: Db, now: Date): Promise<void> {
  const isAlone = and(takesTime(now), not(overlapsAnother(tx)));
  const isAhead = gt(diaryEntries.busyUntil, now);
  await tx
    .update(diaryEntries)
    .set({ firm: true })
    .where(and(eq(diaryEntries.firm, false), isAhead, isAlone));
}

type EntryColumns = Partial<typeof diaryEntries.$inferInsert>;

/** One UPDATE of one row. Null when its time is taken: the row is then as it was. */
export async function updateEntry(
  tx: Db,
  { id }: Entry,
  change: EntryColumns,
  now: Date,
): Promise<Entry | null> {
  try {
    // A savepoint, so that the transaction goes on when the constraint refuses.
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

/** PostgreSQL's code for the constraint that no two firm entries overlap. */
export const overlapRefused = "23P01";

/** Null when its time is taken, or its id: nothing was written. */
export async function insertEntry(
  tx: Db,
  values: typeof diaryEntries.$inferInsert,
  now: Date,
): Promise<Entry | null> {
  const [entry] = await tx.insert(diaryEntries).values(values).onConflictDoNothing().returning();
  return entry ? followCredit(tx, entry, now) : null;
}

/** Null for an appointment of no service. */
export async function serviceOf(db: Db, { serviceId }: Pick<Entry, "serviceId">) {
  if (!serviceId) return null;
  const [service] = await db.select().from(services).where(eq(services.id, serviceId));
  return service ?? null;
}

type EntryTimes = Pick<Entry, "startsAt" | "endsAt" | "busyFrom" | "busyUntil">;

/** The times of an entry that begins at another time and is as long as before, with its buffers. */
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

/** A service with an entry's own length, and with the way that its owner has to it. */
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

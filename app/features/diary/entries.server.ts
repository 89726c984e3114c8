import { and, desc, eq, gt, inArray, lt, lte, not, or, sql } from "drizzle-orm";
import { randomBytes } from "node:crypto";
import { takesTime } from "#app/features/services/queries.server.ts";
import { type Db, errorCode } from "#app/server/database/db.server.ts";
import {
  auditEntries,
  diaryEntries,
  emails,
  isHeldEntry,
  services,
} from "#app/server/database/tables.server.ts";
import { isDelayed } from "#app/features/email/outbox.server.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import { overlapsAnother } from "./overlaps.server.ts";
import { followCredit, keepPaid } from "./credits.server.ts";
import { byTheClock, callOffDelay, type Entry, actorName, type Actor } from "./model.ts";

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

export async function releaseHeld(tx: Db, now: Date): Promise<void> {
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

export type EntryResult<Reason extends string> =
  | { ok: true; entry: Entry; repeated?: true }
  | { ok: false; reason: Reason };

type EntryColumns = Partial<typeof diaryEntries.$inferInsert>;

/** Changes an entry that is locked and records it. */
export async function updateEntry(
  tx: Db,
  before: Entry,
  change: EntryColumns,
  why: Why,
  now: Date,
): Promise<Entry> {
  const entry = await tryUpdateEntry(tx, before, change, why, now);
  if (!entry) throw new Error("The diary was changed beside its lock.");
  return entry;
}

/** Null if its time is taken; nothing is then changed or recorded. */
export async function tryUpdateEntry(
  tx: Db,
  before: Entry,
  change: EntryColumns,
  why: Why,
  now: Date,
): Promise<Entry | null> {
  const entry = await writeEntry(tx, before, change, now);
  if (entry) await recordEntry(tx, entry, { ...why, before }, now);
  return entry;
}

async function writeEntry(
  tx: Db,
  { id, state }: Entry,
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
      if (change.state === "cancelled" && state !== "cancelled") await keepPaid(inner, entry!, now);
      return followCredit(inner, entry!, now);
    });
    if (!change.state && !change.busyUntil) return changed;
    await keepTimesAlone(tx, now);
    return await findEntry(tx, { id });
  } catch (error) {
    if (errorCode(error) === overlapRefused) return null;
    throw error;
  }
}

/** PostgreSQL's exclusion_violation: two firm entries overlap. */
export const overlapRefused = "23P01";

/** Null if its time or its id is taken. */
export async function insertEntry(tx: Db, values: typeof diaryEntries.$inferInsert, now: Date) {
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
export function asLongAs<Rules extends Lengths>(
  { startsAt, endsAt, busyFrom, busyUntil }: Entry,
  service: Rules,
): Rules {
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

// An arbitrary number that all processes share.
const diaryLock = 7_240_036;

/** Every write takes it first. Lock order: quotes and AMEB bookings come before the diary. */
export async function lockDiary(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${diaryLock})`);
}

export const tokenPattern = /^[\w-]{20,64}$/;

/** 132 random bits in 22 characters; at least 128 are promised. */
export function newToken(): string {
  return randomBytes(17).toString("base64url").slice(0, 22);
}

const recordedFields = [
  "title",
  "startsAt",
  "endsAt",
  "state",
  "declined",
  "firm",
  "price",
  "sessionInvoicing",
  "place",
  "placeDetails",
  "clientName",
  "clientEmail",
  "phone",
  "student",
  "note",
  "ownerNote",
  "cancelledBy",
  "cancelledLate",
] as const satisfies readonly (keyof Entry)[];

const toldOfNew = ["title", "startsAt", "endsAt", "state", "firm", "price", "place"] as const;

type Why = { action: string; actor: Actor; reason?: string };

export function recordEntry(
  tx: Db,
  entry: Entry,
  { action, actor, before, reason }: Why & { before?: Entry },
  now: Date,
): Promise<void> {
  const fields = before
    ? recordedFields.filter((field) => textOf(before[field]) !== textOf(entry[field]))
    : toldOfNew.filter((field) => entry[field] !== null);
  const only = (of: Entry) => Object.fromEntries(fields.map((field) => [field, of[field]]));
  return recordActivity(
    tx,
    {
      actor: actorName(actor),
      action,
      subject: { kind: "appointment", id: entry.id, label: entryLabel(entry) },
      ...(before && { before: only(before) }),
      after: { ...only(entry), ...(reason && { reason }) },
    },
    now,
  );
}

export type UnheardMove = Pick<Entry, "startsAt" | "endsAt"> & { reason: string };

/**
 * Moves with days that were called off, whose emails wait or were replaced by one that waits: when the
 * client knows the appointment, and why it moved first. Null without any.
 */
export async function findUnheardMove(
  tx: Db,
  { id, clientEmail }: Entry,
  now: Date,
): Promise<UnheardMove | null> {
  const waits = and(
    eq(emails.appointmentId, id),
    inArray(emails.kind, ["appointment-moved", "appointment-cancelled"]),
    eq(emails.recipient, clientEmail!),
    isDelayed,
  );
  if ((await tx.$count(emails, waits)) === 0) return null;
  const { at, before, after, action } = auditEntries;
  const away = tx
    .select({ at: diaryEntries.createdAt })
    .from(diaryEntries)
    .where(eq(diaryEntries.kind, "away"));
  const changes = await tx
    .select({ at, before, after, action, isAway: sql<boolean>`${at} in ${away}` })
    .from(auditEntries)
    .where(and(eq(auditEntries.subjectId, id), lt(at, now)))
    .orderBy(desc(at), desc(auditEntries.id))
    .limit(20);
  let [since, known]: [Date, (typeof changes)[number] | null] = [now, null];
  for (const change of changes) {
    if (change.at.getTime() <= since.getTime() - callOffDelay * 1_000) break;
    if (!change.isAway && since === now) continue;
    if (!change.isAway) break;
    since = change.at;
    if (change.action === "moved") known = change;
  }
  if (!known) return null;
  const time = (name: string) => new Date(String(known.before?.[name]));
  const reason = String(known.after?.reason ?? "");
  return { startsAt: time("startsAt"), endsAt: time("endsAt"), reason };
}

const textOf = (value: unknown) => JSON.stringify(value);

export function isSame(entry: Entry, fields: Partial<Entry>): boolean {
  return (Object.keys(fields) as (keyof Entry)[]).every(
    (name) => textOf(entry[name]) === textOf(fields[name]),
  );
}

export function entryLabel({ title, clientName, student }: Entry): string {
  const who = student || clientName;
  return who ? `${title}, ${who}` : title;
}

/** Milliseconds; several hundred visitors are served in it. */
const patience = 5_000;

let last: Promise<unknown> = Promise.resolve();

/** Waits here instead of holding a connection from the pool. Throws after five seconds. */
export async function inDiaryTurn<T>(work: () => Promise<T>): Promise<T> {
  const before = last;
  const over = Promise.withResolvers<void>();
  last = before.then(() => over.promise);
  try {
    await soon(before);
    return await work();
  } finally {
    over.resolve();
  }
}

async function soon(turn: Promise<unknown>): Promise<void> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(new Error("The diary did not become free in time."));
  const timer = setTimeout(giveUp, patience);
  await Promise.race([turn, tooLate]).finally(() => clearTimeout(timer));
}

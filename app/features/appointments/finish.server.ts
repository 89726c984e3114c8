import { and, asc, eq, isNull, lte, or, sql } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries, isRequestedEntry } from "#app/server/database/tables.server.ts";
import { unfinished } from "#app/server/jobs/maintenance.server.ts";
import { addDays, melbourneDay, startOfDay, wallTime } from "#app/values/calendar.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { tellOwner, announceChange } from "#app/features/diary/announce.server.tsx";
import {
  type EntryResult,
  keepTimesAlone,
  openDiary,
  updateEntry,
  lockEntry,
  serviceOf,
  tryUpdateEntry,
} from "#app/features/diary/entries.server.ts";
import {
  byTheClock,
  doneFrom,
  asOwner,
  canBeNoShow,
  type Entry,
  type Actor,
} from "#app/features/diary/model.ts";
import { findRoom, type Over, type Overlapping } from "#app/features/diary/overlaps.server.ts";

type Deciding = {
  id: string;
  version?: number;
  reason?: string;
  over?: Over;
};

type DecisionResult = EntryResult<"not-found" | "changed" | "taken"> | Overlapping;

/** A second call changes nothing. */
export function confirmRequest(
  db: Db,
  by: Administrator,
  deciding: Deciding,
  now = new Date(),
): Promise<DecisionResult> {
  return db.transaction(async (tx) => {
    const entry = await lockEntry(tx, deciding, now);
    if (!entry) return { ok: false, reason: "not-found" };
    if (entry.state === "booked") return { ok: true, entry, repeated: true };
    if (!isAsked(entry, deciding)) return { ok: false, reason: "changed" };
    // The scheduled task is about to decline it.
    if (entry.startsAt <= now) return { ok: false, reason: "taken" };
    const room = await findRoom(tx, entry, { over: deciding.over, except: entry.id }, now);
    if (!room.ok) return { ok: false, reason: "overlaps", overlaps: room.overlaps };
    const actor = asOwner(by);
    const why = { action: "confirmed", actor };
    const confirmed = await updateEntry(tx, entry, { state: "booked" }, why, now);
    await announceChange(tx, "confirmed", confirmed, { actor, before: entry }, now);
    return { ok: true, entry: confirmed };
  });
}

export function declineRequest(
  db: Db,
  by: Administrator,
  deciding: Deciding,
  now = new Date(),
): Promise<DecisionResult> {
  return db.transaction(async (tx) => {
    const entry = await lockEntry(tx, deciding, now);
    if (!entry) return { ok: false, reason: "not-found" };
    if (entry.declined) return { ok: true, entry, repeated: true };
    if (!isAsked(entry, deciding)) return { ok: false, reason: "changed" };
    return { ok: true, entry: await decline(tx, asOwner(by), entry, now, deciding.reason) };
  });
}

function isAsked({ state, spamReason, version }: Entry, seen: Deciding): boolean {
  return state === "requested" && spamReason === null && (seen.version ?? version) === version;
}

/** The caller has locked the request. */
export async function decline(tx: Db, actor: Actor, before: Entry, now: Date, reason = "") {
  const told = { actor, ...(reason && { reason }) };
  const change = {
    state: "cancelled",
    declined: true,
    cancelledAt: now,
    cancelledBy: actor.party === "owner" ? "owner" : null,
  } as const;
  const entry = await updateEntry(tx, before, change, { action: "declined", ...told }, now);
  await announceChange(tx, "declined", entry, { before, ...told }, now);
  return entry;
}

/** Books it or asks for it, if its time is still free; the client is told now. */
export function releaseAppointment(
  db: Db,
  by: Administrator,
  { id }: Deciding,
  now = new Date(),
): Promise<DecisionResult> {
  return db.transaction(async (tx) => {
    const entry = await lockEntry(tx, { id }, now);
    if (!entry) return { ok: false, reason: "not-found" };
    if (!entry.spamReason) return { ok: true, entry, repeated: true };
    if (entry.state !== "requested") return { ok: false, reason: "changed" };
    const room = await findRoom(tx, entry, { except: id }, now);
    if (!room.ok || entry.startsAt <= now) return { ok: false, reason: "taken" };
    const state = (await serviceOf(tx, entry))?.onRequest ? "requested" : "booked";
    const actor = asOwner(by);
    const change = { spamReason: null, firm: true, state } as const;
    const released = await tryUpdateEntry(tx, entry, change, { action: "released", actor }, now);
    if (!released) return { ok: false, reason: "taken" };
    await announceChange(tx, state, released, { actor, before: entry }, now);
    return { ok: true, entry: released };
  });
}

/** Hides suspected spam; nobody is told. */
export function dismissAppointment(
  db: Db,
  by: Administrator,
  { id }: Deciding,
  now = new Date(),
): Promise<DecisionResult> {
  return db.transaction(async (tx) => {
    const entry = await lockEntry(tx, { id }, now);
    if (!entry) return { ok: false, reason: "not-found" };
    if (!entry.spamReason) return { ok: false, reason: "changed" };
    if (entry.state === "cancelled") return { ok: true, entry, repeated: true };
    const change = { state: "cancelled", cancelledAt: now, cancelledBy: "owner" } as const;
    const why = { action: "dismissed", actor: asOwner(by) };
    return { ok: true, entry: await updateEntry(tx, entry, change, why, now) };
  });
}

/** Any process may run it. Handles `most` of each kind, so that nobody waits long for the diary. */
export function finishAppointments(db: Db, now = new Date(), most = 100) {
  return db.transaction(async (tx) => {
    await openDiary(tx, now);
    const declined = await declineUnanswered(tx, now, most);
    await warnOfUnanswered(tx, now);
    await keepTimesAlone(tx, now);
    const finished = await finishSessions(tx, now, most);
    return Math.max(declined, finished) < most ? null : unfinished;
  });
}

async function declineUnanswered(tx: Db, now: Date, most: number): Promise<number> {
  const unanswered = await tx
    .select()
    .from(diaryEntries)
    .where(and(isRequestedEntry, isNull(diaryEntries.spamReason), hasLapsed(now)))
    .orderBy(asc(diaryEntries.startsAt))
    .limit(most);
  for (const entry of unanswered) await decline(tx, byTheClock, entry, now);
  return unanswered.length;
}

const { startsAt, createdAt, updatedAt, warnedAt } = diaryEntries;
const askedAt = sql`coalesce(${updatedAt}, ${createdAt})`;

// A day before the start, so that the client can make other plans; at shorter notice halfway to
// the start, but an hour before it at the latest, as the task runs every hour.
const hasLapsed = (now: Date) =>
  or(
    lte(startsAt, after(now, hour)),
    and(
      lte(startsAt, after(now, 24 * hour)),
      sql`${askedAt} <= ${now.toISOString()}::timestamptz - (${startsAt} - ${now.toISOString()}::timestamptz)`,
    ),
  );

const hour = 3_600_000;
const after = (instant: Date, ms: number) => new Date(instant.getTime() + ms);

/** Once, a day before a request lapses. Requests of less than two days' notice need no warning. */
async function warnOfUnanswered(tx: Db, now: Date): Promise<void> {
  const waiting = await tx
    .update(diaryEntries)
    .set({ warnedAt: now })
    .where(
      and(
        isRequestedEntry,
        isNull(diaryEntries.spamReason),
        isNull(warnedAt),
        lte(startsAt, after(now, 48 * hour)),
        sql`${askedAt} <= ${startsAt} - interval '48 hours'`,
      ),
    )
    .returning();
  for (const entry of waiting)
    await tellOwner(tx, { change: "requested", entry, actor: byTheClock }, now);
}

async function finishSessions(tx: Db, now: Date, most: number): Promise<number> {
  const over = await tx
    .select()
    .from(diaryEntries)
    .where(
      and(
        eq(diaryEntries.kind, "appointment"),
        eq(diaryEntries.state, "booked"),
        // A session that ends at midnight belongs to the day before.
        lte(diaryEntries.endsAt, endOfFinishedDays(now)),
      ),
    )
    .orderBy(asc(diaryEntries.startsAt))
    .limit(most);
  const why = { action: "finished", actor: byTheClock };
  for (const before of over) await updateEntry(tx, before, { state: "done" }, why, now);
  return over.length;
}

function endOfFinishedDays(now: Date): Date {
  const today = melbourneDay(now);
  const hasBegun = wallTime(now).slice(11) >= doneFrom;
  return startOfDay(hasBegun ? today : addDays(today, -1));
}

type Marking = { id: string; version?: number };

type MarkResult = EntryResult<"not-found" | "changed">;

/** Possible from the session's end until a week later. The client is not told. */
export function markNoShow(
  db: Db,
  by: Administrator,
  marking: Marking,
  now = new Date(),
): Promise<MarkResult> {
  return mark(db, by, marking, "no-show", (entry) => canBeNoShow(entry, now), now);
}

export function unmarkNoShow(
  db: Db,
  by: Administrator,
  marking: Marking,
  now = new Date(),
): Promise<MarkResult> {
  return mark(db, by, marking, "done", ({ state }) => state === "no-show", now);
}

function mark(
  db: Db,
  by: Administrator,
  { id, version }: Marking,
  state: "no-show" | "done",
  isPossible: (entry: Entry) => boolean,
  now: Date,
): Promise<MarkResult> {
  return db.transaction(async (tx) => {
    const before = await lockEntry(tx, { id }, now);
    if (!before) return { ok: false, reason: "not-found" };
    if (before.state === state) return { ok: true, entry: before, repeated: true };
    const isStale = version !== undefined && version !== before.version;
    if (isStale || !isPossible(before)) return { ok: false, reason: "changed" };
    const why = { action: `marked as ${state}`, actor: asOwner(by) };
    return { ok: true, entry: await updateEntry(tx, before, { state }, why, now) };
  });
}

import { and, eq } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries } from "#app/server/database/tables.server.ts";
import type { Day } from "#app/values/calendar.ts";
import { endsNextDay, type TimeOfDay, toMinutes } from "#app/values/time-of-day.ts";
import { instantFrom } from "#app/values/wall-clock.ts";
import {
  insertEntry,
  isSame,
  lockDiary,
  recordEntry,
  releaseHeld,
  updateEntry,
} from "./entries.server.ts";
import { byTheClock, type Entry } from "./model.ts";
import { areElsewhere, listOverlaps, type Overlap, type TakenTime } from "./overlaps.server.ts";

export { lockDiary };
export type { Overlap };

export type FollowedRecord =
  | { kind: "event"; quoteId: string }
  | { kind: "exam" | "rehearsal"; amebBookingId: string };

export type WantedEntry = Pick<Entry, "startsAt" | "endsAt" | "title"> &
  Partial<
    Pick<
      Entry,
      "busyFrom" | "busyUntil" | "placeDetails" | "clientName" | "clientEmail" | "student"
    >
  >;

/** Never refused: over another entry it does not block time. The caller has locked the record. */
export async function followRecord(
  tx: Db,
  source: FollowedRecord,
  wanted: WantedEntry | null,
  now: Date,
): Promise<void> {
  await lockDiary(tx);
  const columns = wanted && columnsOf(wanted);
  const time = columns && { from: columns.busyFrom, until: columns.busyUntil };
  // At once, as everybody waits for the lock: an expired hold takes no time, released or not.
  const [before, overlaps] = await Promise.all([
    findFollowed(tx, source),
    time ? listOverlaps(tx, time, now) : [],
    releaseHeld(tx, now),
  ]);
  if (!columns) return before && leave(tx, before, now);
  const others = overlaps.filter(({ entry }) => !entry || entry.id !== before?.id);
  // It keeps its place when another entry was put beside it since.
  const firm = areElsewhere(others) || (before !== undefined && keepsTime(before, columns));
  const values = { ...columns, state: "booked" as const, firm };
  if (!before) return add(tx, source, values, now);
  if (isSame(before, values)) return;
  const again = { cancelledAt: null, cancelledBy: null };
  const why = { action: "changed", actor: byTheClock };
  await updateEntry(tx, before, { ...values, ...again }, why, now);
}

/** A past record needs no entry. */
export function isFollowed(entry: Entry | null | undefined, wanted: WantedEntry | null, now: Date) {
  const standing = entry?.state === "booked" ? entry : null;
  if (!standing) return !wanted || wanted.endsAt <= now;
  return wanted !== null && standing.firm && isSame(standing, columnsOf(wanted));
}

function keepsTime(before: Entry, { busyFrom, busyUntil }: ReturnType<typeof columnsOf>): boolean {
  return before.firm && before.state === "booked" && isSame(before, { busyFrom, busyUntil });
}

async function add(
  tx: Db,
  source: FollowedRecord,
  values: ReturnType<typeof columnsOf> & { state: "booked"; firm: boolean },
  now: Date,
): Promise<void> {
  const stamps = { createdAt: now, receivedAt: now, updatedAt: now };
  const entry = await insertEntry(tx, { ...source, ...values, ...stamps }, now);
  if (!entry) throw new Error("The diary was changed beside its lock.");
  await recordEntry(tx, entry, { action: "added", actor: byTheClock }, now);
}

async function leave(tx: Db, before: Entry, now: Date): Promise<void> {
  if (before.state === "cancelled") return;
  const why = { action: "removed", actor: byTheClock };
  await updateEntry(tx, before, { state: "cancelled", cancelledAt: now }, why, now);
}

function columnsOf(wanted: WantedEntry) {
  const { startsAt, endsAt, title, placeDetails = "" } = wanted;
  const { busyFrom = startsAt, busyUntil = endsAt } = wanted;
  const { clientName = null, clientEmail = null, student = null } = wanted;
  const times = { startsAt, endsAt, busyFrom, busyUntil };
  return { ...times, title, placeDetails, clientName, clientEmail, student };
}

async function findFollowed(tx: Db, source: FollowedRecord): Promise<Entry | undefined> {
  const isOf =
    source.kind === "event"
      ? eq(diaryEntries.quoteId, source.quoteId)
      : eq(diaryEntries.amebBookingId, source.amebBookingId);
  const [entry] = await tx
    .select()
    .from(diaryEntries)
    .where(and(isOf, eq(diaryEntries.kind, source.kind)))
    .for("update");
  return entry;
}

export async function overlapsOf(
  tx: Db,
  source: FollowedRecord | null,
  time: TakenTime,
  now: Date,
): Promise<Overlap[]> {
  const own = source && (await findFollowed(tx, source));
  return listOverlaps(tx, time, now, own?.id);
}

const minute = 60_000;
const minutesPerDay = 1440;

type WallTimes = {
  day: Day;
  start: TimeOfDay;
  /** At or before the start: on the next day. Null if unknown. */
  end?: TimeOfDay | null;
  /** Length if the end is unknown. */
  minutes: number;
};

/** In Melbourne; null for a day that the diary cannot hold. */
export function spanOfRecord({ day, start, end = null, minutes }: WallTimes) {
  const startsAt = instantFrom(day, toMinutes(start));
  if (!startsAt) return null;
  const later = new Date(startsAt.getTime() + minutes * minute);
  const until =
    end && instantFrom(day, toMinutes(end) + (endsNextDay(start, end) ? minutesPerDay : 0));
  // If clocks skip all of it, it would end when it begins.
  const endsAt = until && until > startsAt ? until : later;
  return isKept(startsAt) && isKept(endsAt) ? { startsAt, endsAt } : null;
}

/** The table's limits: another program's record may be of any year. */
function isKept(instant: Date): boolean {
  const year = instant.getUTCFullYear();
  return year >= 1900 && year < 9999;
}

import { and, asc, eq, gte, isNull } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { recordId } from "#app/features/intake/submission.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries } from "#app/server/database/tables.server.ts";
import { type AddedAppointment, appointmentColumns, insertAdded } from "./book.server.ts";
import { announceSeries } from "#app/features/diary/announce.server.tsx";
import { setCancelled, type Editing, inCalendar, timesOf } from "./changes.server.tsx";
import {
  isSame,
  lockEntry,
  movedTo,
  openDiary,
  serviceOf,
  updateEntry,
} from "#app/features/diary/entries.server.ts";
import { asOwner, type Entry, shiftTo } from "#app/features/diary/model.ts";
import {
  findRoom,
  listOverlaps,
  type Over,
  type Overlap,
  type Overlapping,
  unseenOf,
} from "#app/features/diary/overlaps.server.ts";

/** `startsAt`, `endsAt`: of the first; `weeks`: between two; `instead`: other times for some starts, by their ms. */
type AddedSeries = AddedAppointment & {
  starts: readonly Date[];
  weeks: number;
  instead?: ReadonlyMap<number, Date>;
};

type SeriesResult =
  | { ok: true; entries: Entry[]; repeated?: true }
  | { ok: false; reason: "overlaps" };

/** What stands in the way of a lesson at each of these times. */
export async function weighLessons(
  db: Db,
  _by: Administrator,
  added: Omit<AddedAppointment, "tellsClient">,
  starts: readonly Date[],
  now = new Date(),
): Promise<{ startsAt: Date; overlaps: Overlap[] }[]> {
  const { busyFrom, busyUntil, startsAt, endsAt } = appointmentColumns(added);
  const weighed = [];
  for (const start of starts) {
    const times = movedTo(start, { busyFrom, busyUntil, startsAt, endsAt });
    const time = { from: times.busyFrom, until: times.busyUntil };
    weighed.push({ startsAt: start, overlaps: await listOverlaps(db, time, now) });
  }
  return weighed;
}

/** All lessons or none, in the order of their times; a form that is sent twice makes one series. */
export function addSeries(
  db: Db,
  by: Administrator,
  { starts, over, weeks, tellsClient, key = "", instead, ...added }: AddedSeries,
  now = new Date(),
): Promise<SeriesResult> {
  return db.transaction(async (tx) => {
    await openDiary(tx, now);
    const seriesId = recordId("series", key, [added.title, added.clientName, starts]);
    const sent = await listSeries(tx, seriesId);
    if (sent.length > 0) return { ok: true, entries: sent, repeated: true };
    const service = await serviceOf(tx, added);
    const terms = service && { changeNotice: service.changeNotice };
    const found: (Parameters<typeof insertAdded>[2] & Retimed["times"])[] = [];
    for (const seriesStart of starts) {
      const columns = appointmentColumns(added);
      const times = movedTo(instead?.get(seriesStart.getTime()) ?? seriesStart, columns);
      const room = await findRoom(tx, times, { over }, now);
      if (!room.ok) return { ok: false, reason: "overlaps" };
      const series = { seriesId, seriesStart, firm: room.firm };
      if (found.some((other) => isOver(times, other))) series.firm = false;
      found.push({ ...columns, ...times, ...terms, ...series });
    }
    const entries: Entry[] = [];
    for (const values of found) entries.push(await insertAdded(tx, by, values, now));
    const actor = asOwner(by);
    await announceSeries(tx, "booked", entries, { actor, tellsClient, weeks }, now);
    return { ok: true, entries };
  });
}

export function listSeries(db: Db, seriesId: string): Promise<Entry[]> {
  return db
    .select()
    .from(diaryEntries)
    .where(and(eq(diaryEntries.seriesId, seriesId), isNull(diaryEntries.spamReason)))
    .orderBy(asc(diaryEntries.seriesStart));
}

type Seen = { id: string; version: number };

/** A lesson that is locked, with those of its series that follow and still stand, in their order. */
async function lockFollowing(tx: Db, { id, version }: Seen, now: Date) {
  const from = await lockEntry(tx, { id }, now);
  if (!from?.seriesId) return { ok: false, reason: "not-found" } as const;
  const standing = await tx
    .select()
    .from(diaryEntries)
    .where(
      and(
        eq(diaryEntries.seriesId, from.seriesId),
        gte(diaryEntries.startsAt, from.startsAt),
        gte(diaryEntries.startsAt, now),
        eq(diaryEntries.state, "booked"),
      ),
    )
    .orderBy(asc(diaryEntries.startsAt), asc(diaryEntries.id))
    .for("update");
  if (from.version !== version || standing.length === 0)
    return { ok: false, reason: "changed" } as const;
  return { ok: true, from, standing } as const;
}

type Ending = Seen & { reason?: string; forClient?: boolean };

/** Cancels a lesson and those of its series that follow, with one email for all. */
export function endSeries(
  db: Db,
  by: Administrator,
  { reason = "", forClient = false, ...seen }: Ending,
  now = new Date(),
): Promise<{ ok: true; cancelled: Entry[] } | { ok: false; reason: "not-found" | "changed" }> {
  return db.transaction(async (tx) => {
    const locked = await lockFollowing(tx, seen, now);
    if (!locked.ok) return locked;
    const actor = asOwner(by);
    const cancelled: Entry[] = [];
    for (const before of locked.standing)
      cancelled.push(await setCancelled(tx, actor, before, { reason, forClient }, now));
    await announceSeries(tx, "cancelled", cancelled, { actor, reason }, now);
    return { ok: true, cancelled };
  });
}

type Retimed = { before: Entry; times: Pick<Entry, "busyFrom" | "busyUntil"> };

const isOver = (one: Retimed["times"], other: Retimed["times"]) =>
  one.busyFrom < other.busyUntil && other.busyFrom < one.busyUntil;

/** What is in the way of lessons at other times; of their series only what was not before. */
async function weighChanges(
  tx: Db,
  retimed: readonly Retimed[],
  standing: readonly Entry[],
  now: Date,
): Promise<Overlap[]> {
  const after = new Map(retimed.map(({ before, times }) => [before.id, times]));
  const ids = new Set(standing.map(({ id }) => id));
  const overlaps: Overlap[] = [];
  for (const { before, times } of retimed) {
    const found = await listOverlaps(tx, { from: times.busyFrom, until: times.busyUntil }, now);
    const later = standing.filter(
      (entry) =>
        entry.startsAt > before.startsAt &&
        isOver(times, after.get(entry.id) ?? entry) &&
        !isOver(before, entry),
    );
    overlaps.push(
      ...found.filter(({ entry }) => !entry || !ids.has(entry.id)),
      ...later.map((entry) => ({ ...entry, entry })),
    );
  }
  return overlaps;
}

/** Each may go where another still is: `updateEntry` makes firm what is alone after it. */
const mayOverlap = { firm: false };

type RefusedSeries = { ok: false; reason: "not-found" | "changed" } | Overlapping;

/** Moves a lesson and those of its series that follow by as much, all or none, with one email. */
export function moveSeries(
  db: Db,
  by: Administrator,
  { start, over = [], ...seen }: Seen & { start: Date; over?: Over },
  now = new Date(),
): Promise<{ ok: true; moved: Entry[] } | RefusedSeries> {
  return db.transaction(async (tx) => {
    const locked = await lockFollowing(tx, seen, now);
    if (!locked.ok) return locked;
    const { from, standing } = locked;
    const shift = shiftTo(start, from.startsAt);
    const moves = standing.map((before) => ({
      before,
      times: movedTo(shift(before.startsAt), before),
    }));
    const overlaps = await weighChanges(tx, moves, standing, now);
    if (unseenOf(overlaps, over).length > 0) return { ok: false, reason: "overlaps", overlaps };
    const moved: Entry[] = [];
    const actor = asOwner(by);
    for (const { before, times } of moves) {
      const change = { ...times, ...mayOverlap };
      moved.push(await updateEntry(tx, before, change, { action: "moved", actor }, now));
    }
    await announceSeries(tx, "moved", moved, { actor, before: standing }, now);
    return { ok: true, moved };
  });
}

/** What the lessons that follow get too, beside the length. */
const shared = ["title", "place", "placeDetails", "price", "sessionInvoicing"] as const;

/** Edits a lesson; title, length, place and price also go to those that follow, all or none, with one email. */
export function editSeries(
  db: Db,
  by: Administrator,
  { id, version, fields, travel, over = [], tellsClient = true }: Editing,
  now = new Date(),
): Promise<{ ok: true } | RefusedSeries> {
  return db.transaction(async (tx) => {
    const locked = await lockFollowing(tx, { id, version }, now);
    if (!locked.ok) return locked;
    const { from, standing } = locked;
    const changed = shared.filter((name) => name in fields && fields[name] !== from[name]);
    const common = Object.fromEntries(changed.map((name) => [name, fields[name]]));
    const longer = fields.endsAt ? fields.endsAt.getTime() - from.endsAt.getTime() : 0;
    const service = await serviceOf(tx, from);
    const edits = standing.map((before) => {
      const endsAt = new Date(before.endsAt.getTime() + longer);
      const own = before.id === from.id ? fields : common;
      const times = timesOf(before, { ...own, endsAt }, travel, service);
      const change = { ...own, ...(!isSame(before, times) && times) };
      return { before, change, isRetimed: !isSame(before, times), times };
    });
    const retimed = edits.filter(({ isRetimed }) => isRetimed);
    const overlaps = await weighChanges(tx, retimed, standing, now);
    if (unseenOf(overlaps, over).length > 0) return { ok: false, reason: "overlaps", overlaps };
    const actor = asOwner(by);
    const edited: Entry[] = [];
    for (const { before, change, isRetimed } of edits) {
      if (isSame(before, change)) continue;
      const why = { action: "edited", actor };
      const own = { ...change, ...(isRetimed && mayOverlap) };
      const entry = await updateEntry(tx, before, own, why, now);
      if (inCalendar.some((name) => !isSame(before, { [name]: entry[name] }))) edited.push(entry);
    }
    await announceSeries(tx, "changed", edited, { actor, tellsClient }, now);
    return { ok: true };
  });
}

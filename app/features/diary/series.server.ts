import { and, asc, eq, gte, isNull } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { recordId } from "#app/features/intake/submission.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries } from "#app/server/database/tables.server.ts";
import { type AddedAppointment, appointmentColumns, insertAdded } from "./add.server.ts";
import { announceSeries } from "./announce-series.server.tsx";
import { setCancelled } from "./cancel.server.ts";
import { lockEntry, movedTo, openDiary, serviceOf } from "./entries.server.ts";
import { asOwner, type Entry } from "./model.ts";
import { findRoom, listOverlaps, type Overlap } from "./overlaps.server.ts";

/** `isOver`: the owner puts it over what is there. */
type Lesson = { startsAt: Date; isOver: boolean };

/** `startsAt` and `endsAt` are those of the first; `weeks` lie between two of its times. */
export type AddedSeries = Omit<AddedAppointment, "firm"> & { lessons: Lesson[]; weeks: number };

export type SeriesResult =
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
  { lessons, weeks, tellsClient, key = "", ...added }: AddedSeries,
  now = new Date(),
): Promise<SeriesResult> {
  return db.transaction(async (tx) => {
    await openDiary(tx, now);
    const seriesId = recordId("series", key, [added.title, added.clientName, lessons]);
    const sent = await listSeries(tx, seriesId);
    if (sent.length > 0) return { ok: true, entries: sent, repeated: true };
    const service = await serviceOf(tx, added);
    const terms = service && { changeNotice: service.changeNotice };
    const found = [];
    for (const { startsAt, isOver } of lessons) {
      const columns = appointmentColumns(added);
      const times = movedTo(startsAt, columns);
      const time = { from: times.busyFrom, until: times.busyUntil };
      const room = await findRoom(tx, time, { firm: !isOver }, now);
      if (!room.ok) return { ok: false, reason: "overlaps" };
      const series = { seriesId, seriesStart: startsAt, firm: room.firm };
      found.push({ ...columns, ...times, ...terms, ...series });
    }
    const entries: Entry[] = [];
    for (const values of found) entries.push(await insertAdded(tx, by, values, now));
    const actor = asOwner(by);
    await announceSeries(tx, "booked", entries, { actor, tellsClient, weeks }, now);
    return { ok: true, entries };
  });
}

/** In the order in which its lessons were made. */
export function listSeries(db: Db, seriesId: string): Promise<Entry[]> {
  return db
    .select()
    .from(diaryEntries)
    .where(and(eq(diaryEntries.seriesId, seriesId), isNull(diaryEntries.spamReason)))
    .orderBy(asc(diaryEntries.seriesStart));
}

type Ending = { id: string; version: number; reason?: string; forClient?: boolean };

/** Cancels a lesson and those of its series that follow and still stand, with one email for all. */
export function endSeries(
  db: Db,
  by: Administrator,
  { id, version, reason = "", forClient = false }: Ending,
  now = new Date(),
): Promise<{ ok: true; cancelled: Entry[] } | { ok: false; reason: "not-found" | "changed" }> {
  return db.transaction(async (tx) => {
    const from = await lockEntry(tx, { id }, now);
    if (!from?.seriesId) return { ok: false, reason: "not-found" };
    if (from.version !== version) return { ok: false, reason: "changed" };
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
    if (standing.length === 0) return { ok: false, reason: "changed" };
    const actor = asOwner(by);
    const cancelled: Entry[] = [];
    for (const before of standing)
      cancelled.push(await setCancelled(tx, actor, before, { reason, forClient }, now));
    await announceSeries(tx, "cancelled", cancelled, { actor, reason }, now);
    return { ok: true, cancelled };
  });
}

import { and, asc, eq, gt, lt, lte } from "drizzle-orm";
import type { DayRange } from "#app/features/services/slots.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { busyTimes, calendarSources } from "#app/server/database/tables.server.ts";
import { addDays, startOfDay } from "#app/values/calendar.ts";
import type { Span } from "#app/values/wall-clock.ts";

/** When another calendar says that the owner is busy. */
export type BusyTime = Span & {
  /** What that calendar calls it, for the owner alone. */
  summary: string;
  /** The calendar's name. */
  source: string;
};

/** Everything that reaches into these Melbourne days, the last one included. */
export async function listBusyTimes(tx: Db, { from, until }: DayRange): Promise<BusyTime[]> {
  return tx
    .select({
      start: busyTimes.startsAt,
      end: busyTimes.endsAt,
      summary: busyTimes.summary,
      source: calendarSources.name,
    })
    .from(busyTimes)
    .innerJoin(calendarSources, eq(calendarSources.id, busyTimes.sourceId))
    .where(
      and(
        gt(busyTimes.endsAt, startOfDay(from)),
        lt(busyTimes.startsAt, startOfDay(addDays(until, 1))),
      ),
    )
    .orderBy(asc(busyTimes.startsAt), asc(busyTimes.endsAt), asc(busyTimes.summary));
}

/** For how long a calendar may fail before the owner is told, in minutes. */
const patience = 30;

export type FailingCalendar = {
  id: string;
  name: string;
  since: Date;
  /** When it last answered well. */
  succeededAt: Date | null;
  /** What is wrong, in words for the owner. */
  error: string;
};

/** Calendars whose last good state is getting old. */
export async function failingCalendars(db: Db, now: Date): Promise<FailingCalendar[]> {
  const { id, name, failingSince, succeededAt, error } = calendarSources;
  const rows = await db
    .select({ id, name, since: failingSince, succeededAt, error })
    .from(calendarSources)
    .where(lte(failingSince, new Date(now.getTime() - patience * 60_000)))
    .orderBy(asc(failingSince), asc(id));
  return rows.map((row) => ({ ...row, since: row.since!, error: row.error ?? "" }));
}

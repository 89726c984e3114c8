import { and, asc, eq, gt, lt, lte } from "drizzle-orm";
import type { DayRange } from "#app/features/services/slots.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { busyTimes, calendarSources } from "#app/server/database/tables.server.ts";
import { addDays, startOfDay } from "#app/values/calendar.ts";
import type { Span } from "#app/values/wall-clock.ts";

export type BusyTime = Span & {
  /** The event's title in that calendar, for the owner only. */
  summary: string;
  source: string;
};

/** Times that overlap these Melbourne days; both ends count. */
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

/** In minutes: how long a calendar may fail before the owner is told. */
const patience = 30;

export type FailingCalendar = {
  id: string;
  name: string;
  since: Date;
  succeededAt: Date | null;
  error: string;
};

export async function failingCalendars(db: Db, now: Date): Promise<FailingCalendar[]> {
  const { id, name, failingSince, succeededAt, error } = calendarSources;
  const rows = await db
    .select({ id, name, since: failingSince, succeededAt, error })
    .from(calendarSources)
    .where(lte(failingSince, new Date(now.getTime() - patience * 60_000)))
    .orderBy(asc(failingSince), asc(id));
  return rows.map((row) => ({ ...row, since: row.since!, error: row.error ?? "" }));
}

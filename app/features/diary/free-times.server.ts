import type { Service } from "#app/features/services/model.ts";
import { nextFreeStarts, readFreeStarts } from "#app/features/services/queries.server.ts";
import {
  melbourneDaysOf,
  mondayOf,
  type WeekDay,
  weekDays,
} from "#app/features/services/week-days.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { addDays, type Day, isDay } from "#app/values/calendar.ts";
import { zonedDay } from "#app/values/wall-clock.ts";
import { findEntry } from "./entries.server.ts";
import type { PublicAppointment } from "./public-appointment.ts";

export type FreeWeek = {
  days: WeekDay[];
  previous: Day | null;
  next: Day | null;
  /** Where the week has nothing free: a day of the next one that has. */
  firstFree: Day | null;
};

type Moved = { token: string; appointment: PublicAppointment; service: Service };

/** The week around a day in which an appointment can be moved; its own time counts as free. */
export async function readFreeWeek(
  db: Db,
  { token, appointment, service }: Moved,
  wanted: string | null,
  now: Date,
): Promise<FreeWeek> {
  const { zone, startsAt, endsAt } = appointment;
  const except = (await findEntry(db, { token }))?.id;
  const minutes = Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000);
  const asLong = { ...service, minutes };
  const [today, last] = [zonedDay(now, zone), addDays(zonedDay(now, zone), service.daysAhead)];
  const asked = wanted && isDay(wanted) ? wanted : zonedDay(startsAt, zone);
  const monday = mondayOf(asked < today || asked > addDays(last, 1) ? today : asked);
  const starts = await readFreeStarts(db, asLong, melbourneDaysOf(monday), now, { except });
  const days = weekDays(
    monday,
    starts.filter((start) => start.getTime() !== startsAt.getTime()),
    zone,
  );
  const isEmpty = days.every((day) => day.starts.length === 0);
  const [first] = isEmpty ? await nextFreeStarts(db, asLong, now, 1, now, { except }) : [];
  return {
    days,
    previous: monday > today ? addDays(monday, -7) : null,
    next: addDays(monday, 7) <= last ? addDays(monday, 7) : null,
    firstFree: first ? zonedDay(first, zone) : null,
  };
}

/** The next times that are free, for a client whose time was taken meanwhile. */
export async function readNextStarts(
  db: Db,
  { token, appointment, service }: Moved,
  after: Date,
  now: Date,
): Promise<Date[]> {
  const { startsAt, endsAt } = appointment;
  const minutes = Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000);
  const except = (await findEntry(db, { token }))?.id;
  const from = after > now ? after : now;
  const starts = await nextFreeStarts(db, { ...service, minutes }, from, 4, now, { except });
  return starts.filter((start) => start.getTime() !== startsAt.getTime()).slice(0, 3);
}

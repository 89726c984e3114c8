import { type BookableWeek, freeWeekOf } from "#app/features/services/free-week.ts";
import type { Service } from "#app/features/services/model.ts";
import { nextFreeStarts, readFreeStarts } from "#app/features/services/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { zonedDay } from "#app/values/wall-clock.ts";
import { asLongAs, findEntry } from "./entries.server.ts";
import type { PublicAppointment } from "./public-appointment.ts";

type Moved = { token: string; appointment: PublicAppointment; service: Service };

/** Its own time counts as free; its length is that of the session. */
async function asMoved(db: Db, { token, appointment, service }: Moved) {
  const { startsAt } = appointment;
  const entry = await findEntry(db, { token });
  return {
    service: entry ? asLongAs(entry, service) : service,
    except: entry?.id,
    isOther: (start: Date) => start.getTime() !== startsAt.getTime(),
  };
}

/** Without `wanted`, the week of the appointment. */
export async function readFreeWeek(
  db: Db,
  moved: Moved,
  wanted: string | null,
  now: Date,
): Promise<BookableWeek> {
  const { zone, startsAt } = moved.appointment;
  const { service, except, isOther } = await asMoved(db, moved);
  const today = melbourneDay(now);
  const days = { from: today, until: addDays(today, service.daysAhead) };
  const starts = (await readFreeStarts(db, service, days, now, { except })).filter(isOther);
  return freeWeekOf(starts, wanted ?? zonedDay(startsAt, zone), zone, now);
}

export async function readNextStarts(
  db: Db,
  moved: Moved,
  after: Date,
  now: Date,
): Promise<Date[]> {
  const { service, except, isOther } = await asMoved(db, moved);
  const from = after > now ? after : now;
  const starts = await nextFreeStarts(db, service, from, 4, now, { except });
  return starts.filter(isOther).slice(0, 3);
}

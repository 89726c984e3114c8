import { asc, gte } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { dayHours, openingHours } from "#app/server/database/tables.server.ts";
import type { Day } from "#app/values/calendar.ts";
import type { ListedWeek, ShownDay, ShownWeek } from "./admin/hours-state.ts";
import { type DayRow, dayVersion } from "./days-commands.server.ts";
import { readDayTimes, readWeek } from "./hours.ts";
import { isUsualWeek, type WeekRow } from "./hours-commands.server.ts";
import { dayInWords, daysInWords } from "./hours-words.ts";
import { listServices } from "./queries.server.ts";
import { dayPrefix, storedTimes, timesValues, weekPrefixes } from "./typed-times.ts";

export async function getHours(db: Db, _by: Administrator, today: Day) {
  const { serviceId, fromDay, untilDay } = openingHours;
  const all = await listServices(db, { all: true });
  const weeks = await db.select().from(openingHours).orderBy(fromDay, untilDay, serviceId);
  const days = await db
    .select()
    .from(dayHours)
    .where(gte(dayHours.day, today))
    .orderBy(asc(dayHours.day));
  return { services: Object.fromEntries(all.map(({ id, name }) => [id, name])), weeks, days };
}

export function listedWeek(
  week: WeekRow,
  services: Readonly<Record<string, string>>,
  today: Day,
): ListedWeek {
  const isUsual = isUsualWeek(week);
  const days = daysInWords(week.fromDay, week.untilDay, today);
  const service = week.serviceId ? services[week.serviceId] : null;
  const name = [service ?? (isUsual ? "Usual week" : null), days].filter(Boolean).join(", ");
  const { id, sample } = week;
  return { id, isUsual, sample, name: name.charAt(0).toUpperCase() + name.slice(1) };
}

/** Null: a new week. */
export function shownWeek(week: WeekRow | null, isUsual: boolean): ShownWeek {
  const times = week
    ? readWeek(week.week).map((day, index) => storedTimes(weekPrefixes[index]!, day))
    : weekPrefixes.slice(0, 5).map((prefix) => timesValues(prefix, [usualTimes]));
  const values = Object.assign({}, ...times) as Record<string, string>;
  return {
    id: week?.id ?? null,
    version: week?.version ?? 0,
    isUsual,
    sample: week?.sample ?? false,
    values: {
      ...values,
      serviceId: week?.serviceId ?? "",
      fromDay: week?.fromDay ?? "",
      untilDay: week?.untilDay ?? "",
    },
  };
}

const usualTimes = { from: "10:00", until: "17:00" };

export function shownDay(row: DayRow): ShownDay {
  const { day, note } = row;
  const times = readDayTimes(row.hours);
  return {
    day,
    hours: dayInWords(times),
    note,
    seen: dayVersion(row),
    values: { ...storedTimes(dayPrefix, times), day, note },
  };
}

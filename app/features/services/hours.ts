import type { dayHours, openingHours } from "#app/server/database/tables.server.ts";
import { type Day, daysBetween } from "#app/values/calendar.ts";
import { isTimeOfDay, type TimeOfDay, toMinutes } from "#app/values/time-of-day.ts";
import { instantFrom, type Span } from "#app/values/wall-clock.ts";

/** Open times, sorted and apart; an end of `00:00` is the day's midnight. */
export type DayTimes = readonly (readonly [TimeOfDay, TimeOfDay])[];

/** Monday to Sunday, always seven. */
export type Week = readonly DayTimes[];

type WeekRow = Pick<
  typeof openingHours.$inferSelect,
  "serviceId" | "fromDay" | "untilDay" | "week"
>;
type DayRow = Pick<typeof dayHours.$inferSelect, "day" | "hours">;
export type HoursRows = { weeks: readonly WeekRow[]; days: readonly DayRow[] };

/** `opens` and `closes`: minutes of the day as clocks show them. */
export type OpenSpan = Span & { day: Day; opens: number; closes: number };

const minutesPerDay = 1440;
const closing = (end: TimeOfDay) => toMinutes(end) || minutesPerDay;

/** Drops invalid times and joins those that meet or overlap. */
export function readDayTimes(stored: unknown): DayTimes {
  if (!Array.isArray(stored)) return [];
  const known = stored.filter(isPair).map(([start, end]) => [start.slice(0, 5), end.slice(0, 5)]);
  const sorted = (known as [TimeOfDay, TimeOfDay][])
    .filter(([start, end]) => toMinutes(start) < closing(end))
    .toSorted(([first], [second]) => toMinutes(first) - toMinutes(second));
  const times: [TimeOfDay, TimeOfDay][] = [];
  for (const [start, end] of sorted) {
    const last = times.at(-1);
    if (!last || toMinutes(start) > closing(last[1])) times.push([start, end]);
    else if (closing(end) > closing(last[1])) last[1] = end;
  }
  return times;
}

const isPair = (value: unknown): value is [TimeOfDay, TimeOfDay] =>
  Array.isArray(value) &&
  value.length === 2 &&
  value.every((time) => typeof time === "string" && isTimeOfDay(time));

export function readWeek(stored: unknown): Week {
  const days: readonly unknown[] = Array.isArray(stored) ? stored : [];
  return Array.from({ length: 7 }, (_, index) => readDayTimes(days[index]));
}

/** 0 for Monday. */
export function weekdayOf(day: Day): number {
  // 1 January 1900 was a Monday, and no day is earlier.
  return daysBetween("1900-01-01", day) % 7;
}

/** Dated weeks come first, so that a holiday closes all; then the later begin, earlier end, the service's own. */
export function weekFor<Row extends WeekRow>(
  day: Day,
  serviceId: string | null,
  weeks: readonly Row[],
): Row | undefined {
  const holds = ({ fromDay, untilDay }: WeekRow) =>
    (!fromDay || fromDay <= day) && (!untilDay || day <= untilDay);
  const begins = ({ fromDay, untilDay }: WeekRow) =>
    `${fromDay || untilDay ? 1 : 0} ${fromDay ?? "0000-00-00"}`;
  const ends = ({ untilDay }: WeekRow) => untilDay ?? "9999-12-31";
  const isOwn = (row: WeekRow) => (row.serviceId ? "1" : "0");
  return weeks
    .filter((row) => (row.serviceId ?? serviceId) === serviceId && holds(row))
    .toSorted(
      (first, second) =>
        compare(begins(second), begins(first)) ||
        compare(ends(first), ends(second)) ||
        compare(isOwn(second), isOwn(first)),
    )[0];
}

const compare = (first: string, second: string) => Number(first > second) - Number(first < second);

/** `serviceId` null: any service. A single day's hours replace those of the week. */
export function dayTimes(day: Day, serviceId: string | null, { weeks, days }: HoursRows): DayTimes {
  const single = days.find((row) => row.day === day);
  if (single) return readDayTimes(single.hours);
  return readWeek(weekFor(day, serviceId, weeks)?.week)[weekdayOf(day)] ?? [];
}

/** A clock change makes a span longer or shorter. */
export function openSpans(day: Day, serviceId: string | null, hours: HoursRows): OpenSpan[] {
  return dayTimes(day, serviceId, hours).flatMap(([from, until]) => {
    const [opens, closes] = [toMinutes(from), closing(until)];
    const [start, end] = [instantFrom(day, opens), instantFrom(day, closes)];
    return start && end && start < end ? [{ start, end, day, opens, closes }] : [];
  });
}

import type { dayHours, openingHours } from "#app/server/database/tables.server.ts";
import {
  type Day,
  daysBetween,
  longDay,
  shortDay,
  addDays,
  wallTime,
} from "#app/values/calendar.ts";
import { isTimeOfDay, type TimeOfDay, toMinutes } from "#app/values/time-of-day.ts";
import { instantFrom, type Span } from "#app/values/wall-clock.ts";
import type { NounWords } from "#app/features/audit/changes.ts";
import type { ShownOverlaps } from "#app/features/diary/overlaps.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import type { TimesValues } from "./hours-schema.ts";

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

export const weekdayNames = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

const shortName = (index: number) => weekdayNames[index]!.slice(0, 3);

const half = (time: TimeOfDay) => (toMinutes(time) < 720 ? " am" : " pm");

/** `10`, `10:30`. */
function digits(time: TimeOfDay): string {
  const minutes = toMinutes(time);
  const hour = Math.floor(minutes / 60) % 12 || 12;
  return minutes % 60 === 0 ? String(hour) : `${hour}:${String(minutes % 60).padStart(2, "0")}`;
}

/** `10 am–1 pm`, `2–6 pm`; an end at `00:00` is midnight. */
export function timesInWords([from, until]: readonly [TimeOfDay, TimeOfDay]): string {
  const end = until === "00:00" ? "midnight" : digits(until) + half(until);
  const sameHalf = until !== "00:00" && half(from) === half(until);
  return `${digits(from)}${sameHalf ? "" : half(from)}–${end}`;
}

/** `10 am–1 pm, 2–6 pm`, or `closed`. */
export function dayInWords(times: DayTimes): string {
  return times.length === 0 ? "closed" : times.map(timesInWords).join(", ");
}

/** `Mon–Fri 10 am–1 pm, 2–6 pm · Sat 9 am–1 pm · Sun closed`. */
export function weekInWords(week: Week): string {
  const days = week.map(dayInWords);
  const runs: { first: number; last: number; text: string }[] = [];
  for (const [index, text] of days.entries()) {
    const run = runs.at(-1);
    if (run?.text === text) run.last = index;
    else runs.push({ first: index, last: index, text });
  }
  if (runs.length === 1) return days[0] === "closed" ? "Closed all week" : `Every day ${days[0]}`;
  return runs
    .map(({ first, last, text }) => {
      const names = [shortName(first), ...(last > first ? [shortName(last)] : [])];
      return `${names.join(last === first + 1 ? ", " : "–")} ${text}`;
    })
    .join(" · ");
}

/** `Sun 20 Dec to Sun 31 Jan 2027`, `from Sun 20 Dec`, `until Sun 31 Jan`; null without limits. */
export function daysInWords(fromDay: Day | null, untilDay: Day | null, today: Day): string | null {
  if (fromDay && untilDay)
    return fromDay === untilDay
      ? shortDay(fromDay, today)
      : `${shortDay(fromDay, today)} to ${shortDay(untilDay, today)}`;
  if (fromDay) return `from ${shortDay(fromDay, today)}`;
  return untilDay ? `until ${shortDay(untilDay, today)}` : null;
}

/** For the activity log. */
export const hoursWords: NounWords = {
  service: { label: "For" },
  fromDay: { label: "From" },
  untilDay: { label: "To" },
  week: { label: "Hours", say: (value) => weekInWords(readWeek(value)) },
  day: { label: "Day", say: (value) => longDay(String(value)) },
  hours: { label: "Hours", say: (value) => dayInWords(readDayTimes(value)) },
  note: { label: "Note" },
};

export type HoursState = FormState & {
  overlaps?: ShownOverlaps;
  /** Overlaps that can be cancelled or moved at the same time: what to send for each choice. */
  cancellable?: readonly { label: string; choices: Readonly<Record<string, string>> }[];
};

/** `id`: null for a new week. */
export type ShownWeek = {
  id: string | null;
  version: number;
  isUsual: boolean;
  sample: boolean;
  values: TimesValues;
};

export type ListedWeek = { id: string; isUsual: boolean; sample: boolean; name: string };

export type ShownDay = {
  day: string;
  hours: string;
  note: string;
  seen: string;
  values: TimesValues;
};

export type UpcomingDay = {
  day: Day;
  hours: string;
  /** Why it differs from the week; null if it does not. */
  reason: "away" | "changed" | null;
};

const upcomingDays = 7;

/** For services that follow the hours of all services. */
export function upcomingHours(today: Day, hours: HoursRows, away: readonly Span[]): UpcomingDay[] {
  return Array.from({ length: upcomingDays }, (_, index) => {
    const day = addDays(today, index);
    const open = openSpans(day, null, hours);
    const left = open.flatMap((span) => without(span, away));
    const isAway = left.length !== open.length || left.some((span, at) => !isSame(span, open[at]!));
    const isChanged = hours.days.some((single) => single.day === day);
    const text = dayInWords(left.map(({ start, end }) => [clock(start), clock(end)]));
    return { day, hours: text, reason: isAway ? "away" : isChanged ? "changed" : null };
  });
}

const clock = (instant: Date): TimeOfDay => wallTime(instant).slice(11, 16);

const isSame = (first: Span, second: Span) =>
  first.start.getTime() === second.start.getTime() && first.end.getTime() === second.end.getTime();

function without(span: Span, taken: readonly Span[]): Span[] {
  return taken.reduce<Span[]>(
    (left, { start, end }) =>
      left.flatMap((part) => {
        if (end <= part.start || part.end <= start) return [part];
        const before = { start: part.start, end: start };
        const after = { start: end, end: part.end };
        return [before, after].filter((one) => one.start < one.end);
      }),
    [{ start: span.start, end: span.end }],
  );
}

import { addDays, type Day, daysBetween, melbourneDay, wallTime } from "#app/values/calendar.ts";
import type { Repeats } from "#app/values/icalendar.ts";
import { toMinutes } from "#app/values/time-of-day.ts";
import { instantFrom, instantOf } from "#app/values/wall-clock.ts";
import { type Entry, minutesOf } from "./model.ts";

export const mostLessons = 60;

type Repetition = { weeks: number; lessons: number | null; untilDay: Day | null };

/** One more than {@link mostLessons} if there are too many. */
export function daysOfSeries(first: Day, { weeks, lessons, untilDay }: Repetition): Day[] {
  const days: Day[] = [];
  for (let day = first; days.length <= mostLessons; day = addDays(day, weeks * 7)) {
    if (days.length === lessons || (untilDay !== null && day > untilDay)) break;
    days.push(day);
  }
  return days;
}

export function repeatsOf(starts: readonly [Date, ...Date[]], weeks: number): Repeats {
  const [first] = starts;
  const until = { weeks, lessons: null, untilDay: melbourneDay(starts.at(-1)!) };
  const days = daysOfSeries(melbourneDay(first), until);
  const minutes = wallMinutes(first);
  const taken = new Set(starts.map(Number));
  const without = days.flatMap((day) => {
    const start = instantOf(day, minutes);
    return start && !taken.has(start.getTime()) ? [start] : [];
  });
  return { weeks, count: days.length, without };
}

/** Shifts a time by the difference on the clock. */
export function shiftTo(start: Date, before: Date): (at: Date) => Date {
  const days = daysBetween(melbourneDay(before), melbourneDay(start));
  const shift = days * minutesOfDay + wallMinutes(start) - wallMinutes(before);
  return (at) => {
    const minutes = wallMinutes(at) + shift;
    const day = addDays(melbourneDay(at), Math.floor(minutes / minutesOfDay));
    return instantFrom(day, minutes - Math.floor(minutes / minutesOfDay) * minutesOfDay)!;
  };
}

const minutesOfDay = 1_440;

const wallMinutes = (at: Date) => toMinutes(wallTime(at).slice(11, 16));

export const thoseFollowing = (count: number): string =>
  count === 1 ? "the one that follows" : `the ${count} that follow`;

export const payableAhead = (entry: Entry, series: readonly Entry[], now: Date): Entry[] =>
  entry.price === null || entry.price === 0 || entry.clientEmail === null
    ? []
    : followingOf(entry, series, now).filter(
        (one) =>
          one.price === entry.price &&
          one.clientEmail === entry.clientEmail &&
          minutesOf(one) === minutesOf(entry) &&
          one.salesInvoiceId === null &&
          one.creditId === null,
      );

/** Includes the lesson itself. */
export const followingOf = (
  { startsAt }: Pick<Entry, "startsAt">,
  series: readonly Entry[],
  now: Date,
) =>
  series.filter((one) => one.state === "booked" && one.startsAt >= startsAt && one.startsAt > now);

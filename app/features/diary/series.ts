import { addDays, type Day, melbourneDay, wallTime } from "#app/values/calendar.ts";
import type { Repeats } from "#app/values/icalendar.ts";
import { toMinutes } from "#app/values/time-of-day.ts";
import { instantOf } from "#app/values/wall-clock.ts";

/* A term of lessons: the same wall time every week, or every second. */

export const mostLessons = 60;

export type Repetition = { weeks: number; lessons: number | null; untilDay: Day | null };

/** Its days; one more than {@link mostLessons} where there are too many. */
export function daysOfSeries(first: Day, { weeks, lessons, untilDay }: Repetition): Day[] {
  const days: Day[] = [];
  for (let day = first; days.length <= mostLessons; day = addDays(day, weeks * 7)) {
    if (days.length === lessons || (untilDay !== null && day > untilDay)) break;
    days.push(day);
  }
  return days;
}

/** How a calendar repeats the first of these times to have them all, in their order. */
export function repeatsOf(starts: readonly [Date, ...Date[]], weeks: number): Repeats {
  const [first] = starts;
  const until = { weeks, lessons: null, untilDay: melbourneDay(starts.at(-1)!) };
  const days = daysOfSeries(melbourneDay(first), until);
  const minutes = toMinutes(wallTime(first).slice(11, 16));
  const taken = new Set(starts.map(Number));
  const without = days.flatMap((day) => {
    const start = instantOf(day, minutes);
    return start && !taken.has(start.getTime()) ? [start] : [];
  });
  return { weeks, count: days.length, without };
}

import { addDays, type Day, wallTime } from "#app/values/calendar.ts";
import type { TimeOfDay } from "#app/values/time-of-day.ts";
import type { Span } from "#app/values/wall-clock.ts";
import { type HoursRows, openSpans } from "./hours.ts";
import { dayInWords } from "./hours-words.ts";

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

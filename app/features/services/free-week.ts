import {
  addDays,
  addMonths,
  type Day,
  daysBetween,
  isDay,
  type Month,
  monthOf,
} from "#app/values/calendar.ts";
import { zonedDay } from "#app/values/wall-clock.ts";
import { grouped } from "#app/values/older-browsers.ts";
import { weekdayOf } from "./hours.ts";

export type BookableWeek = {
  monday: Day;
  days: WeekDay[];
  /** The day whose times a wide screen shows; null in an empty week. */
  chosen: Day | null;
  /** That of the chosen day. */
  month: MonthOfTimes;
  /** Mondays of the neighbouring weeks, if there are free times that way. */
  previous: Day | null;
  next: Day | null;
  /** For an empty week: the next free time, or the last one before it. */
  nearest: Date | null;
};

const msPerDay = 86_400_000;

/** @param wanted a day of the week; null or past: the week of the first of `starts` */
export function freeWeekOf(
  starts: readonly Date[],
  wanted: string | null,
  zone: string,
  now: Date,
): BookableWeek {
  const times = timesIn(zone, starts);
  const isShown = wanted !== null && isDay(wanted) && isDay(addDays(wanted, 7));
  const isAhead = isShown && wanted >= mondayOf(times.dayOf(now));
  const day = isAhead ? wanted : times.dayOf(starts[0] ?? now);
  const monday = mondayOf(day);
  const following = addDays(monday, 7);
  const byDay = times.byDay(monday, following);
  const days = Array.from({ length: 7 }, (_, index) => {
    const one = addDays(monday, index);
    return { day: one, starts: byDay.get(one) ?? [] };
  });
  const free = days.filter((one) => one.starts.length > 0).map((one) => one.day);
  const chosen = free.find((one) => one >= day) ?? free.at(-1) ?? null;
  const [first, last] = [starts[0], starts.at(-1)];
  return {
    monday,
    days,
    chosen,
    month: monthOfTimes(monthOf(chosen ?? day), times),
    previous: first && times.dayOf(first) < monday ? addDays(monday, -7) : null,
    next: last && times.dayOf(last) >= following ? following : null,
    nearest: chosen ? null : (times.firstFrom(following) ?? last ?? null),
  };
}

export type WeekDay = { day: Day; starts: Date[] };

export function mondayOf(day: Day): Day {
  return addDays(day, -weekdayOf(day));
}

type MonthOfTimes = {
  month: Month;
  /** From Monday to Sunday, with the first and last days of the neighbouring months. */
  weeks: MonthDay[][];
  /** The first days with free times of the nearest months that have some, that way. */
  previous: Day | null;
  next: Day | null;
};

export type MonthDay = { day: Day; count: number };

function monthOfTimes(month: Month, times: TimesInZone): MonthOfTimes {
  const first = `${month}-01`;
  const following = `${addMonths(month, 1)}-01`;
  const monday = mondayOf(first);
  const count = Math.ceil((weekdayOf(first) + daysBetween(first, following)) / 7);
  const byDay = times.byDay(monday, addDays(monday, count * 7));
  const weeks = Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (__, index) => {
      const day = addDays(monday, week * 7 + index);
      return { day, count: byDay.get(day)?.length ?? 0 };
    }),
  );
  const [before, after] = [times.lastBefore(first), times.firstFrom(following)];
  const start = before && times.firstFrom(`${monthOf(times.dayOf(before))}-01`);
  return {
    month,
    weeks,
    previous: start ? times.dayOf(start) : null,
    next: after ? times.dayOf(after) : null,
  };
}

type TimesInZone = ReturnType<typeof timesIn>;

/** Converting a start to its day is slow: asks the clock only about those near the day in question. */
function timesIn(zone: string, starts: readonly Date[]) {
  const dayOf = (start: Date) => zonedDay(start, zone);
  const earliestOf = (day: Day) => Date.parse(day) - msPerDay;
  const latestOf = (day: Day) => Date.parse(day) + msPerDay;
  return {
    dayOf,
    byDay(from: Day, until: Day) {
      const [first, last] = [earliestOf(from), latestOf(until)];
      const near = starts.filter((start) => start.getTime() >= first && start.getTime() <= last);
      return grouped(near, dayOf);
    },
    firstFrom(day: Day) {
      const first = earliestOf(day);
      return starts.find((start) => start.getTime() >= first && dayOf(start) >= day);
    },
    lastBefore(day: Day) {
      const last = latestOf(day);
      return starts.findLast((start) => start.getTime() <= last && dayOf(start) < day);
    },
  };
}

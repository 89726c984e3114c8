import { addDays, type Day, isDay } from "#app/values/calendar.ts";
import { zonedDay } from "#app/values/wall-clock.ts";
import { grouped } from "#app/values/older-browsers.ts";
import { weekdayOf } from "./hours.ts";

export type BookableWeek = ReturnType<typeof freeWeekOf>;

const msPerDay = 86_400_000;

/** @param wanted a day of the week; null or past: the week of the first of `starts` */
export function freeWeekOf(
  starts: readonly Date[],
  wanted: string | null,
  zone: string,
  now: Date,
) {
  const dayOf = (start: Date) => zonedDay(start, zone);
  const isShown = wanted !== null && isDay(wanted) && isDay(addDays(wanted, 7));
  const isAhead = isShown && wanted >= mondayOf(dayOf(now));
  const monday = mondayOf(isAhead ? wanted : dayOf(starts[0] ?? now));
  const following = addDays(monday, 7);
  // Converting a start to its day is slow, so first drop those a day or more outside the week.
  const [from, until] = [Date.parse(monday) - msPerDay, Date.parse(following) + msPerDay];
  const near = starts.filter((start) => start.getTime() >= from && start.getTime() <= until);
  const [first, last] = [starts[0], starts.at(-1)];
  const after = starts.find((start) => dayOf(start) >= following && start.getTime() >= from);
  const days = weekDays(monday, near, zone);
  const isEmpty = days.every((day) => day.starts.length === 0);
  return {
    monday,
    days,
    /** Mondays of the neighbouring weeks, if there are free times that way. */
    previous: first && dayOf(first) < monday ? addDays(monday, -7) : null,
    next: last && dayOf(last) >= following ? following : null,
    /** For an empty week: the next free time, or the last one before it. */
    nearest: isEmpty ? (after ?? last ?? null) : null,
  };
}

export type WeekDay = { day: Day; starts: Date[] };

export function mondayOf(day: Day): Day {
  return addDays(day, -weekdayOf(day));
}

function weekDays(monday: Day, starts: readonly Date[], zone: string): WeekDay[] {
  const byDay = grouped(starts, (start) => zonedDay(start, zone));
  return Array.from({ length: 7 }, (_, index) => {
    const day = addDays(monday, index);
    return { day, starts: byDay.get(day) ?? [] };
  });
}

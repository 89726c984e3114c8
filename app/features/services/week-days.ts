import { addDays, type Day } from "#app/values/calendar.ts";
import { zonedDay } from "#app/values/wall-clock.ts";
import { weekdayOf } from "./hours.ts";
import { grouped } from "#app/values/older-browsers.ts";

export type WeekDay = { day: Day; starts: Date[] };

export function mondayOf(day: Day): Day {
  return addDays(day, -weekdayOf(day));
}

export function weekDays(monday: Day, starts: readonly Date[], zone: string): WeekDay[] {
  const byDay = grouped(starts, (start) => zonedDay(start, zone));
  return Array.from({ length: 7 }, (_, index) => {
    const day = addDays(monday, index);
    return { day, starts: byDay.get(day) ?? [] };
  });
}

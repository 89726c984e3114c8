import { melbourneDay, wallTime } from "../app/values/calendar.ts";
import { toMinutes } from "../app/values/time-of-day.ts";
import { instantFrom } from "../app/values/wall-clock.ts";

const day = 86_400_000;
const [opens, hours] = [9, 9];

/** The same order within a working day of Melbourne's, from 9:00 to 18:00. */
function inWorkingHours(instant: Date): Date {
  const minutes = toMinutes(wallTime(instant).slice(11, 16));
  return instantFrom(melbourneDay(instant), Math.floor(opens * 60 + (minutes * hours) / 24))!;
}

/** Days before `now`, at an hour at which people work. */
export function workingAgo(now: Date): (days: number) => Date {
  // Before noon the same hour of today may be still to come.
  const latest = inWorkingHours(now) <= now ? now.getTime() : now.getTime() - day;
  return (days) => inWorkingHours(new Date(latest - days * day));
}

import type { Day } from "#app/values/calendar.ts";
import { endsNextDay, type TimeOfDay, toMinutes } from "#app/values/time-of-day.ts";
import { instantFrom } from "#app/values/wall-clock.ts";

const minute = 60_000;
const minutesPerDay = 1440;

type WallTimes = {
  day: Day;
  start: TimeOfDay;
  /** At or before the start: on the next day. Null if unknown. */
  end?: TimeOfDay | null;
  /** Length if the end is unknown. */
  minutes: number;
};

/** In Melbourne; null for a day that the diary cannot hold. */
export function spanOfRecord({ day, start, end = null, minutes }: WallTimes) {
  const startsAt = instantFrom(day, toMinutes(start));
  if (!startsAt) return null;
  const later = new Date(startsAt.getTime() + minutes * minute);
  const until =
    end && instantFrom(day, toMinutes(end) + (endsNextDay(start, end) ? minutesPerDay : 0));
  // If clocks skip all of it, it would end when it begins.
  const endsAt = until && until > startsAt ? until : later;
  return isKept(startsAt) && isKept(endsAt) ? { startsAt, endsAt } : null;
}

/** The table's limits: another program's record may be of any year. */
function isKept(instant: Date): boolean {
  const year = instant.getUTCFullYear();
  return year >= 1900 && year < 9999;
}

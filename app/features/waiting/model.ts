import { weekdayNames, weekdayOf } from "#app/features/services/hours.ts";
import type { PartOfDay } from "#app/server/database/enums.ts";
import type { Day } from "#app/values/calendar.ts";
import { zonedDay, zonedTime } from "#app/values/wall-clock.ts";

export type Wish = {
  zone: string;
  weekdays: readonly string[];
  timeOfDay: PartOfDay;
  fromDay: Day;
  untilDay: Day;
};

export const partOfDayLabels: Record<PartOfDay, string> = {
  any: "Any time",
  morning: "Before noon",
  afternoon: "Noon to 5 pm",
  evening: "5 pm or later",
};

/** Hours in which a session begins: from the first, before the second. */
const hoursOf: Record<PartOfDay, readonly [from: number, until: number]> = {
  any: [0, 24],
  morning: [0, 12],
  afternoon: [12, 17],
  evening: [17, 24],
};

export function isWished({ zone, weekdays, timeOfDay, fromDay, untilDay }: Wish, start: Date) {
  const day = zonedDay(start, zone);
  const time = zonedTime(start, zone);
  const hour = (parseInt(time) % 12) + (time.endsWith("pm") ? 12 : 0);
  const [from, until] = hoursOf[timeOfDay];
  return (
    day >= fromDay &&
    day <= untilDay &&
    weekdays.includes(weekdayNames[weekdayOf(day)]!) &&
    hour >= from &&
    hour < until
  );
}

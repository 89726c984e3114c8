import { addDays, type Day } from "#app/values/calendar.ts";
import { weekdayOf } from "./hours.ts";

export type PublicHoliday = { day: Day; name: string };

const [monday, tuesday, friday, saturday, sunday] = [0, 1, 4, 5, 6] as const;

/** Public Holidays Act 1993 (Vic), ss 6 to 8. The proclaimed Grand Final Friday is taken as September's last. */
export function publicHolidays(year: number): PublicHoliday[] {
  const on = (monthDay: string): Day => `${year}-${monthDay}`;
  const easter = easterSunday(year);
  const dated: [Day, string][] = [
    [on("01-01"), "New Year's Day"],
    [isWeekend(on("01-26")) ? next(monday, on("01-26")) : on("01-26"), "Australia Day"],
    [next(monday, on("03-08")), "Labour Day"],
    [addDays(easter, -2), "Good Friday"],
    [addDays(easter, -1), "Saturday before Easter Sunday"],
    [easter, "Easter Sunday"],
    [addDays(easter, 1), "Easter Monday"],
    [on("04-25"), "Anzac Day"],
    [next(monday, on("06-08")), "King's Birthday"],
    [next(friday, on("09-24")), "Friday before the AFL Grand Final"],
    [next(tuesday, on("11-01")), "Melbourne Cup Day"],
    [on("12-25"), "Christmas Day"],
    [on("12-26"), "Boxing Day"],
    ...additional(on("01-01"), "New Year's Day", monday),
    ...additional(on("12-25"), "Christmas Day", tuesday),
    ...additional(on("12-26"), "Boxing Day", tuesday),
  ];
  return dated
    .map(([day, name]) => ({ day, name }))
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

/** Until the end of the next year. */
export function holidaysAhead(today: Day): PublicHoliday[] {
  const year = Number(today.slice(0, 4));
  return [year, year + 1].flatMap(publicHolidays).filter(({ day }) => day >= today);
}

const isWeekend = (day: Day) => weekdayOf(day) === saturday || weekdayOf(day) === sunday;

/** Includes `from`. */
const next = (weekday: number, from: Day): Day =>
  addDays(from, (weekday - weekdayOf(from) + 7) % 7);

/** Monday for a Saturday. `forSunday`: after Christmas, that Monday is Boxing Day. */
function additional(day: Day, name: string, forSunday: number): [Day, string][] {
  if (!isWeekend(day)) return [];
  const weekday = weekdayOf(day) === saturday ? monday : forSunday;
  return [[next(weekday, day), `${name}, additional day`]];
}

/** Gregorian, by Meeus, Jones and Butcher. */
function easterSunday(year: number): Day {
  const golden = year % 19;
  const [century, inCentury] = [Math.floor(year / 100), year % 100];
  const correction = Math.floor((8 * century + 13) / 25);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday =
    (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const shift = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  return addDays(`${year}-03-22`, epact + weekday - 7 * shift);
}

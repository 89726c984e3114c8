import { type Day, longDay } from "#app/values/calendar.ts";

/** MM-DD until which examples use this year: an answer to the quote, a change of the session. */
const lastDays = { session: "10-06", other: "05-31" };

/** Whole years keep daylight saving: on 8 October London's and Melbourne's clocks are forward. */
export function exampleYear(about: keyof typeof lastDays, today: Day): number {
  const year = Number(today.slice(0, 4));
  return today < `${year}-${lastDays[about]}` ? year : year + 1;
}

const months: Record<string, string> = { May: "05", June: "06", Oct: "10", October: "10" };
const dates = /\b[A-Z][a-z]+(,?) (\d{1,2}) (May|June|October|Oct)\b( \d{4})?/g;

/** Moves `Saturday, 20 June 2026` or `Thu 8 Oct` to another year. */
export function inYear(text: string, year: number): string {
  return text.replace(dates, (_whole, comma: string, date: string, month: string) => {
    const long = longDay(`${year}-${months[month]}-${date.padStart(2, "0")}`);
    return comma ? long : `${long.slice(0, 3)} ${date} ${month}`;
  });
}

/** Such as `2026-03-01`. Never passes through a time zone; only instants do. */
export type Day = string;

/** For times that no calendar has, such as the database's `infinity`. */
const unknown = "N/A";

export const melbourneZone = "Australia/Melbourne";
export const msPerMinute = 60_000;
export const msPerHour = 60 * msPerMinute;
/** A day of the calendar may have 23 or 25 hours. */
export const msPerDay = 24 * msPerHour;
const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The first day that the database keeps. Earlier ones are typing errors, such as the year 202. */
const firstDay = "1900-01-01";

/** Whether the day exists (`2026-02-30` doesn't), from 1900 on. */
export function isDay(text: string): text is Day {
  return dayPattern.test(text) && text >= firstDay && fromCount(toCount(text)) === text;
}

function toCount(day: Day): number {
  const [, year, month, date] = dayPattern.exec(day) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(date)) / msPerDay;
}

/** Returns no valid day for a count outside four-digit years. */
function fromCount(count: number): Day {
  const instant = new Date(count * msPerDay);
  return isInstant(instant) ? instant.toISOString().slice(0, 10) : unknown;
}

export function addDays(day: Day, days: number): Day {
  return fromCount(toCount(day) + days);
}

/** Negative when `second` is earlier, `NaN` for an invalid day. */
export function daysBetween(first: Day, second: Day): number {
  return toCount(second) - toCount(first);
}

/** False for the database's `infinity`. */
export function isInstant(instant: Date): boolean {
  return !Number.isNaN(instant.getTime());
}

export function byInstant(first: Date, second: Date): number {
  const count = (instant: Date) => (isInstant(instant) ? instant.getTime() : -Infinity);
  return count(first) === count(second) ? 0 : count(first) - count(second);
}

const melbourneParts = new Intl.DateTimeFormat("en-CA", {
  timeZone: melbourneZone,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** `N/A` for the database's `infinity`. */
export function melbourneDay(instant: Date): Day {
  return isInstant(instant) ? melbourneParts.format(instant) : unknown;
}

/** Deadlines last to the end of their day in Melbourne. */
export function hasEnded(day: Day, now: Date): boolean {
  return melbourneDay(now) > day;
}

const weekdays = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const longMonths =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** `Sunday, 1 March 2026`; `N/A` for an invalid day. By hand: `Intl` takes a hundredth of a quote's page. */
export function longDay(day: Day): string {
  if (!isDay(day)) return unknown;
  const date = new Date(toCount(day) * msPerDay);
  const month = longMonths[date.getUTCMonth()];
  return `${weekdays[date.getUTCDay()]}, ${date.getUTCDate()} ${month} ${date.getUTCFullYear()}`;
}

const clock = new Intl.DateTimeFormat("en-AU", {
  timeZone: melbourneZone,
  hour: "numeric",
  minute: "2-digit",
  hour12: true,
  timeZoneName: "short",
});

/** `Sunday, 1 March 2026 at 6:05 pm AEDT`. */
export function longInstant(instant: Date): string {
  if (!isInstant(instant) || !isDay(melbourneDay(instant))) return unknown;
  return `${longDay(melbourneDay(instant))} at ${clock.format(instant).replace(/\u202f/g, " ")}`;
}

const shortFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: melbourneZone,
  month: "short",
  day: "numeric",
  year: "numeric",
});

/** `Mar 1, 2026`. */
export function shortInstant(instant: Date): string {
  return isInstant(instant) ? shortFormat.format(instant) : unknown;
}

const wallClock = new Intl.DateTimeFormat("en-CA", {
  timeZone: melbourneZone,
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

/** `Fri 20 Nov`; with the year unless it is that of `today`. `N/A` for an invalid day. */
export function shortDay(day: Day, today: Day): string {
  return isDay(day) ? shortOf(longDay(day), today) : unknown;
}

function shortOf(long: string, today: Day): string {
  const [weekday = "", date = "", month = "", year = ""] = long.replace(",", "").split(" ");
  const isThisYear = year === today.slice(0, 4);
  return [weekday.slice(0, 3), date, month.slice(0, 3), ...(isThisYear ? [] : [year])].join(" ");
}

const longDays = /\b[A-Z][a-z]+day, \d{1,2} [A-Z][a-z]+ \d{4}\b/g;

/** Shortens the long days in a text: `Garden party, Sat 16 Jan 2027`. */
export function withShortDays(text: string, today: Day): string {
  return text.replace(longDays, (day) => shortOf(day, today));
}

/** `today 10:49 am`, `Fri 20 Nov, 10:20 am`, `Fri 20 Nov 2025, 10:20 am`. */
export function shortTime(instant: Date, today: Day): string {
  if (!isInstant(instant) || !isDay(melbourneDay(instant))) return unknown;
  const day = melbourneDay(instant);
  const time = instantClock(instant);
  return day === today ? `today ${time}` : `${shortDay(day, today)}, ${time}`;
}

/** `10:49 am`. */
export function instantClock(instant: Date): string {
  const [time = ""] = clock
    .format(instant)
    .replace(/\u202f/g, " ")
    .split(/ [A-Z]/);
  return time;
}

/** `2026-03-01 18:05:00` in Melbourne time, which sorts. */
export function wallTime(instant: Date): string {
  if (!isInstant(instant)) return unknown;
  return wallClock.format(instant).replace(", ", " ");
}

/** Every day has a midnight in Melbourne: clocks change at two or three in the morning. */
export function startOfDay(day: Day): Date {
  const midnight = toCount(day) * msPerDay;
  // Off by at most the hour of daylight saving.
  const guess = new Date(midnight - 10 * 3_600_000);
  const shown = Date.parse(`${wallTime(guess).replace(" ", "T")}Z`);
  return new Date(guess.getTime() + midnight - shown);
}

/** Such as `2026-03`. */
export type Month = string;

export function monthOf(day: Day): Month {
  return day.slice(0, 7);
}

/** Reads `2026-11`, `11/2026` or `November 2026`; null outside 1900 to 2999. */
export function readMonth(text: string): Month | null {
  const parts = text
    .trim()
    .toLowerCase()
    .split(/[\s/.-]+/);
  const year = parts.find((part) => /^(19|2\d)\d\d$/.test(part));
  const [month = "", ...rest] = parts.filter((part) => part !== year);
  const isNamed = (name: string) => name.toLowerCase().startsWith(month.slice(0, 3));
  const named = /^[a-z]{3,9}$/.test(month) ? longMonths.findIndex(isNamed) + 1 : 0;
  const count = /^\d\d?$/.test(month) ? Number(month) : named;
  if (!year || rest.length > 0 || count < 1 || count > 12) return null;
  return `${year}-${String(count).padStart(2, "0")}`;
}

export function addMonths(month: Month, months: number): Month {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months;
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, "0")}`;
}

export function startOfMonth(month: Month): Date {
  return startOfDay(`${month}-01`);
}

/** `March 2026`. */
export function longMonth(month: Month): string {
  return longDay(`${month}-01`).split(" ").slice(2).join(" ");
}

const monthFormat = new Intl.DateTimeFormat("en-AU", {
  timeZone: "UTC",
  month: "short",
  year: "numeric",
});

/** `Mar 2026`. */
export function shortMonth(month: Month): string {
  return monthFormat.format(new Date(toCount(`${month}-01`) * msPerDay));
}

type Lasting = { startsAt: Date; endsAt: Date };

/** Also true for times that no calendar has. */
export const isMidnight = (instant: Date) =>
  !isDay(melbourneDay(instant)) ||
  instant.getTime() === startOfDay(melbourneDay(instant)).getTime();

/** First and last day; null unless it begins and ends at midnight. */
export function wholeDays({ startsAt, endsAt }: Lasting): { first: Day; last: Day } | null {
  if (!isMidnight(startsAt) || !isMidnight(endsAt)) return null;
  return { first: melbourneDay(startsAt), last: addDays(melbourneDay(endsAt), -1) };
}

/** `Mon 21 Dec to Sun 10 Jan 2027`, `Fri 4 Dec`; with times unless both are midnight. */
export function daysAndTimes({ startsAt, endsAt }: Lasting, today: Day): string {
  const [from, until] = [melbourneDay(startsAt), melbourneDay(endsAt)];
  const first = shortDay(from, today) + (isMidnight(startsAt) ? "" : `, ${instantClock(startsAt)}`);
  const last = isMidnight(endsAt)
    ? shortDay(addDays(until, -1), today)
    : `${shortDay(until, today)}, ${instantClock(endsAt)}`;
  return first === last ? first : `${first} to ${last}`;
}

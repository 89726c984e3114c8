import {
  addDays,
  type Day,
  instantClock,
  isDay,
  melbourneDay,
  shortDay,
  startOfDay,
} from "./calendar.ts";

/* What lasts whole days in Melbourne, such as days away, and how it is said. */

type Lasting = { startsAt: Date; endsAt: Date };

/** Also of what no calendar has. */
export const isMidnight = (instant: Date) =>
  !isDay(melbourneDay(instant)) ||
  instant.getTime() === startOfDay(melbourneDay(instant)).getTime();

/** Its first and its last day; null where it begins or ends within one. */
export function wholeDays({ startsAt, endsAt }: Lasting): { first: Day; last: Day } | null {
  if (!isMidnight(startsAt) || !isMidnight(endsAt)) return null;
  return { first: melbourneDay(startsAt), last: addDays(melbourneDay(endsAt), -1) };
}

/** `Mon 21 Dec to Sun 10 Jan 2027`, `Fri 4 Dec`; with times where it begins or ends within a day. */
export function daysAndTimes({ startsAt, endsAt }: Lasting, today: Day): string {
  const [from, until] = [melbourneDay(startsAt), melbourneDay(endsAt)];
  const first = shortDay(from, today) + (isMidnight(startsAt) ? "" : `, ${instantClock(startsAt)}`);
  const last = isMidnight(endsAt)
    ? shortDay(addDays(until, -1), today)
    : `${shortDay(until, today)}, ${instantClock(endsAt)}`;
  return first === last ? first : `${first} to ${last}`;
}

import {
  addDays,
  type Day,
  instantClock,
  isDay,
  melbourneDay,
  shortDay,
  startOfDay,
} from "./calendar.ts";

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

import ICAL from "ical.js";
import type { CalendarItem } from "./ics.ts";
import { asTime, type Zone, wallOf } from "./zones.ts";

/* Rules follow the clocks of the event's zone. */

const msPerDay = 86_400_000;

/** How many times a rule may name before the window and within it. */
const mostSteps = 20_000;

/** In milliseconds. Rules without a count may start at any of their times. */
const regular: Readonly<Record<string, number>> = {
  SECONDLY: 1_000,
  MINUTELY: 60_000,
  HOURLY: 3_600_000,
  DAILY: msPerDay,
  WEEKLY: 7 * msPerDay,
};

/** Wall times of the zone; `until` is exclusive. */
export type WallWindow = { from: number; until: number };

/** Throws for a rule that names too many times. */
export function startsWithin(item: CalendarItem, window: WallWindow): number[] {
  const { wall, zone } = item.start;
  const starts = new Set<number>();
  // The event's own start counts, whatever its rule says.
  if (wall >= window.from && wall < window.until) starts.add(wall);
  for (const rule of item.rules) {
    for (const start of startsOf(rule, wall, zone, window)) starts.add(start);
  }
  return [...starts];
}

function* startsOf(
  given: ICAL.Recur,
  wall: number,
  zone: Zone,
  window: WallWindow,
): Generator<number> {
  const rule = withLocalEnd(given, zone);
  const times = rule.iterator(asTime(firstBefore(rule, wall, window.from)));
  for (let step = 0; step < mostSteps; step++) {
    const time = times.next() as ICAL.Time | null;
    if (!time) return;
    const start = wallOf(time);
    if (start >= window.until) return;
    if (start >= window.from && start >= wall) yield start;
  }
  throw new RangeError("The rule names too many times.");
}

/** Gives the rule's last day or instant as the event's wall time. */
function withLocalEnd(given: ICAL.Recur, zone: Zone): ICAL.Recur {
  const rule = given.clone();
  if (!(rule.interval >= 1)) rule.interval = 1;
  const { until } = rule;
  if (!until) return rule;
  const end = wallOf(until);
  if (until.isDate) rule.until = asTime(end + msPerDay - 1000);
  else if (until.zone === ICAL.Timezone.utcTimezone) rule.until = asTime(zone.wallAt(end));
  else rule.until = asTime(end);
  return rule;
}

/** A regular rule's last time before the window, from which it can continue. */
function firstBefore(rule: ICAL.Recur, wall: number, from: number): number {
  const period = rule.count ? undefined : regular[rule.freq];
  if (!period) return wall;
  // One more period back, because a rule may name several times in each.
  const periods = Math.floor((from - wall) / (period * rule.interval)) - 1;
  return periods > 0 ? wall + periods * period * rule.interval : wall;
}

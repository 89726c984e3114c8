import ICAL from "ical.js";
import type { CalendarItem } from "./ics.ts";
import { asTime, type Zone, wallOf } from "./zones.ts";

/* At which times an event begins. Rules are followed on the clocks of the event's zone. */

const msPerDay = 86_400_000;

/** How many times a rule may name until the window begins, and within it. */
const mostSteps = 20_000;

/** Of a rule without a count: these may begin at any of its times. */
const regular: Readonly<Record<string, number>> = {
  SECONDLY: 1_000,
  MINUTELY: 60_000,
  HOURLY: 3_600_000,
  DAILY: msPerDay,
  WEEKLY: 7 * msPerDay,
};

/** Wall times of the zone, the last one not part of it. */
export type WallWindow = { from: number; until: number };

/** The wall times at which a series begins within the window. Throws for a rule that names too many. */
export function startsWithin(item: CalendarItem, window: WallWindow): number[] {
  const { wall, zone } = item.start;
  const starts = new Set<number>();
  // An event takes place when it says that it begins, whatever its rule says.
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

/** A day or an instant as the last possible one, as the clocks of the event show it. */
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

/** The last time of a regular rule before the window, from which it goes on as from its first. */
function firstBefore(rule: ICAL.Recur, wall: number, from: number): number {
  const period = rule.count ? undefined : regular[rule.freq];
  if (!period) return wall;
  // A rule may name several times in each period: one more is before all that are wanted.
  const periods = Math.floor((from - wall) / (period * rule.interval)) - 1;
  return periods > 0 ? wall + periods * period * rule.interval : wall;
}

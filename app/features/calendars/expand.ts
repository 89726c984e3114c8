import { type CalendarItem, endOf, type Moment, readCalendar } from "./ics.ts";
import { startsWithin } from "./recurrence.ts";
import { within } from "./time-limit.ts";

/* From a calendar to the times at which its owner is busy. */

/** In milliseconds since 1970. */
export type BusySpan = { start: number; end: number; summary: string };

export type CalendarToExpand = {
  text: string;
  /** In milliseconds since 1970; the last one not part of it. */
  from: number;
  until: number;
  /** Of this site, whose own events come back in the owner's calendar by her invitations. */
  ownHost: string;
};

/** `skipped`: events that could not be understood. */
export type ExpandedCalendar = { busy: BusySpan[]; skipped: number };

export class TooMuchToExpand extends Error {
  override name = "TooMuchToExpand";
}

const mostSpans = 20_000;
/** In milliseconds: for one series, and for all of them. */
const timeLimit = { series: 1_000, all: 6_000 };
// Clocks of different zones are this far apart at most.
const zoneSpread = 26 * 3_600_000;

/** Throws {@link TooMuchToExpand}, and as `readCalendar` does. */
export function expandCalendar(given: CalendarToExpand): ExpandedCalendar {
  const read = readCalendar(given.text);
  const own = `@${given.ownHost}`;
  const items = read.items.filter(({ uid }) => !uid.endsWith(own));
  const overrides = overridesOf(items);
  const deadline = performance.now() + timeLimit.all;
  const busy: BusySpan[] = [];
  let { skipped } = read;
  for (const item of items) {
    if (performance.now() > deadline) throw new TooMuchToExpand();
    try {
      busy.push(...spansOf(item, overrides.get(item.uid), given));
    } catch {
      skipped++;
    }
    if (busy.length > mostSpans) throw new TooMuchToExpand();
  }
  return { busy: busy.toSorted(byStart), skipped };
}

const byStart = (first: BusySpan, second: BusySpan) =>
  first.start - second.start ||
  first.end - second.end ||
  (first.summary < second.summary ? -1 : Number(first.summary > second.summary));

type Overrides = ReadonlyMap<string, CalendarItem>;

/** By the series they belong to and the time that they replace, the latest version of each. */
function overridesOf(items: readonly CalendarItem[]): ReadonlyMap<string, Overrides> {
  const overrides = new Map<string, Map<string, CalendarItem>>();
  for (const item of items) {
    if (!item.replaces) continue;
    const ofSeries = overrides.get(item.uid) ?? new Map<string, CalendarItem>();
    overrides.set(item.uid, ofSeries);
    const key = keyOf(item.replaces);
    if ((ofSeries.get(key)?.sequence ?? -1) <= item.sequence) ofSeries.set(key, item);
  }
  return overrides;
}

/** The same for the same moment, in whatever zone it is written. */
function keyOf({ wall, zone, isDay }: Moment): string {
  return isDay ? dayKey(wall) : String(zone.instantAt(wall));
}

const dayKey = (wall: number) => new Date(wall).toISOString().slice(0, 10);

function spansOf(
  item: CalendarItem,
  overrides: Overrides | undefined,
  window: { from: number; until: number },
): BusySpan[] {
  const { start, length, summary, replaces } = item;
  // Replaced once more by a later version.
  if (replaces && overrides?.get(keyOf(replaces)) !== item) return [];
  if (item.isFree) return [];
  const toSpan = (wall: number, zone = start.zone, lasts = length): BusySpan => ({
    start: zone.instantAt(wall),
    end: endOf(wall, zone, lasts),
    summary,
  });
  const isWanted = (span: BusySpan) =>
    span.end > window.from && span.start < window.until && span.start < span.end;
  if (replaces) return [toSpan(start.wall)].filter(isWanted);
  const without = new Set(item.except.map(keyOf));
  const isLeft = (wall: number, zone = start.zone) =>
    [dayKey(wall), String(zone.instantAt(wall))].every(
      (key) => !without.has(key) && !overrides?.has(key),
    );
  const wallWindow = {
    from: window.from - zoneSpread - length.wall - length.exact,
    until: window.until + zoneSpread,
  };
  const starts =
    item.rules.length === 0
      ? [start.wall]
      : within(timeLimit.series, () => startsWithin(item, wallWindow));
  const spans = starts.filter((wall) => isLeft(wall)).map((wall) => toSpan(wall));
  const extra = item.extra
    .filter(({ start: { wall, zone } }) => isLeft(wall, zone) && !starts.includes(wall))
    .map(({ start: { wall, zone }, length: lasts }) => toSpan(wall, zone, lasts));
  return [...spans, ...extra].filter(isWanted);
}

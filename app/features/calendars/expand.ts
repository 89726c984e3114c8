import { type CalendarItem, endOf, type Moment, ifReadable, readCalendar } from "./ics.ts";
import { ownRecordOf } from "./own-uids.ts";
import { startsWithin } from "./recurrence.ts";
import { within } from "./time-limit.ts";

/** In milliseconds since 1970. */
export type BusySpan = {
  start: number;
  end: number;
  summary: string;
  /** The record that it may be about, from when this site had another host. */
  recordId?: string;
};

export type CalendarToExpand = {
  text: string;
  /** In milliseconds since 1970; `until` is exclusive. */
  from: number;
  until: number;
  /** This site's host: invitations bring its own events back in the owner's calendar. */
  ownHost: string;
};

/** `skipped`: events with an unreadable start. `partial`: series with an unreadable repetition. */
export type ExpandedCalendar = { busy: BusySpan[]; skipped: number; partial: number };

export class TooMuchToExpand extends Error {
  override name = "TooMuchToExpand";
}

const mostSpans = 20_000;
/** In milliseconds: for one series, and for all. */
const timeLimit = { series: 1_000, all: 6_000 };
// Clocks of two zones differ by at most this, in milliseconds.
const zoneSpread = 26 * 3_600_000;

/** Throws {@link TooMuchToExpand}, and what `readCalendar` throws. */
export function expandCalendar(given: CalendarToExpand): ExpandedCalendar {
  const read = readCalendar(given.text);
  const items = read.items.filter(({ uid }) => ownRecordOf(uid, given.ownHost) !== true);
  const overrides = overridesOf(items);
  const deadline = performance.now() + timeLimit.all;
  const busy: BusySpan[] = [];
  let { skipped } = read;
  let partial = 0;
  for (const item of items) {
    if (performance.now() > deadline) throw new TooMuchToExpand();
    try {
      const { spans, isPartial } = spansOf(item, overrides.get(item.uid), given);
      const recordId = ownRecordOf(item.uid, given.ownHost);
      busy.push(
        ...(typeof recordId === "string" ? spans.map((span) => ({ ...span, recordId })) : spans),
      );
      if (isPartial) partial++;
    } catch {
      skipped++;
    }
    if (busy.length > mostSpans) throw new TooMuchToExpand();
  }
  return { busy: busy.toSorted(byStart), skipped, partial };
}

const byStart = (first: BusySpan, second: BusySpan) =>
  first.start - second.start ||
  first.end - second.end ||
  (first.summary < second.summary ? -1 : Number(first.summary > second.summary));

type Overrides = ReadonlyMap<string, CalendarItem>;

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

function keyOf({ wall, zone, isDay }: Moment): string {
  return isDay ? dayKey(wall) : String(zone.instantAt(wall));
}

const dayKey = (wall: number) => new Date(wall).toISOString().slice(0, 10);

function spansOf(
  item: CalendarItem,
  overrides: Overrides | undefined,
  window: { from: number; until: number },
): { spans: BusySpan[]; isPartial: boolean } {
  const { start, length, summary, replaces } = item;
  // A later version replaces this one.
  const isReplaced = replaces && overrides?.get(keyOf(replaces)) !== item;
  if (isReplaced || item.isFree) return { spans: [], isPartial: false };
  const toSpan = (wall: number, zone = start.zone, lasts = length): BusySpan => ({
    start: zone.instantAt(wall) - item.travel,
    end: endOf(wall, zone, lasts),
    summary,
  });
  const isWanted = (span: BusySpan) =>
    span.end > window.from && span.start < window.until && span.start < span.end;
  if (replaces) return { spans: [toSpan(start.wall)].filter(isWanted), isPartial: false };
  const without = new Set(item.except.map(keyOf));
  const isLeft = (wall: number, zone = start.zone) =>
    [dayKey(wall), String(zone.instantAt(wall))].every(
      (key) => !without.has(key) && !overrides?.has(key),
    );
  const wallWindow = {
    from: window.from - zoneSpread - length.wall - length.exact,
    until: window.until + zoneSpread + item.travel,
  };
  const repeats =
    item.rules.length === 0
      ? [start.wall]
      : ifReadable(() => within(timeLimit.series, () => startsWithin(item, wallWindow)));
  // An event with an unreadable repetition takes place once.
  const starts = repeats ?? [start.wall];
  const spans = starts.filter((wall) => isLeft(wall)).map((wall) => toSpan(wall));
  const extra = item.extra
    .filter(({ start: { wall, zone } }) => isLeft(wall, zone) && !starts.includes(wall))
    .map(({ start: { wall, zone }, length: lasts }) => toSpan(wall, zone, lasts));
  return {
    spans: [...spans, ...extra].filter(isWanted),
    isPartial: item.isPartial || repeats === null,
  };
}

import { createContext, Script } from "node:vm";
import ICAL from "ical.js";
import { type CalendarItem, endOf, type Moment, ifReadable, readCalendar } from "./ics.ts";
import { asTime, type Zone, wallOf } from "./zones.ts";

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

/* Recognises this site's own events, which its invitations or feed put into other calendars. */

const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const ofRecord = new RegExp(`^(?:(?:(?:appointment|series)-)?(${uuid})|(${uuid})-rehearsal)@(.+)$`);
const ofClient = /^booking-[\w-]{22}@(.+)$/;

const withoutWww = (host: string) => host.toLowerCase().replace(/^www\./, "");

/** True with this host, else the record that it may be about under an earlier host. */
function ownRecordOf(uid: string, ownHost: string): true | string | null {
  const [, id, rehearsal, host = ofClient.exec(uid)?.[1]] = ofRecord.exec(uid) ?? [];
  if (host && withoutWww(host) === withoutWww(ownHost)) return true;
  return id ?? rehearsal ?? null;
}

const call = new Script("work()");
// Creating one takes a millisecond.
const context = createContext({ work: null as (() => unknown) | null });

/** Throws after `ms` milliseconds. Blocks the thread until then, and must not be nested. */
function within<T>(ms: number, work: () => T): T {
  context.work = work;
  return call.runInContext(context, { timeout: ms }) as T;
}

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
type WallWindow = { from: number; until: number };

/** Throws for a rule that names too many times. */
function startsWithin(item: CalendarItem, window: WallWindow): number[] {
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

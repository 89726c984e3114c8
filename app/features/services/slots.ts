import { addDays, type Day, melbourneDay } from "#app/values/calendar.ts";
import { eachDay, instantOf, type Span } from "#app/values/wall-clock.ts";
import type { OpenSpan } from "./hours.ts";
import type { Service } from "./model.ts";

export type SlotRules = Pick<
  Service,
  "minutes" | "bufferBefore" | "bufferAfter" | "step" | "notice" | "daysAhead" | "mostPerDay"
>;

/** `id` null: the hours of all services. */
export type RulesOfService = SlotRules & { id: string | null };

/** For an appointment without a service, as its tables have it; with its own length and buffers. */
export const withoutService: RulesOfService = {
  id: null,
  minutes: 60,
  bufferBefore: 0,
  bufferAfter: 0,
  step: 15,
  notice: 0,
  daysAhead: 60,
  mostPerDay: null,
};

/** `session`: the Melbourne day of a session of the same service. */
export type TakenSpan = Span & { session?: Day | null };

/** Both ends count. */
export type DayRange = { from: Day; until: Day };

/** `past`: also sooner than the service's notice. */
export type Obstacle = "past" | "outside" | "taken";

type SpansOf = (day: Day) => readonly OpenSpan[];

const msPerMinute = 60_000;
const later = (instant: Date, minutes: number) =>
  new Date(instant.getTime() + minutes * msPerMinute);

export function bookableDays(
  { daysAhead }: Pick<SlotRules, "daysAhead">,
  { from, until }: DayRange,
  now: Date,
): DayRange | null {
  const today = melbourneDay(now);
  const last = addDays(today, daysAhead);
  const days = { from: from < today ? today : from, until: until > last ? last : until };
  return days.from <= days.until ? days : null;
}

/** Taken or not. Steps count from the start of each span. */
function startsOn({ step, minutes }: SlotRules, spans: readonly OpenSpan[]): Date[] {
  return spans.flatMap(({ day, opens, closes, end }) => {
    const last = end.getTime() - minutes * msPerMinute;
    const starts: Date[] = [];
    for (let at = opens; at < closes; at += step) {
      const start = instantOf(day, at);
      if (start && start.getTime() <= last) starts.push(start);
    }
    return starts;
  });
}

const earliestStart = ({ notice }: SlotRules, now: Date) => later(now, notice * 60);

function blockOf({ bufferBefore, bufferAfter, minutes }: SlotRules, start: Date): Span {
  return { start: later(start, -bufferBefore), end: later(start, minutes + bufferAfter) };
}

const overlaps = (first: Span, second: Span) =>
  first.start < second.end && second.start < first.end;

function fullDays({ mostPerDay }: SlotRules, taken: readonly TakenSpan[]): ReadonlySet<Day> {
  const counts = new Map<Day, number>();
  for (const { session } of taken) if (session) counts.set(session, (counts.get(session) ?? 0) + 1);
  const isFull = ([, count]: [Day, number]) => mostPerDay !== null && count >= mostPerDay;
  return new Set([...counts].filter(isFull).map(([day]) => day));
}

/** Sorted, without empty spans; spans that meet are joined. */
function merged(taken: readonly Span[]): Span[] {
  const spans: Span[] = [];
  const sorted = taken
    .filter(({ start, end }) => start < end)
    .toSorted((first, second) => first.start.getTime() - second.start.getTime());
  for (const { start, end } of sorted) {
    const last = spans.at(-1);
    if (!last || start > last.end) spans.push({ start, end });
    else if (end > last.end) last.end = end;
  }
  return spans;
}

export function freeStarts(
  rules: SlotRules,
  spansOf: SpansOf,
  taken: readonly TakenSpan[],
  range: DayRange,
  now: Date,
): Date[] {
  const days = bookableDays(rules, range, now);
  if (!days) return [];
  const full = fullDays(rules, taken);
  const earliest = earliestStart(rules, now);
  const starts = eachDay(days.from, days.until)
    .filter((day) => !full.has(day))
    .flatMap((day) => startsOn(rules, spansOf(day)))
    .filter((start) => start >= earliest);
  const spans = merged(taken);
  let next = 0;
  return starts.filter((start) => {
    const block = blockOf(rules, start);
    // Both lists are sorted: a span that ends before this session can't affect a later one.
    while (next < spans.length && spans[next]!.end <= block.start) next++;
    return next === spans.length || !overlaps(spans[next]!, block);
  });
}

export function obstacleTo(
  rules: SlotRules,
  spansOf: SpansOf,
  taken: readonly TakenSpan[],
  start: Date,
  now: Date,
): Obstacle | null {
  if (start < earliestStart(rules, now)) return "past";
  const day = melbourneDay(start);
  if (!bookableDays(rules, { from: day, until: day }, now)) return "outside";
  const isStart = startsOn(rules, spansOf(day)).some((one) => one.getTime() === start.getTime());
  if (!isStart) return "outside";
  const block = blockOf(rules, start);
  const isTaken = merged(taken).some((span) => overlaps(span, block));
  return isTaken || fullDays(rules, taken).has(day) ? "taken" : null;
}

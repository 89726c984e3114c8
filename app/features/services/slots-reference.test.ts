import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { addDays, melbourneZone } from "#app/values/calendar.ts";
import { addMinutes } from "#app/values/time-of-day.ts";
import { openSpans } from "./hours.ts";
import { freeStarts, obstacleTo, type SlotRules } from "./slots.ts";

/* The same lists made in another way: each wall minute by itself, with Temporal's clock. */

type Opening = readonly [opens: number, closes: number];
type Taken = readonly [from: number, minutes: number];
type Case = {
  day: string;
  openings: readonly Opening[];
  taken: readonly Taken[];
  rules: SlotRules;
  minutesAgo: number;
};

const minute = 60_000;

function zonedAt(day: string, minutes: number) {
  const wall = Temporal.PlainDate.from(day).toPlainDateTime().add({ minutes });
  const zoned = wall.toZonedDateTime(melbourneZone, { disambiguation: "earlier" });
  return { zoned, exists: zoned.toPlainDateTime().equals(wall), wall };
}

/** When clocks first show the time or what comes after it. */
function closingAt(day: string, minutes: number): number {
  const { zoned, exists, wall } = zonedAt(day, minutes);
  if (exists) return zoned.epochMilliseconds;
  const after = wall.toZonedDateTime(melbourneZone, { disambiguation: "later" });
  // The one before it may be this very moment.
  return after.add({ minutes: 1 }).getTimeZoneTransition("previous")!.epochMilliseconds;
}

function expectedStarts({ day, openings, taken, rules, minutesAgo }: Case): string[] {
  const midnight = zonedAt(day, 0).zoned.epochMilliseconds;
  const now = midnight - minutesAgo * minute;
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(melbourneZone);
  const daysLeft = today.toPlainDate().until(day, { largestUnit: "day" }).days;
  if (daysLeft > rules.daysAhead) return [];
  const starts: number[] = [];
  for (const [opens, closes] of openings) {
    const end = closingAt(day, closes);
    for (let at = opens; at < closes; at += rules.step) {
      const { zoned, exists } = zonedAt(day, at);
      const start = zoned.epochMilliseconds;
      const isOpen = exists && start + rules.minutes * minute <= end;
      const isSoon = start - now < rules.notice * 60 * minute;
      const isTaken = taken.some(([from, length]) => {
        const begins = midnight + from * minute;
        const isBefore = begins + length * minute <= start - rules.bufferBefore * minute;
        const isAfter = begins >= start + (rules.minutes + rules.bufferAfter) * minute;
        return length > 0 && !isBefore && !isAfter;
      });
      if (isOpen && !isSoon && !isTaken) starts.push(start);
    }
  }
  return starts.map((start) => new Date(start).toISOString());
}

const spansFor = ({ openings }: Case) => {
  const clock = (minutes: number) => addMinutes("00:00", minutes);
  const times = openings.map(([opens, closes]) => [clock(opens), clock(closes)]);
  const week = Array.from({ length: 7 }, () => times);
  const weeks = [{ serviceId: null, fromDay: null, untilDay: null, week }];
  return (day: string) => openSpans(day, null, { weeks, days: [] });
};

const takenIn = ({ day, taken }: Case) => {
  const midnight = zonedAt(day, 0).zoned.epochMilliseconds;
  return taken.map(([from, minutes]) => ({
    start: new Date(midnight + from * minute),
    end: new Date(midnight + (from + minutes) * minute),
  }));
};

const nowOf = ({ day, minutesAgo }: Case) =>
  new Date(zonedAt(day, 0).zoned.epochMilliseconds - minutesAgo * minute);

const changes = [
  "2025-10-05",
  "2026-04-05",
  "2026-10-04",
  "2027-04-04",
  "2031-10-05",
  "2034-04-02",
];
const quarters = (min: number, max: number) =>
  fc.integer({ min: min / 15, max: max / 15 }).map((count) => count * 15);
/** Half of them meet each other and the steps of sessions. */
const anyOf = (min: number, max: number) => fc.oneof(quarters(min, max), fc.integer({ min, max }));
const anyDay = fc.oneof(
  fc.nat({ max: 3652 }).map((days) => addDays("2025-01-01", days)),
  fc.constantFrom(...changes),
);
/** Apart from each other, as they are read; half of them at night, when clocks change. */
const anyOpenings = fc
  .tuple(
    fc.constantFrom(0, 480),
    quarters(0, 180),
    quarters(15, 300),
    quarters(15, 120),
    quarters(15, 240),
  )
  .map(([from, before, first, pause, second]): Opening[] => {
    const opens = from + before;
    const reopens = opens + first + pause;
    return [
      [opens, opens + first],
      [reopens, reopens + second],
    ];
  });
const anyCase: fc.Arbitrary<Case> = fc.record({
  day: anyDay,
  openings: anyOpenings,
  taken: fc.array(fc.tuple(anyOf(-300, 1500), anyOf(0, 180)), { maxLength: 5 }),
  rules: fc.record({
    minutes: fc.constantFrom(15, 30, 45, 60, 90),
    bufferBefore: fc.constantFrom(0, 15),
    bufferAfter: fc.constantFrom(0, 15, 20),
    step: fc.constantFrom(15, 20, 30, 60),
    notice: fc.constantFrom(0, 1, 24, 48),
    daysAhead: fc.constantFrom(1, 2, 60),
    mostPerDay: fc.constant(null),
  }),
  minutesAgo: fc.integer({ min: -600, max: 5000 }),
});

describe("on any day of ten years, with any hours", () => {
  test("the times offered are those of a list made with Temporal", () => {
    let [offered, refused] = [0, 0];
    fc.assert(
      fc.property(anyCase, (given) => {
        const { day, rules } = given;
        const [spansOf, taken, now] = [spansFor(given), takenIn(given), nowOf(given)];
        const found = freeStarts(rules, spansOf, taken, { from: day, until: day }, now);
        expect(found.map((start) => start.toISOString())).toEqual(expectedStarts(given));
        offered += found.length;
        if (found.length === 0) refused++;
        const open = freeStarts(rules, spansOf, [], { from: day, until: day }, now);
        const isFree = new Set(found.map(Number));
        for (const start of open) {
          const obstacle = isFree.has(Number(start)) ? null : "taken";
          expect(obstacleTo(rules, spansOf, taken, start, now)).toBe(obstacle);
        }
      }),
      { numRuns: 400 },
    );
    // The cases are worth something: most have times, and some have none.
    expect([offered > 400, refused > 10]).toEqual([true, true]);
  });
});

import { describe, expect, test } from "vitest";
import { type HoursRows, openSpans } from "./hours.ts";
import { freeStarts, obstacleTo, type SlotRules, type TakenSpan } from "./slots.ts";

const rules: SlotRules = {
  minutes: 60,
  bufferBefore: 0,
  bufferAfter: 0,
  step: 60,
  notice: 0,
  daysAhead: 60,
  mostPerDay: null,
};

type Given = Partial<SlotRules> & {
  open?: [string, string][];
  taken?: TakenSpan[];
  now?: string;
};

/** What is offered on one day that is open at these times every day of the week. */
function offered(day: string, { open = [["09:00", "17:00"]], taken = [], now, ...own }: Given) {
  const week = Array.from({ length: 7 }, () => open);
  const hours: HoursRows = {
    weeks: [{ serviceId: null, fromDay: null, untilDay: null, week }],
    days: [],
  };
  const at = new Date(now ?? new Date(Date.parse(day) - 5 * 86_400_000));
  return freeStarts(
    { ...rules, ...own },
    (one) => openSpans(one, null, hours),
    taken,
    { from: day, until: day },
    at,
  ).map((start) => start.toISOString().replace(":00.000Z", "Z"));
}

const span = (start: string, end: string): TakenSpan => ({
  start: new Date(start),
  end: new Date(end),
});

describe("how soon and how far ahead", () => {
  // 9:00 on the 7th is 23:00 UTC on the 6th.
  test.each([
    ["a time is offered exactly at its notice", 24, "2026-07-05T23:00:00Z", true],
    ["and a millisecond later no more", 24, "2026-07-05T23:00:00.001Z", false],
    ["without notice until it begins", 0, "2026-07-06T23:00:00Z", true],
    ["and never after that", 0, "2026-07-06T23:00:00.001Z", false],
  ])("%s", (_, notice, now, isThere) => {
    const starts = offered("2026-07-07", { notice, now });
    expect(starts.includes("2026-07-06T23:00Z")).toBe(isThere);
  });

  test.each([
    ["the last day ends with Melbourne's", "2026-06-29T14:00:00Z", true],
    ["the day before it was a day too far", "2026-06-29T13:59:59Z", false],
  ])("%s", (_, now, isThere) => {
    expect(offered("2026-07-07", { daysAhead: 7, now }).length > 0).toBe(isThere);
  });

  test("no range makes for more days than can be booked", () => {
    const asked: string[] = [];
    const spansOf = (day: string) => {
      asked.push(day);
      return [];
    };
    const range = { from: "1900-01-01", until: "9999-12-31" };
    freeStarts({ ...rules, daysAhead: 3 }, spansOf, [], range, new Date("2026-07-07T00:00Z"));
    expect(asked).toEqual(["2026-07-07", "2026-07-08", "2026-07-09", "2026-07-10"]);
  });
});

describe("what takes time", () => {
  test("may last for days", () => {
    const away = span("2026-07-01T00:00Z", "2026-07-07T03:00Z");
    expect(offered("2026-07-07", { taken: [away] })[0]).toBe("2026-07-07T03:00Z");
  });
});

describe("at most two sessions a day", () => {
  const sessions = (...days: string[]) =>
    days.map((session) => ({ ...span("2026-07-07T02:00Z", "2026-07-07T03:00Z"), session }));

  test.each([
    ["leave a day with one open", ["2026-07-07"], 7],
    ["close a day with two", ["2026-07-07", "2026-07-07"], 0],
    ["are counted by their own days", ["2026-07-06", "2026-07-07", "2026-07-08"], 7],
  ])("%s", (_, days, count) => {
    const taken = sessions(...days);
    expect(offered("2026-07-07", { taken, mostPerDay: 2 })).toHaveLength(count);
  });
});

describe("a time that is asked for", () => {
  const hours: HoursRows = {
    weeks: [
      {
        serviceId: null,
        fromDay: null,
        untilDay: null,
        week: Array.from({ length: 7 }, () => [["09:00", "17:00"]]),
      },
    ],
    days: [{ day: "2026-07-09", hours: [] }],
  };
  const taken = [
    span("2026-07-07T01:00Z", "2026-07-07T02:00Z"),
    ...[1, 2].map(() => ({
      ...span("2026-07-07T23:00Z", "2026-07-08T00:00Z"),
      session: "2026-07-08",
    })),
  ];

  test.each([
    ["2026-07-07T00:00:00Z", null],
    ["2026-07-04T23:00:00Z", "past"],
    ["2026-07-05T23:00:00Z", "past"],
    ["2026-07-07T00:07:00Z", "outside"],
    ["2026-07-07T00:00:30Z", "outside"],
    ["2026-07-07T07:00:00Z", "outside"],
    ["2026-07-09T00:00:00Z", "outside"],
    ["2026-07-16T00:00:00Z", "outside"],
    ["+012026-07-07T00:00:00Z", "outside"],
    ["-000200-07-07T00:00:00Z", "past"],
    ["2026-07-07T01:00:00Z", "taken"],
    ["2026-07-08T02:00:00Z", "taken"],
  ])("%s: %s", (start, obstacle) => {
    const own = { ...rules, notice: 24, daysAhead: 9, mostPerDay: 2 };
    const spansOf = (day: string) => openSpans(day, null, hours);
    const now = new Date("2026-07-06T00:00:00Z");
    expect(obstacleTo(own, spansOf, taken, new Date(start), now)).toBe(obstacle);
  });
});

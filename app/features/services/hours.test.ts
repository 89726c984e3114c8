import { describe, expect, test } from "vitest";
import { type HoursRows, dayTimes, openSpans, readDayTimes, readWeek, weekdayOf } from "./hours.ts";

const always = (...times: [string, string][]) => Array.from({ length: 7 }, () => times);
const week = (start: string, own: Partial<HoursRows["weeks"][number]> = {}) => ({
  serviceId: null,
  fromDay: null,
  untilDay: null,
  week: always([start, "17:00"]),
  ...own,
});
const days: HoursRows["days"] = [];

describe("stored times of a day", () => {
  test.each([
    [
      "are sorted",
      [
        ["14:00", "17:00"],
        ["09:00", "12:00"],
      ],
      [
        ["09:00", "12:00"],
        ["14:00", "17:00"],
      ],
    ],
    [
      "that meet are one",
      [
        ["09:00", "12:00"],
        ["12:00", "14:00"],
      ],
      [["09:00", "14:00"]],
    ],
    [
      "that overlap are one",
      [
        ["09:00", "15:00"],
        ["10:00", "12:00"],
      ],
      [["09:00", "15:00"]],
    ],
    ["end at midnight with 00:00", [["18:00", "00:00"]], [["18:00", "00:00"]]],
    ["have no seconds", [["09:00:00", "12:30:59"]], [["09:00", "12:30"]]],
    [
      "that end before they begin are left out",
      [
        ["12:00", "09:00"],
        ["10:00", "10:00"],
      ],
      [],
    ],
    [
      "that no clock has are left out",
      [
        ["25:00", "26:00"],
        ["9", "10"],
        ["09:00", "24:00"],
      ],
      [],
    ],
    ["that are damaged are left out", [["09:00"], null, 7, ["09:00", 10], {}, "09:00"], []],
    ["may be anything else", { length: 2 }, []],
  ])("%s", (_, stored, times) => {
    expect(readDayTimes(stored)).toEqual(times);
  });
});

describe("a stored week", () => {
  test("has seven days, whatever was stored", () => {
    const empty = [[], [], [], [], [], [], []];
    for (const stored of [null, undefined, "", 7, {}, [], [null, 3], always(["x", "y"])])
      expect(readWeek(stored)).toEqual(empty);
    expect(readWeek([...always(["09:00", "10:00"]), [["11:00", "12:00"]]])).toEqual(
      always(["09:00", "10:00"]),
    );
  });

  test("begins with Monday", () => {
    const weeks = [
      week("09:00", { week: [1, 2, 3, 4, 5, 6, 7].map((h) => [[`0${h}:00`, "23:00"]]) }),
    ];
    expect(weekdayOf("2026-10-05")).toBe(0);
    expect(dayTimes("2026-10-05", null, { weeks, days })).toEqual([["01:00", "23:00"]]);
    expect(dayTimes("2026-10-04", null, { weeks, days })).toEqual([["07:00", "23:00"]]);
  });
});

describe("of the weeks that hold a day", () => {
  const all = week("09:00");
  const termForAll = week("10:00", { fromDay: "2026-10-05", untilDay: "2026-12-18" });
  const own = week("11:00", { serviceId: "a" });
  const termOfOwn = week("12:00", { serviceId: "a", untilDay: "2026-12-18" });
  const other = week("13:00", { serviceId: "b" });
  const startsOf = (day: string, service: string | null, ...weeks: HoursRows["weeks"][number][]) =>
    dayTimes(day, service, { weeks, days }).map(([start]) => start);

  test.each([
    ["that for all is the last choice", "2026-11-02", "c", ["10:00"]],
    ["a service's own counts alone", "2027-01-04", "a", ["11:00"]],
    ["a service's own with days counts before it", "2026-09-01", "a", ["12:00"]],
    ["those for all that begin within its days count before both", "2026-11-02", "a", ["10:00"]],
    ["another service's does not count", "2027-01-04", "c", ["09:00"]],
    ["only those for all count without a service", "2027-01-04", null, ["09:00"]],
  ])("%s", (_, day, service, starts) => {
    const weeks = [other, all, termOfOwn, own, termForAll];
    expect(startsOf(day, service, ...weeks)).toEqual(starts);
    expect(startsOf(day, service, ...weeks.toReversed())).toEqual(starts);
  });

  test("the first and last day of one with days belong to it", () => {
    const on = (day: string) => startsOf(day, null, all, termForAll);
    expect(
      ["2026-10-04", "2026-10-05", "2026-12-18", "2026-12-19"].map((day) => on(day)[0]),
    ).toEqual(["09:00", "10:00", "10:00", "09:00"]);
  });

  test("of two with days the one within the other counts", () => {
    const inside = week("14:00", { fromDay: "2026-11-02", untilDay: "2026-11-06" });
    const sameStart = week("15:00", { fromDay: "2026-10-05", untilDay: "2026-10-09" });
    const weeks = [inside, termForAll, sameStart];
    for (const order of [weeks, weeks.toReversed()]) {
      expect(startsOf("2026-11-03", null, ...order)).toEqual(["14:00"]);
      expect(startsOf("2026-10-06", null, ...order)).toEqual(["15:00"]);
    }
  });

  test("one that is closed counts, too, and for a service with hours of its own", () => {
    const closed = week("", { fromDay: "2026-12-20", untilDay: "2027-01-10", week: [] });
    expect(startsOf("2026-12-25", "c", all, closed)).toEqual([]);
    expect(startsOf("2026-12-25", "a", all, own, closed)).toEqual([]);
    expect(startsOf("2027-01-11", "a", all, own, closed)).toEqual(["11:00"]);
  });

  test("on the same days a service's own counts before those for all", () => {
    const holiday = { fromDay: "2026-12-20", untilDay: "2027-01-10" };
    const [forAll, forOne] = [
      week("10:00", holiday),
      week("16:00", { ...holiday, serviceId: "a" }),
    ];
    for (const order of [
      [forAll, forOne],
      [forOne, forAll],
    ]) {
      expect(startsOf("2026-12-25", "a", all, own, ...order)).toEqual(["16:00"]);
      expect(startsOf("2026-12-25", "c", all, own, ...order)).toEqual(["10:00"]);
    }
  });

  test("none means closed", () => {
    expect(startsOf("2026-11-02", "c", own)).toEqual([]);
  });
});

describe("a single day", () => {
  const weeks = [week("09:00"), week("11:00", { serviceId: "a" })];

  test("has its own hours in the place of every week's", () => {
    const single = [{ day: "2026-11-03", hours: [["13:00", "15:00"]] }];
    for (const service of ["a", "c", null])
      expect(dayTimes("2026-11-03", service, { weeks, days: single })).toEqual([
        ["13:00", "15:00"],
      ]);
    expect(dayTimes("2026-11-04", "a", { weeks, days: single })).toEqual([["11:00", "17:00"]]);
  });

  test("without hours is closed", () => {
    const closed = [{ day: "2026-11-03", hours: [] }];
    expect(openSpans("2026-11-03", "a", { weeks, days: closed })).toEqual([]);
  });
});

describe("open hours as instants", () => {
  const spans = (day: string, start: string, end: string) =>
    openSpans(day, null, { weeks: [week("", { week: always([start, end]) })], days }).map((span) =>
      [span.start, span.end].map((instant) => instant.toISOString().slice(0, 16)),
    );

  test.each([
    ["an ordinary day", "2026-07-07", "09:00", "17:00", ["2026-07-06T23:00", "2026-07-07T07:00"]],
    ["until midnight", "2026-07-07", "18:00", "00:00", ["2026-07-07T08:00", "2026-07-07T14:00"]],
    [
      "a night an hour shorter",
      "2026-10-04",
      "01:00",
      "05:00",
      ["2026-10-03T15:00", "2026-10-03T18:00"],
    ],
    [
      "a night an hour longer",
      "2027-04-04",
      "01:00",
      "05:00",
      ["2027-04-03T14:00", "2027-04-03T19:00"],
    ],
    [
      "from what clocks skip",
      "2026-10-04",
      "02:30",
      "05:00",
      ["2026-10-03T16:00", "2026-10-03T18:00"],
    ],
    [
      "until what clocks skip",
      "2026-10-04",
      "01:00",
      "02:30",
      ["2026-10-03T15:00", "2026-10-03T16:00"],
    ],
  ])("%s", (_, day, start, end, span) => {
    expect(spans(day, start, end)).toEqual([span]);
  });

  test("there are none within what clocks skip", () => {
    expect(spans("2026-10-04", "02:00", "02:45")).toEqual([]);
  });
});

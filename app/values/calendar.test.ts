import { beforeEach, describe, expect, test } from "vitest";
import {
  addDays,
  byInstant,
  daysBetween,
  hasEnded,
  isDay,
  longDay,
  longInstant,
  melbourneDay,
  shortDay,
  shortInstant,
  shortTime,
  wallTime,
} from "./calendar.ts";
import { clockIn } from "#tests/support/time-zone.ts";

describe("calendar days", () => {
  test("only days that exist are days", () => {
    expect(["2026-02-28", "2028-02-29", "2026-12-31"].every(isDay)).toBe(true);
    expect(["2026-02-29", "2026-2-9", "2026-13-01", "", "tomorrow"].some(isDay)).toBe(false);
  });

  test("before 1900 are slips, which the database doesn't keep", () => {
    expect(["0202-11-24", "1899-12-31", "1900-01-01"].map(isDay)).toEqual([false, false, true]);
  });

  test("are added and counted across months, leap days and clock changes", () => {
    expect(addDays("2026-03-05", -7)).toBe("2026-02-26");
    expect(addDays("2026-10-10", -7)).toBe("2026-10-03");
    expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
    expect(daysBetween("2026-10-03", "2026-10-05")).toBe(2);
    expect(daysBetween("2026-04-06", "2026-04-04")).toBe(-2);
  });

  test("are written as people say them", () => {
    expect(longDay("2026-03-01")).toBe("Sunday, 1 March 2026");
  });
});

describe("instants in Melbourne", () => {
  test.each([
    ["2026-10-03T13:59:59Z", "2026-10-03", "Saturday, 3 October 2026 at 11:59 pm AEST"],
    ["2026-10-03T14:00:00Z", "2026-10-04", "Sunday, 4 October 2026 at 12:00 am AEST"],
    ["2026-10-03T16:00:00Z", "2026-10-04", "Sunday, 4 October 2026 at 3:00 am AEDT"],
    ["2026-12-31T13:00:00Z", "2027-01-01", "Friday, 1 January 2027 at 12:00 am AEDT"],
  ])("%s is %s: %s", (instant, day, words) => {
    expect(melbourneDay(new Date(instant))).toBe(day);
    expect(longInstant(new Date(instant))).toBe(words);
  });

  test("end a day with its last second, also when clocks change", () => {
    for (const [day, last, next] of [
      ["2026-10-03", "2026-10-03T13:59:59Z", "2026-10-03T14:00:00Z"],
      ["2026-10-04", "2026-10-04T12:59:59Z", "2026-10-04T13:00:00Z"],
    ] as const) {
      expect(hasEnded(day, new Date(last))).toBe(false);
      expect(hasEnded(day, new Date(next))).toBe(true);
    }
  });

  test("have the dashboard's short form", () => {
    expect(shortInstant(new Date("2026-02-28T13:30:00Z"))).toBe("Mar 1, 2026");
  });
});

describe.each(["UTC", "America/New_York", "Asia/Tokyo"])(
  "deadlines in a process that runs in %s",
  (zone) => {
    beforeEach(() => clockIn(zone));

    test("the time zone is really another one", () => {
      expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    });

    // Melbourne's clocks go forward on 4 October 2026.
    test("are the same calendar days across the change of clocks", () => {
      expect(addDays("2026-10-10", -14)).toBe("2026-09-26");
      expect(addDays("2026-09-26", 14)).toBe("2026-10-10");
      expect(daysBetween("2026-10-03", "2026-10-05")).toBe(2);
      expect(longDay("2026-10-04")).toBe("Sunday, 4 October 2026");
    });

    test("last until the end of their day in Melbourne", () => {
      expect(melbourneDay(new Date("2026-10-03T13:59:59Z"))).toBe("2026-10-03");
      expect(melbourneDay(new Date("2026-10-03T14:00:00Z"))).toBe("2026-10-04");
      expect(melbourneDay(new Date("2026-10-04T12:59:59Z"))).toBe("2026-10-04");
      expect(melbourneDay(new Date("2026-10-04T13:00:00Z"))).toBe("2026-10-05");
      expect(hasEnded("2026-10-04", new Date("2026-10-04T12:59:59Z"))).toBe(false);
      expect(hasEnded("2026-10-04", new Date("2026-10-04T13:00:00Z"))).toBe(true);
    });
  },
);

describe("dates that no calendar has", () => {
  const instants = [new Date("infinity"), new Date("0044-03-15 00:00:00+00 BC")];

  test.each(["infinity", "-infinity", "12345-01-01", "0044-03-15 BC", ""])(
    "the day %j is shown as N/A, and counting from it does not throw",
    (day) => {
      expect(longDay(day)).toBe("N/A");
      expect(isDay(addDays(day, -14))).toBe(false);
      expect(daysBetween("2026-03-01", day)).not.toBeGreaterThanOrEqual(0);
    },
  );

  test("a day after the year 9999 is invalid", () => {
    expect(longDay("9999-12-31")).toBe("Friday, 31 December 9999");
    expect(isDay(addDays("9999-12-31", 1))).toBe(false);
  });

  test.each(instants)("the instant %s is shown as N/A", (instant) => {
    expect([longInstant(instant), shortInstant(instant), wallTime(instant)]).toEqual([
      "N/A",
      "N/A",
      "N/A",
    ]);
  });

  test("the year 12345 is shown where possible", () => {
    const far = new Date("+012345-01-01T00:00:00Z");
    expect([longInstant(far), shortInstant(far)]).toEqual(["N/A", "Jan 1, 12345"]);
  });

  test("an invalid instant sorts before all others", () => {
    const day = (date: number) => new Date(Date.UTC(2026, 2, date));
    expect(
      [day(3), instants[0]!, day(1), instants[1]!, day(2)]
        .toSorted(byInstant)
        .map((one) => one.getUTCDate()),
    ).toEqual([Number.NaN, Number.NaN, 1, 2, 3]);
  });
});

test.each([
  ["2026-11-19T23:49:00Z", "today 10:49 am"],
  ["2026-11-19T12:59:00Z", "Thu 19 Nov, 11:59 pm"],
  ["2026-09-01T02:00:00Z", "Tue 1 Sep, 12:00 pm"],
  ["2025-12-31T12:59:00Z", "Wed 31 Dec 2025, 11:59 pm"],
])("on 20 November 2026 the instant %s reads %s", (instant, text) => {
  expect(shortTime(new Date(instant), "2026-11-20")).toBe(text);
});

test("an infinite instant and a day that does not exist are N/A in short, too", () => {
  expect(shortTime(new Date(Number.NaN), "2026-11-20")).toBe("N/A");
  expect(melbourneDay(new Date("infinity"))).toBe("N/A");
  expect(shortDay("2026-02-30", "2026-11-20")).toBe("N/A");
});

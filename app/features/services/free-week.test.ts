import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { addDays } from "#app/values/calendar.ts";
import { freeWeekOf } from "./free-week.ts";

const now = new Date("2026-10-05T01:00:00Z");
const at = (...times: string[]) => times.map((time) => new Date(time));
const zone = "Australia/Melbourne";

describe("the week of free times", () => {
  test("is that of the first free time unless another is asked for", () => {
    const starts = at("2026-10-14T23:00:00Z", "2026-10-22T23:00:00Z");
    expect(freeWeekOf(starts, null, zone, now)).toMatchObject({
      monday: "2026-10-12",
      previous: null,
      next: "2026-10-19",
      nearest: null,
    });
    expect(freeWeekOf(starts, "2026-10-23", zone, now)).toMatchObject({
      monday: "2026-10-19",
      previous: "2026-10-12",
      next: null,
    });
    expect(freeWeekOf(starts, "soon", zone, now).monday).toBe("2026-10-12");
  });

  test("that is empty names the next free time, or the last one", () => {
    const starts = at("2026-10-14T23:00:00Z", "2026-11-04T23:00:00Z");
    expect(freeWeekOf(starts, "2026-10-20", zone, now).nearest).toEqual(starts[1]);
    expect(freeWeekOf(starts, "2031-01-01", zone, now).nearest).toEqual(starts[1]);
    expect(freeWeekOf([], null, zone, now).nearest).toBeNull();
  });

  test("is that of the first free time again in the place of one that is over", () => {
    const starts = at("2026-10-14T23:00:00Z");
    for (const over of ["2019-01-01", "2026-10-04"])
      expect(freeWeekOf(starts, over, zone, now).monday).toBe("2026-10-12");
    expect(freeWeekOf(starts, "2026-10-05", zone, now).monday).toBe("2026-10-05");
  });

  test.each([
    ["Pacific/Kiritimati", "2026-10-12"],
    ["Australia/Melbourne", "2026-10-12"],
    ["Europe/London", "2026-10-11"],
    ["Pacific/Pago_Pago", "2026-10-11"],
  ])("has the days of the visitor's calendar: %s", (where, day) => {
    const { days, monday } = freeWeekOf(at("2026-10-11T22:00:00Z"), null, where, now);
    expect(days.filter(({ starts }) => starts.length > 0)).toMatchObject([{ day }]);
    expect(monday).toBe(day === "2026-10-12" ? "2026-10-12" : "2026-10-05");
  });

  test("is that of the first free time where the calendar ends within it", () => {
    const starts = at("2026-10-14T23:00:00Z");
    expect(freeWeekOf(starts, "9999-12-31", zone, now).monday).toBe("2026-10-12");
  });
});

describe("from week to week", () => {
  const zones = [
    "Pacific/Kiritimati",
    "Pacific/Chatham",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Africa/Cairo",
    "America/St_Johns",
    "America/Havana",
    "Pacific/Pago_Pago",
    "Etc/GMT+12",
  ];
  const quarter = 900_000;
  const begin = Date.parse("2026-10-06T00:00Z") / quarter;
  const anyStarts = fc
    .uniqueArray(fc.nat({ max: 60 * 96 }), { minLength: 1, maxLength: 30 })
    .map((quarters) => quarters.toSorted((first, second) => first - second))
    .map((quarters) => quarters.map((count) => new Date((begin + count) * quarter)));

  test("each free time is shown once, on the visitor's day", () => {
    fc.assert(
      fc.property(anyStarts, fc.constantFrom(...zones), (starts, where) => {
        const shown: string[] = [];
        let wanted: string | null = null;
        do {
          const week = freeWeekOf(starts, wanted, where, now);
          expect(new Date(week.monday).getUTCDay()).toBe(1);
          if (wanted) expect(week.previous).toBe(addDays(wanted, -7));
          else expect(week.previous).toBeNull();
          const found = week.days.flatMap((day) =>
            day.starts.map((start) => `${day.day} ${start.toISOString()}`),
          );
          expect(week.nearest === null).toBe(found.length > 0);
          shown.push(...found);
          wanted = week.next;
        } while (wanted);
        const expected = starts.map((start) => {
          const instant = Temporal.Instant.fromEpochMilliseconds(start.getTime());
          const day = instant.toZonedDateTimeISO(where).toPlainDate().toString();
          return `${day} ${start.toISOString()}`;
        });
        expect(shown).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });
});

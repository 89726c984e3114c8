import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { addDays } from "#app/values/calendar.ts";
import { freeWeekOf } from "./free-week.ts";
import { openSpans } from "./hours.ts";
import { freeStarts } from "./slots.ts";

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

describe("the month of free times", () => {
  const rules = {
    minutes: 60,
    bufferBefore: 0,
    bufferAfter: 0,
    step: 60,
    notice: 0,
    daysAhead: 365,
    mostPerDay: null,
  };
  const nights = Array.from({ length: 7 }, () => [["01:00", "05:00"]]);
  const hours = {
    weeks: [{ serviceId: null, fromDay: null, untilDay: null, week: nights }],
    days: [],
  };
  const countsIn = (...given: Parameters<typeof freeWeekOf>) =>
    Object.fromEntries(
      freeWeekOf(...given)
        .month.weeks.flat()
        .map(({ day, count }) => [day, count]),
    );

  test.each([
    ["2026-10-04", 3],
    ["2027-04-04", 4],
  ])("counts the hours that Melbourne's clocks show as they change on %s", (day, count) => {
    const before = new Date(Date.parse(day) - 30 * 86_400_000);
    const range = { from: addDays(day, -20), until: addDays(day, 40) };
    const starts = freeStarts(rules, (on) => openSpans(on, "any", hours), [], range, before);
    const counts = countsIn(starts, day, zone, before);
    expect(counts).toMatchObject({ [day]: count, [addDays(day, 1)]: 4, [addDays(day, -1)]: 4 });
  });

  test("has whole weeks from Monday to Sunday", () => {
    const starts = at("2026-10-14T23:00:00Z", "2026-10-31T23:00:00Z", "2026-11-01T23:00:00Z");
    const { month } = freeWeekOf(starts, null, zone, now);
    const days = month.weeks.flat().map(({ day }) => day);
    expect(days).toEqual(Array.from({ length: 35 }, (_, index) => addDays("2026-09-28", index)));
    expect(month.weeks[4]!.at(-1)).toEqual({ day: "2026-11-01", count: 1 });
    expect(month.next).toBe("2026-11-01");
  });

  test("is that of the chosen day, and leads past months without any", () => {
    const starts = at("2026-10-08T23:00:00Z", "2026-12-31T23:00:00Z", "2027-01-04T23:00:00Z");
    const october = freeWeekOf(starts, null, zone, now);
    expect(october).toMatchObject({
      chosen: "2026-10-09",
      month: { month: "2026-10", previous: null, next: "2027-01-01" },
    });
    const january = freeWeekOf(starts, october.month.next, zone, now);
    expect(january).toMatchObject({
      monday: "2026-12-28",
      chosen: "2027-01-01",
      month: { month: "2027-01", previous: "2026-10-09", next: null },
    });
    const december = freeWeekOf(starts, "2026-12-10", zone, now);
    expect(december).toMatchObject({
      chosen: null,
      month: { month: "2026-12", previous: "2026-10-09", next: "2027-01-01" },
    });
  });

  test("chooses the next day of the week with a time, or else the last before it", () => {
    const starts = at("2026-10-13T23:00:00Z", "2026-10-15T23:00:00Z");
    const chosenFor = (day: string) => freeWeekOf(starts, day, zone, now).chosen;
    expect(chosenFor("2026-10-12")).toBe("2026-10-14");
    expect(chosenFor("2026-10-15")).toBe("2026-10-16");
    expect(chosenFor("2026-10-18")).toBe("2026-10-16");
    expect(chosenFor("2026-10-20")).toBeNull();
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

  test("months lead to every day with a time, and count what its week shows", () => {
    fc.assert(
      fc.property(anyStarts, fc.constantFrom(...zones), (starts, where) => {
        const counted: [string, number][] = [];
        let wanted: string | null = null;
        do {
          const { chosen, month } = freeWeekOf(starts, wanted, where, now);
          if (wanted) expect(chosen).toBe(wanted);
          const free = month.weeks
            .flat()
            .filter(({ day, count }) => day.startsWith(month.month) && count > 0);
          expect(free.map(({ day }) => day)).toContain(chosen);
          counted.push(...free.map(({ day, count }): [string, number] => [day, count]));
          if (month.next) {
            const { month: after } = freeWeekOf(starts, month.next, where, now);
            expect(after.previous).toBe(free[0]!.day);
          }
          wanted = month.next;
        } while (wanted);
        for (const [day, count] of counted) {
          const week = freeWeekOf(starts, day, where, now);
          expect(week.days.find((one) => one.day === day)?.starts).toHaveLength(count);
        }
        expect(counted.reduce((sum, [, count]) => sum + count, 0)).toBe(starts.length);
      }),
      { numRuns: 100 },
    );
  });
});

import { describe, expect, test } from "vitest";
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
});

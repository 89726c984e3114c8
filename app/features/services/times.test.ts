import { Temporal } from "temporal-polyfill";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays } from "#app/values/calendar.ts";
import { instantOf } from "#app/values/wall-clock.ts";
import { timesInZones } from "./times.ts";

const hourFrom = (start: Date) => new Date(start.getTime() + 3_600_000);
const timesAt = (start: string, zone: string) =>
  timesInZones(new Date(start), hourFrom(new Date(start)), zone);

describe("a session's time for a client elsewhere", () => {
  test("is in their zone first, then in Melbourne's", () => {
    expect(timesAt("2026-10-08T22:00Z", "Europe/London")).toEqual({
      day: "2026-10-08",
      lines: ["Thu 8 Oct, 11:00 pm London (BST)", "Fri 9 Oct, 9:00 am Melbourne (AEDT)"],
      ranges: [
        "Thu 8 Oct, 11:00 pm–12:00 am London (BST)",
        "Fri 9 Oct, 9:00–10:00 am Melbourne (AEDT)",
      ],
    });
  });

  test.each([
    ["Asia/Tokyo", "2026-10-08T22:00Z", "Fri 9 Oct, 7:00 am Tokyo (GMT+9)"],
    ["America/New_York", "2026-10-08T22:00Z", "Thu 8 Oct, 6:00 pm New York (EDT)"],
    ["Pacific/Auckland", "2026-10-09T11:30Z", "Sat 10 Oct, 12:30 am Auckland (NZDT)"],
    ["UTC", "2026-10-08T22:00Z", "Thu 8 Oct, 10:00 pm UTC"],
  ])("in %s at %s reads %s", (zone, start, line) => {
    expect(timesAt(start, zone).lines[0]).toBe(line);
  });

  test.each([
    ["in Melbourne", "Australia/Melbourne", "2026-10-08T22:00Z"],
    ["where clocks show the same", "Australia/Hobart", "2026-10-08T22:00Z"],
    ["where they show the same in winter", "Australia/Brisbane", "2026-07-08T23:00Z"],
  ])("is Melbourne's alone %s", (_, zone, start) => {
    const { lines } = timesAt(start, zone);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/, 9:00 am Melbourne \(AE[DS]T\)$/);
  });

  test("is in both where clocks show the same in winter only", () => {
    expect(timesAt("2026-10-08T22:00Z", "Australia/Brisbane").lines).toEqual([
      "Fri 9 Oct, 8:00 am Brisbane (AEST)",
      "Fri 9 Oct, 9:00 am Melbourne (AEDT)",
    ]);
  });
});

const zones = [
  "Europe/London",
  "Europe/Berlin",
  "America/New_York",
  "America/Los_Angeles",
  "America/Sao_Paulo",
  "Asia/Kolkata",
  "Asia/Tokyo",
  "Asia/Dubai",
  "Africa/Johannesburg",
  "Australia/Perth",
  "Pacific/Auckland",
  "Pacific/Honolulu",
];
/** Melbourne's changes of clocks, and those of Europe and North America in between. */
const changes = [
  "2026-10-04",
  "2026-10-25",
  "2026-11-01",
  "2027-03-14",
  "2027-03-28",
  "2027-04-04",
];
const starts = changes.flatMap((day) =>
  [-1, 0, 1].flatMap((days) =>
    [0, 3, 7, 9, 11, 15, 19, 23].map((hour) => instantOf(addDays(day, days), hour * 60)!),
  ),
);

describe.each(["UTC", "America/New_York", "Pacific/Kiritimati"])("under TZ=%s", (own) => {
  const before = process.env.TZ;
  beforeAll(() => void (process.env.TZ = own));
  afterAll(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });

  test.each(zones)("the day in %s is the visitor's around every change of clocks", (zone) => {
    expect(starts).toHaveLength(144);
    for (const start of starts) {
      const zoned = Temporal.Instant.fromEpochMilliseconds(start.getTime()).toZonedDateTimeISO(
        zone,
      );
      const { day, lines } = timesInZones(start, hourFrom(start), zone);
      expect(day).toBe(zoned.toPlainDate().toString());
      expect(lines[0]).toContain(` ${zoned.day} `);
    }
  });
});

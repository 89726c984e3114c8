import { Temporal } from "temporal-polyfill";
import { beforeEach, describe, expect, test } from "vitest";
import { addDays } from "#app/values/calendar.ts";
import { instantOf } from "#app/values/wall-clock.ts";
import { clockIn } from "#tests/support/time-zone.ts";
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

describe("a session in which a client's clocks change", () => {
  test.each([
    ["Europe/London", "2026-10-25T00:30Z", "Sun 25 Oct, 1:30 am BST–1:30 am GMT London"],
    ["America/New_York", "2027-03-14T06:30Z", "Sun 14 Mar, 1:30 am EST–3:30 am EDT New York"],
    ["Africa/Cairo", "2026-10-29T20:30Z", "Thu 29 Oct, 11:30 pm EEST–11:30 pm EET Cairo"],
    ["Africa/Cairo", "2027-04-29T21:30Z", "Thu 29 Apr, 11:30 pm EET–1:30 am EEST Cairo"],
    ["America/Havana", "2026-11-01T04:30Z", "Sun 1 Nov, 12:30 am GMT-4–12:30 am GMT-5 Havana"],
    ["America/Havana", "2027-03-14T04:30Z", "Sat 13 Mar, 11:30 pm GMT-5–1:30 am GMT-4 Havana"],
    ["Australia/Lord_Howe", "2026-10-03T15:00Z", "Sun 4 Oct, 1:30 am LHST–3:00 am LHDT Lord Howe"],
  ])("says at each end by which clock it is: %s at %s", (zone, start, range) => {
    expect(timesAt(start, zone).ranges[0]).toBe(range);
  });
});

test.each([
  ["in January's last hour", "2027-01-31T13:30Z", "Asia/Kolkata", "2027-01-31", "Sun 31 Jan"],
  ["in February's first", "2027-01-31T18:30Z", "Asia/Kolkata", "2027-02-01", "Mon 1 Feb"],
  ["on a leap day", "2028-02-29T00:30Z", "America/St_Johns", "2028-02-28", "Mon 28 Feb"],
  ["in the old year", "2027-12-31T22:00Z", "America/New_York", "2027-12-31", "Fri 31 Dec"],
  ["in the new year", "2027-12-31T10:15Z", "Pacific/Chatham", "2028-01-01", "Sat 1 Jan"],
])("a session that a visitor has %s is on that day", (_, start, zone, day, words) => {
  const times = timesAt(start, zone);
  expect(times.day).toBe(day);
  expect(times.lines[0]).toMatch(new RegExp(`^${words}, `));
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
/** Of half and quarter hours, with clocks that change by half an hour, at midnight, and for a month only. */
const rareZones = [
  "Africa/Cairo",
  "Africa/Casablanca",
  "America/Havana",
  "America/Nuuk",
  "America/Santiago",
  "America/St_Johns",
  "Asia/Beirut",
  "Asia/Kathmandu",
  "Atlantic/Azores",
  "Australia/Adelaide",
  "Australia/Eucla",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
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

/** Every quarter of an hour of a day around each change of a zone's own clocks in a year. */
function nearChanges(zone: string): Date[] {
  const near: Date[] = [];
  let at = Temporal.ZonedDateTime.from(`2026-01-01T00:00[${zone}]`);
  for (;;) {
    const change = at.getTimeZoneTransition("next");
    if (!change || change.year > 2026) return near;
    for (let quarter = -50; quarter <= 50; quarter++)
      near.push(new Date(change.epochMilliseconds + quarter * 900_000));
    at = change;
  }
}

test.each([...zones, ...rareZones])("the day and time in %s are right where it changes", (zone) => {
  for (const start of [...starts, ...nearChanges(zone)]) {
    const zoned = Temporal.Instant.fromEpochMilliseconds(start.getTime()).toZonedDateTimeISO(zone);
    const { day, lines } = timesInZones(start, hourFrom(start), zone);
    expect(day).toBe(zoned.toPlainDate().toString());
    const minutes = String(zoned.minute).padStart(2, "0");
    const clock = `${zoned.hour % 12 || 12}:${minutes} ${zoned.hour < 12 ? "am" : "pm"}`;
    expect(lines[0]).toContain(` ${zoned.day} `);
    expect(lines[0]).toContain(`, ${clock} `);
  }
});

describe.each(["UTC", "America/New_York", "Pacific/Kiritimati"])("under TZ=%s", (own) => {
  beforeEach(() => clockIn(own));

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

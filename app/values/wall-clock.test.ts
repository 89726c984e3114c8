import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { addDays, melbourneZone } from "./calendar.ts";
import {
  eachDay,
  instantFrom,
  instantOf,
  isZone,
  zoneAbbreviation,
  zoneCity,
  zonedDay,
  zonedTime,
} from "./wall-clock.ts";

const iso = (instant: Date | null) => instant && instant.toISOString().replace(":00.000Z", "Z");

describe("a time on Melbourne's clocks", () => {
  test.each([
    ["in winter", "2026-07-07", 9 * 60, "2026-07-06T23:00Z"],
    ["in summer", "2026-10-09", 9 * 60, "2026-10-08T22:00Z"],
    ["before clocks go forward", "2026-10-04", 119, "2026-10-03T15:59Z"],
    ["that they skip", "2026-10-04", 120, null],
    ["at the end of what they skip", "2026-10-04", 179, null],
    ["after clocks go forward", "2026-10-04", 180, "2026-10-03T16:00Z"],
    ["that comes twice", "2027-04-04", 120, "2027-04-03T15:00Z"],
    ["at the end of what comes twice", "2027-04-04", 179, "2027-04-03T15:59Z"],
    ["after clocks go back", "2027-04-04", 180, "2027-04-03T17:00Z"],
    ["that is the day's end", "2026-10-04", 1440, "2026-10-04T13:00Z"],
    ["of the next day", "2026-10-03", 1440 + 180, "2026-10-03T16:00Z"],
    ["of no day", "2026-02-30", 0, null],
    ["of no minute", "2026-07-07", Number.NaN, null],
  ])("%s is the right instant", (_, day, minutes, instant) => {
    expect(iso(instantOf(day, minutes))).toBe(instant);
  });

  test("that they skip is the moment at which they do, where it ends something", () => {
    expect(iso(instantFrom("2026-10-04", 150))).toBe("2026-10-03T16:00Z");
    expect(iso(instantFrom("2026-10-04", 90))).toBe("2026-10-03T15:30Z");
    expect(instantFrom("2026-02-30", 90)).toBeNull();
  });

  // The days on which clocks change in these years, and those around them.
  const changes = Array.from({ length: 11 }, (_, index) => 2025 + index).flatMap((year) =>
    ["04", "10"].map((month) => {
      const first = Temporal.PlainDate.from(`${year}-${month}-01`);
      return first.add({ days: 7 - first.dayOfWeek }).toString();
    }),
  );
  const reference = (day: string, minutes: number) => {
    const wall = Temporal.PlainDate.from(day).toPlainDateTime().add({ minutes });
    const zoned = wall.toZonedDateTime(melbourneZone, { disambiguation: "earlier" });
    return zoned.toPlainDateTime().equals(wall) ? zoned.epochMilliseconds : null;
  };

  test("is what Temporal says in every half hour of the nights of eleven years' changes", () => {
    let skipped = 0;
    for (const day of changes)
      for (let minutes = 0; minutes <= 300; minutes += 30) {
        const expected = reference(day, minutes);
        if (expected === null) skipped++;
        const found = instantOf(day, minutes)?.getTime() ?? null;
        expect(found, `${day} ${minutes}`).toBe(expected);
      }
    // 2:00 and 2:30 on each first Sunday of October.
    expect(skipped).toBe(22);
  });

  test("is what Temporal says on any day", () => {
    const anyDay = fc.nat({ max: 3652 }).map((days) => addDays("2025-01-01", days));
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -1440, max: 2880 }), (day, minutes) => {
        expect(instantOf(day, minutes)?.getTime() ?? null).toBe(reference(day, minutes));
      }),
      { numRuns: 300 },
    );
  });
});

describe("a time zone", () => {
  test.each([
    "Europe/London",
    "Asia/Calcutta",
    "America/Argentina/Buenos_Aires",
    "UTC",
    "Etc/GMT+5",
  ])("is named %s", (name) => expect(isZone(name)).toBe(true));

  test.each([
    "",
    "Europe",
    "Europe/Atlantis",
    "europe/london",
    "+10:00",
    "Europe/London ",
    "Europe/London\0",
    "../etc/passwd",
    "<b>",
    "A".repeat(2000),
  ])("is not named %j", (name) => expect(isZone(name)).toBe(false));

  test.each([
    ["Europe/London", "2026-10-08T22:00Z", "London", "BST"],
    ["Europe/London", "2026-11-08T22:00Z", "London", "GMT"],
    ["Europe/Berlin", "2026-10-08T22:00Z", "Berlin", "CEST"],
    ["America/New_York", "2026-10-08T22:00Z", "New York", "EDT"],
    ["America/St_Johns", "2026-10-08T22:00Z", "St. John's", "NDT"],
    ["Asia/Calcutta", "2026-10-08T22:00Z", "Kolkata", "IST"],
    ["Asia/Singapore", "2026-10-08T22:00Z", "Singapore", "SGT"],
    ["Pacific/Auckland", "2026-10-08T22:00Z", "Auckland", "NZDT"],
    ["Africa/Johannesburg", "2026-10-08T22:00Z", "Johannesburg", "SAST"],
    ["Asia/Tokyo", "2026-10-08T22:00Z", "Tokyo", "GMT+9"],
    ["Asia/Kathmandu", "2026-10-08T22:00Z", "Kathmandu", "GMT+5:45"],
    ["America/Argentina/Buenos_Aires", "2026-10-08T22:00Z", "Buenos Aires", "GMT-3"],
    ["UTC", "2026-10-08T22:00Z", "", "UTC"],
    ["Etc/GMT+5", "2026-10-08T22:00Z", "", "GMT-5"],
  ])("%s at %s has the city %j and the abbreviation %s", (zone, instant, city, name) => {
    expect([zoneCity(zone), zoneAbbreviation(new Date(instant), zone)]).toEqual([city, name]);
  });

  test("shows the day and time that Temporal says", () => {
    const zones = ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu", "Europe/Dublin"];
    const anyInstant = fc.date({
      min: new Date("2025-01-01T00:00Z"),
      max: new Date("2035-01-01T00:00Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(anyInstant, fc.constantFrom(...zones), (instant, zone) => {
        const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(
          zone,
        );
        const clock = `${zoned.hour % 12 || 12}:${String(zoned.minute).padStart(2, "0")}`;
        expect(zonedDay(instant, zone)).toBe(zoned.toPlainDate().toString());
        expect(zonedTime(instant, zone)).toBe(`${clock} ${zoned.hour < 12 ? "am" : "pm"}`);
      }),
    );
  });

  test("has no day or time for what is no instant", () => {
    const never = new Date(Number.NaN);
    const shown = [zonedDay, zonedTime, zoneAbbreviation].map((of) => of(never, "Europe/London"));
    expect(shown).toEqual(["N/A", "N/A", "N/A"]);
  });
});

test("a range of days has both its ends, and ends with the last day there is", () => {
  expect(eachDay("2026-02-27", "2026-03-01")).toEqual(["2026-02-27", "2026-02-28", "2026-03-01"]);
  expect(eachDay("9999-12-31", "9999-12-31")).toEqual(["9999-12-31"]);
  expect(eachDay("2026-03-01", "2026-02-27")).toEqual([]);
});

import { expect, test } from "vitest";
import { publicHolidays } from "./days.server.ts";

/* The days are those that the State of Victoria has published, or another reckoning of them. */

const days = (year: number) => publicHolidays(year).map(({ day }) => day.slice(5));

test("the public holidays of Victoria are those that are published", () => {
  expect(publicHolidays(2026).map(({ day, name }) => `${day} ${name}`)).toEqual([
    "2026-01-01 New Year's Day",
    "2026-01-26 Australia Day",
    "2026-03-09 Labour Day",
    "2026-04-03 Good Friday",
    "2026-04-04 Saturday before Easter Sunday",
    "2026-04-05 Easter Sunday",
    "2026-04-06 Easter Monday",
    "2026-04-25 Anzac Day",
    "2026-06-08 King's Birthday",
    "2026-09-25 Friday before the AFL Grand Final",
    "2026-11-03 Melbourne Cup Day",
    "2026-12-25 Christmas Day",
    "2026-12-26 Boxing Day",
    "2026-12-28 Boxing Day, additional day",
  ]);
});

test("what falls on a weekend gets a working day besides, or moves to one", () => {
  expect(days(2027)).toContain("01-26");
  // Christmas on a Saturday, Boxing Day on a Sunday.
  expect(days(2027).slice(-4)).toEqual(["12-25", "12-26", "12-27", "12-28"]);
  // New Year's Day on a Saturday.
  expect(days(2028).slice(0, 2)).toEqual(["01-01", "01-03"]);
  // Christmas on a Sunday; the 26th is Boxing Day.
  expect(days(2022).slice(-3)).toEqual(["12-25", "12-26", "12-27"]);
  // Australia Day on a Sunday is kept on the Monday alone.
  expect(days(2025)).toEqual(expect.arrayContaining(["01-27"]));
  expect(days(2025)).not.toContain("01-26");
});

test("Easter is where the calendar has it", () => {
  const easterOf = (year: number) =>
    publicHolidays(year).find(({ name }) => name === "Easter Sunday")!.day;
  expect([2024, 2027, 2028, 2035, 2038].map(easterOf)).toEqual([
    "2024-03-31",
    "2027-03-28",
    "2028-04-16",
    "2035-03-25",
    "2038-04-25",
  ]);
});

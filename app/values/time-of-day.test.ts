import { expect, test } from "vitest";
import { addMinutes, clockTime, endsNextDay, isTimeOfDay, timeRange } from "./time-of-day.ts";

test.each([
  ["18:00", "21:00", "6:00–9:00 pm"],
  ["11:30:00", "14:00:00", "11:30 am–2:00 pm"],
  ["00:15", "11:59", "12:15–11:59 am"],
  ["12:00", "12:30", "12:00–12:30 pm"],
  ["19:00", "00:30", "7:00 pm–12:30 am"],
  ["21:00", "20:00", "9:00 pm–8:00 pm"],
  ["18:00", null, "from 6:00 pm"],
  [null, "21:00", null],
])("from %s to %s reads %s", (start, end, text) => {
  expect(timeRange(start, end)).toBe(text);
});

test.each([
  ["18:00", 60, "19:00"],
  ["23:30", 60, "00:30"],
  ["00:15", -30, "23:45"],
])("%s and %d minutes is %s", (time, minutes, sum) => {
  expect(addMinutes(time, minutes)).toBe(sum);
});

test("an event whose end is not after its start ends on the next day", () => {
  expect(endsNextDay("19:00", "00:30")).toBe(true);
  expect(endsNextDay("19:00", "19:00")).toBe(true);
  expect(endsNextDay("19:00", "22:00")).toBe(false);
});

test.each(["24:00", "9:00", "18:60", "", "noon"])("%j is no time of day", (text) => {
  expect(isTimeOfDay(text)).toBe(false);
});

test("midnight and noon are twelve o'clock", () => {
  expect([clockTime("00:00"), clockTime("12:00")]).toEqual(["12:00 am", "12:00 pm"]);
});

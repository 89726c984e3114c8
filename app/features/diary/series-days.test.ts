import { expect, test } from "vitest";
import { daysOfSeries, mostLessons, repeatsOf } from "./model.ts";

test("a series has its days until the last one, and says when they are too many", () => {
  const every = (weeks: number, untilDay: string) =>
    daysOfSeries("2027-03-01", { weeks, lessons: null, untilDay });
  expect(every(2, "2027-03-29")).toEqual(["2027-03-01", "2027-03-15", "2027-03-29"]);
  expect(every(2, "2027-03-28")).toHaveLength(2);
  expect(every(1, "2999-12-31")).toHaveLength(mostLessons + 1);
});

test("one time that is left of a series repeats once", () => {
  expect(repeatsOf([new Date("2027-03-01T05:00:00Z")], 1)).toEqual({
    weeks: 1,
    count: 1,
    without: [],
  });
});

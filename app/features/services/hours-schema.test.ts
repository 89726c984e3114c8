import { describe, expect, test } from "vitest";
import { check } from "#app/values/rules.ts";
import { weekInWords } from "./hours.ts";
import { singleDaySchema, weekSchema, changedTimes, storedTimes } from "./hours-schema.ts";

const monday = (...times: [string, string][]) => storedTimes("monday", times);
const wholeDay = monday(["10:00", "13:00"], ["14:00", "18:00"]);

describe("the hours that the owner types", () => {
  test("are read day by day, and pairs that are left empty are none", () => {
    const checked = check(weekSchema, { ...wholeDay, ...storedTimes("sunday", [["", ""]]) });
    expect(checked).toMatchObject({ ok: true, value: { serviceId: "", fromDay: null } });
    if (!checked.ok) return;
    expect(checked.value.times[0]).toEqual([
      ["10:00", "13:00"],
      ["14:00", "18:00"],
    ]);
    expect(checked.value.times.slice(1)).toEqual([[], [], [], [], [], []]);
  });

  test.each([
    [[["13:00", "10:00"]], { "monday-1-until": "The end must be after the start." }],
    [[["10:00", "10:00"]], { "monday-1-until": "The end must be after the start." }],
    [
      [
        ["10:00", "13:00"],
        ["12:00", "15:00"],
      ],
      { "monday-2-from": "This overlaps 10 am–1 pm." },
    ],
    [[["", "13:00"]], { "monday-1-from": "Enter when it begins." }],
    [[["10:00", ""]], { "monday-1-until": "Enter when it ends." }],
    [[["10:00", "25:00"]], { "monday-1-until": "Enter when it ends." }],
  ] as [[string, string][], object][])("%j is refused beside its field", (times, errors) => {
    expect(check(weekSchema, monday(...times))).toEqual({ ok: false, errors });
  });

  test.each([
    [["22:00", "00:00"]],
    [
      ["10:00", "13:00"],
      ["13:00", "15:00"],
    ],
  ] as [string, string][][])(
    "%j is right: midnight ends a day, and what meets does not overlap",
    (...times) => {
      expect(check(weekSchema, monday(...times)).ok).toBe(true);
    },
  );

  test("days in the wrong order are refused together with wrong times", () => {
    const days = { fromDay: "2026-12-31", untilDay: "2026-12-01" };
    expect(check(weekSchema, { ...days, ...monday(["9", "10:00"]) })).toEqual({
      ok: false,
      errors: {
        "monday-1-from": "Enter when it begins.",
        untilDay: "The last day can't be before the first.",
      },
    });
  });

  test("of a single day are its own, none to close it", () => {
    expect(check(singleDaySchema, { day: "2026-12-24", note: "" })).toEqual({
      ok: true,
      value: { day: "2026-12-24", note: "", times: [[]] },
    });
    expect(check(singleDaySchema, { day: "24 December", note: "" })).toMatchObject({ ok: false });
  });
});

describe("a button of the form", () => {
  test("adds an empty pair after a first, and a usual day where there is none", () => {
    const added = changedTimes({ ...wholeDay, note: "x", times: "add-monday" });
    expect(added).toMatchObject({ "monday-3-from": "", "monday-3-until": "", note: "x" });
    expect(changedTimes({ times: "add-sunday" })).toMatchObject({ "sunday-1-from": "09:00" });
  });

  test("removes a pair, and the later ones move up", () => {
    expect(changedTimes({ ...wholeDay, times: "remove-monday-1" })).toEqual({
      ...monday(["14:00", "18:00"]),
      times: "remove-monday-1",
    });
  });

  test("copies Monday to the other weekdays and leaves the weekend", () => {
    const saturday = storedTimes("saturday", [["09:00", "12:00"]]);
    const copied = changedTimes({ ...wholeDay, ...saturday, times: "copy" });
    expect(copied).toMatchObject({ ...storedTimes("friday", [["10:00", "13:00"]]), ...saturday });
    expect(copied).not.toHaveProperty("sunday-1-from");
  });

  test.each(["week", "", "add-someday", "remove-monday-99"])("%j changes no times", (times) => {
    expect(changedTimes({ ...wholeDay, times })).toBeNull();
  });
});

test.each([
  [
    [
      [
        ["10:00", "13:00"],
        ["14:00", "18:00"],
      ],
      5,
      [["09:00", "13:00"]],
      [],
    ],
    "Mon–Fri 10 am–1 pm, 2–6 pm · Sat 9 am–1 pm · Sun closed",
  ],
] as const)("a week is said in words", ([times, count, saturday, sunday], words) => {
  const week = [...Array.from({ length: count }, () => times), saturday, sunday];
  expect(weekInWords(week)).toBe(words);
});

test("a week of equal days is said once, and of two alike both are named", () => {
  const open = [["09:30", "00:00"]] as const;
  expect(weekInWords(Array.from({ length: 7 }, () => []))).toBe("Closed all week");
  expect(weekInWords(Array.from({ length: 7 }, () => open))).toBe("Every day 9:30 am–midnight");
  expect(weekInWords([...Array.from({ length: 5 }, () => []), open, open])).toBe(
    "Mon–Fri closed · Sat, Sun 9:30 am–midnight",
  );
});

import { describe, expect, test } from "vitest";
import { readCredits, readRefusal } from "#tests/support/bank-texts.ts";

describe("dates", () => {
  const mapping = { date: 0, text: [2], amount: 1 };
  const named = (...dates: string[]) =>
    ["When,Sum,What", ...dates.map((date) => `${date},5.00,GIFT`)].join("\n");

  test("are month-first when one of the column can be nothing else", () => {
    expect(readCredits(named("09/03/2026", "09/14/2026"), mapping)).toEqual([
      ["2026-09-03", 500, "GIFT"],
      ["2026-09-14", 500, "GIFT"],
    ]);
  });

  test("are asked about when the whole column can be read both ways", () => {
    expect(readRefusal(named("09/03/2026", "10/03/2026"), mapping)).toBe("unknown");
    expect(readCredits(named("09/03/2026"), { ...mapping, order: "month-first" })).toEqual([
      ["2026-09-03", 500, "GIFT"],
    ]);
  });

  test("are not asked about when both readings are the same day", () => {
    expect(readCredits(named("09/09/2026"), mapping)).toHaveLength(1);
  });

  test("of the known banks are day-first, however few there are", () => {
    expect(readCredits('03/09/2026,5.00,"GIFT",5.00')).toEqual([["2026-09-03", 500, "GIFT"]]);
  });

  test("that no calendar has, or that are still to come, are refused where there is nothing else", () => {
    expect(readRefusal("31/02/2026,5.00,GIFT,5")).toBe('Line 1: "31/02/2026" is not a date.');
    expect(readRefusal(named("13/14/2026"), mapping)).toBe('Line 2: "13/14/2026" is not a date.');
    expect(readRefusal("23/11/2026,5.00,GIFT,5.00")).toBe(
      'Line 1: "23/11/2026" is in the future. Check the dates\' column and order.',
    );
    expect(readCredits("22/11/2026,5.00,GIFT,5.00")).toHaveLength(1);
  });

  test("that are still to come are refused where they could be read the other way", () => {
    const text = named("11/03/2026", "11/12/2026");
    expect(readRefusal(text, { ...mapping, order: "day-first" })).toMatch(
      /^Line 3: "11\/12\/2026" is in/,
    );
    expect(readCredits(text, { ...mapping, order: "month-first" })).toHaveLength(2);
  });

  test.each([
    ["3/9/26", "2026-09-03"],
    ["03-09-2026", "2026-09-03"],
    ["03.09.2026", "2026-09-03"],
    ["2026-09-03", "2026-09-03"],
    ["2026/9/3", "2026-09-03"],
    ["20260903", "2026-09-03"],
    ["3 September 2026", "2026-09-03"],
    ["03-Sep-26", "2026-09-03"],
    ['"Sept 3, 2026"', "2026-09-03"],
    ["03/09/2026 10:22:31", "2026-09-03"],
    ["03\u00a0Sep\u202f2026", "2026-09-03"],
    ["03\u201109\u20132026", "2026-09-03"],
    ["2026-09-03T10:22:31Z", "2026-09-03"],
    ["2026-09-02T14:00:00.000Z", "2026-09-03"],
    ["20260902T15:00Z", "2026-09-03"],
    ["02/09/2026 14:30 UTC", "2026-09-03"],
    ["02/09/2026 02:30 pm GMT", "2026-09-03"],
    ["2026-09-02 12:00 AM UTC", "2026-09-02"],
    ["2026-09-02T07:30-07:00", "2026-09-03"],
    ["2026-09-04T00:30+10:30", "2026-09-04"],
    ["2026-09-04T00:29+1030", "2026-09-03"],
    ["2026-09-04T00:29\u221205:00", "2026-09-04"],
    ["2026-09-03T23:59:59+10", "2026-09-03"],
    ["2026-09-03 23:59 AEST", "2026-09-03"],
    ["2026-09-03 23:59", "2026-09-03"],
    ["2025-12-31T13:00Z", "2026-01-01"],
  ])("%s is read as %s", (written, day) => {
    expect(readCredits(named(written), { ...mapping, order: "day-first" })).toEqual([
      [day, 500, "GIFT"],
    ]);
  });
});

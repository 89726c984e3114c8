import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readSpreadsheet } from "#tests/support/spreadsheet.ts";
import { toCsv } from "./csv.ts";

const reopen = (value: string) => readSpreadsheet(toCsv(["Value", "Amount"], [[value, 1200.5]]))[1];

describe("a CSV file", () => {
  test.each([
    'He said "yes", twice',
    "two\nlines",
    "a,b;c",
    ";;;",
    "|||",
    "🎻 é 漢",
    " blanks ",
    "7:30-9pm",
    "'quoted'",
    '"',
    "",
  ])("preserves %j", (value) => {
    expect(reopen(value)).toEqual([value || null, 1200.5]);
  });

  test.each([
    "=1+1",
    "+61 400 000 000",
    "-5",
    "@SUM(A1)",
    "\t=1",
    " =1",
    '=HYPERLINK("https://evil.example","x")',
    "=1\n+2",
    "＝1+1",
    "＝SUM",
    "＋Ada Visitor",
    "－Ada Visitor",
    "＠Ada Visitor",
    `=${"long".repeat(100)}`,
    '="=1"',
  ])("preserves %j, never as a formula", (value) => {
    expect(reopen(value)).toEqual([value, 1200.5]);
    expect(toCsv([value], [])).toMatch(/^\uFEFF"?="/);
  });

  test.each([
    "0412345678",
    "10:00 am",
    "10.30",
    "1/2",
    "5 June",
    "2026-06-20",
    "TRUE",
    "false",
    "1e5",
    "50%",
    "(7)",
    "１２",
    "#N/A",
  ])("keeps the text %j as text", (value) => {
    expect(reopen(value)).toEqual([value, 1200.5]);
    expect(toCsv([value], [])).toMatch(/^\uFEFF"=/);
  });

  test.each(["Ada Lovelace", "AMEB Grade 5", "May", "ada@client.example", "About 50 guests, 7 pm"])(
    "writes %j plainly",
    (value) => {
      expect(toCsv([value], []).replaceAll('"', "")).toBe(`\uFEFF${value}\r\n`);
    },
  );

  test("has amounts, days and instants that a spreadsheet understands", () => {
    const csv = toCsv(
      ["a", "b", "c", "d"],
      [[-5.5, { day: "2026-06-20" }, new Date("2026-01-31T14:30:05Z"), null]],
    );
    expect(csv).toBe("\uFEFFa,b,c,d\r\n-5.5,2026-06-20,2026-02-01 01:30:05,\r\n");
    expect(readSpreadsheet(csv)[1]).toEqual([
      -5.5,
      new Date("2026-06-20T00:00:00Z"),
      new Date("2026-02-01T01:30:05Z"),
      null,
    ]);
  });

  test("preserves any text", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: fc.constantFrom(..."=+-@\"',;\n 019:/.%aeTm") }),
    );
    fc.assert(
      fc.property(text, (value) => {
        expect(reopen(value)?.[0] ?? "").toBe(value);
      }),
      { numRuns: 1000 },
    );
  });
});

test("has N/A for an invalid amount, day or instant", () => {
  expect(toCsv(["A", "B", "C"], [[Number.NaN, { day: "infinity" }, new Date("infinity")]])).toBe(
    "\uFEFFA,B,C\r\nN/A,N/A,N/A\r\n",
  );
});

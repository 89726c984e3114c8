import { describe, expect, test } from "vitest";
import { bankAmount } from "./amounts.ts";
import { decodeStatement } from "./decode.ts";
import type { ColumnMapping } from "./model.ts";
import { readStatement } from "./statement.server.ts";

const read = (text: string, chosen: ColumnMapping | null = null) =>
  readStatement({ text, today: "2026-11-22", remembered: {}, ...(chosen && { chosen }) });

const credits = (text: string, mapping: ColumnMapping | null = null) => {
  const statement = read(text, mapping);
  if (statement.is !== "read") throw new Error(JSON.stringify(statement));
  return statement.credits.map(({ day, amount, text: line }) => [day, amount, line]);
};

const refusal = (text: string, mapping: ColumnMapping | null = null) => {
  const statement = read(text, mapping);
  return statement.is === "refused" ? statement.message : statement.is;
};

const expected = [
  ["2026-09-03", 77500, "Transfer from A LOVELACE INV0001"],
  ["2026-09-14", 155000, "Fast Transfer From M Tan, deposit"],
];

describe("the credits of a statement are read from", () => {
  test("CommBank's and ANZ's rows without a header", () => {
    const text = [
      '03/09/2026,"+775.00","Transfer from A LOVELACE INV0001","+2,325.00"',
      '04/09/2026,"-12.50","COFFEE, CARLTON","+2,312.50"',
      '14/09/2026,"+1,550.00","Fast Transfer From M Tan, deposit","+3,862.50"',
    ].join("\r\n");
    expect(credits(`\ufeff${text}\r\n`)).toEqual(expected);
    expect(credits(text.replaceAll(/,"[^"]*"$/gm, ""))).toEqual(expected);
  });

  test("Westpac's columns of debits and credits", () => {
    const text = [
      "Bank Account,Date,Narrative,Debit Amount,Credit Amount,Balance,Categories,Serial",
      "733000123456,03/09/2026,Transfer from A LOVELACE INV0001,,775.00,2325.00,DEP,",
      "733000123456,04/09/2026,COFFEE,12.50,,2312.50,PAYMENT,",
      '733000123456,14/09/2026,"Fast Transfer From M Tan, deposit",,1550.00,3862.50,DEP,',
    ].join("\n");
    expect(credits(text)).toEqual(expected);
  });

  test("NAB's columns and dates, with their header or without", () => {
    const rows = [
      "03 Sep 26,775.00,701234567,,TRANSFER CREDIT,Transfer from A LOVELACE INV0001,2325.00,,",
      "04 Sep 26,-12.50,701234567,,EFTPOS DEBIT,COFFEE,2312.50,Food,Cafe",
      '14 Sep 26,1550.00,701234567,,INTER-BANK CREDIT,"Fast Transfer From M Tan, deposit",3862.50,,',
    ].join("\n");
    const header =
      "Date,Amount,Account Number,,Transaction Type,Transaction Details,Balance,Category,Merchant Name";
    expect(credits(`${header}\n${rows}`)).toEqual(expected);
    expect(credits(rows)).toEqual(expected);
  });

  test.each([";", "\t", "|"])("columns divided by %j", (delimiter) => {
    const text = [
      "03/09/2026,+775.00,Transfer from A LOVELACE INV0001,2325.00",
      "04/09/2026,-12.50,COFFEE,2312.50",
    ].join("\n");
    expect(credits(text.replaceAll(",", delimiter))).toEqual([expected[0]]);
  });

  test("columns that were chosen, of which two are text", () => {
    const text = [
      "Exported 20 Sep",
      "Completed,Who,Reference,In,Out",
      "2026-09-03,A LOVELACE,INV0001,775.00,",
      "2026-09-04,CAFE,,,12.50",
      "",
      "Total,,,775.00,12.50",
    ].join("\n");
    const mapping = { date: 0, text: [1, 2], credit: 3 };
    expect(read(text)).toMatchObject({ is: "unknown" });
    expect(credits(text, mapping)).toEqual([["2026-09-03", 77500, "A LOVELACE INV0001"]]);
  });

  test("a file with a header in its middle, as of two statements put together", () => {
    const header =
      "Bank Account,Date,Narrative,Debit Amount,Credit Amount,Balance,Categories,Serial";
    const row = "1,03/09/2026,GIFT,,5.00,5.00,,";
    expect(credits([header, row, header, row].join("\n"))).toHaveLength(2);
  });
});

describe("dates", () => {
  const mapping = { date: 0, text: [2], amount: 1 };
  const named = (...dates: string[]) =>
    ["When,Sum,What", ...dates.map((date) => `${date},5.00,GIFT`)].join("\n");

  test("are month-first when one of the column can be nothing else", () => {
    expect(credits(named("09/03/2026", "09/14/2026"), mapping)).toEqual([
      ["2026-09-03", 500, "GIFT"],
      ["2026-09-14", 500, "GIFT"],
    ]);
  });

  test("are asked about when the whole column can be read both ways", () => {
    expect(refusal(named("09/03/2026", "10/03/2026"), mapping)).toBe("unknown");
    expect(credits(named("09/03/2026"), { ...mapping, order: "month-first" })).toEqual([
      ["2026-09-03", 500, "GIFT"],
    ]);
  });

  test("are not asked about when both readings are the same day", () => {
    expect(credits(named("09/09/2026"), mapping)).toHaveLength(1);
  });

  test("of the known banks are day-first, however few there are", () => {
    expect(credits('03/09/2026,5.00,"GIFT",5.00')).toEqual([["2026-09-03", 500, "GIFT"]]);
  });

  test("that no calendar has, or that are still to come, are refused where there is nothing else", () => {
    expect(refusal("31/02/2026,5.00,GIFT,5")).toBe('Line 1: "31/02/2026" is not a date.');
    expect(refusal(named("13/14/2026"), mapping)).toBe('Line 2: "13/14/2026" is not a date.');
    expect(refusal("23/11/2026,5.00,GIFT,5.00")).toBe(
      'Line 1: "23/11/2026" is in the future. Check the dates\' column and order.',
    );
    expect(credits("22/11/2026,5.00,GIFT,5.00")).toHaveLength(1);
  });

  test("that are still to come are refused where they could be read the other way", () => {
    const text = named("11/03/2026", "11/12/2026");
    expect(refusal(text, { ...mapping, order: "day-first" })).toMatch(
      /^Line 3: "11\/12\/2026" is in/,
    );
    expect(credits(text, { ...mapping, order: "month-first" })).toHaveLength(2);
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
    expect(credits(named(written), { ...mapping, order: "day-first" })).toEqual([
      [day, 500, "GIFT"],
    ]);
  });
});

test.each([
  ["775", 77500],
  ["+1,550.00", 155000],
  ["$1 550.5", 155050],
  ["A$ 775.00", 77500],
  ["-$300.00", -30000],
  ["$-300.00", -30000],
  ["\u2212300", -30000],
  ["(300.00)", -30000],
  ["300.00-", -30000],
  ["300.00 DR", -30000],
  ["300.00CR", 30000],
  ["1.550,00", 155000],
  ["775,00", 77500],
  ["775.0000", 77500],
  ["775.00 AUD", 77500],
  ["0.00", 0],
  [".52", 52],
  ["-.30", -30],
  [".5", 50],
  ["$.52", 52],
  ["+.5200", 52],
  [".30-", -30],
  ["(.30)", -30],
  ["(A$.30)", -30],
  [".30DR", -30],
  [".52 Cr.", 52],
  [",52", 52],
  ["-,30", -30],
  ["DR 300.00", -30000],
  ["CR300.00", 30000],
  ["300.00 D", -30000],
  ["300.00 C", 30000],
  ["300.00 Debit", -30000],
  ["300.00 credit", 30000],
  ["300.00+", 30000],
  ["300.00\u2013", -30000],
  ["\u2011300.00", -30000],
  ["AUD 775.00", 77500],
  ["1\u00a0550.00", 155000],
  ["1\u2007550.00", 155000],
  ["1\u2009550.00", 155000],
  ["1\u202f550.00", 155000],
  ["1\t550.00", 155000],
  ["1’550.00", 155000],
])("%j is an amount of %d cents", (written, cents) => {
  expect(bankAmount(written)).toBe(cents);
});

test.each([
  "",
  "-",
  "$",
  "abc",
  "1,5",
  "1.550",
  "1.500",
  "12,34,567.00",
  "3/9",
  "1e5",
  "=1+1",
  "7.755",
  ".",
  ".525",
  ".5.5",
  "5. 52",
  "1 5.00",
  "CR",
  "USD 5.00",
  "\u20ac5.00",
  "5.00 X",
])("%j is no amount", (written) => {
  expect(bankAmount(written)).toBeNull();
});

describe("a statement is refused with its reason:", () => {
  test("a CSV of something else", () => {
    expect(refusal("Name,Email\nAda,ada@example.com")).toBe("No column of dates was found.");
  });

  test("dates without amounts", () => {
    expect(refusal("Date,What\n03/09/2026,Rehearsal")).toBe("No column of amounts was found.");
  });

  test("nothing at all", () => {
    expect(refusal(" \r\n")).toBe("There is nothing in it. Choose a file or paste its text.");
  });

  test("more columns than any statement has", () => {
    expect(refusal(`03/09/2026${",1".repeat(5_000)}`)).toContain("more than 60 columns");
  });

  test("a quotation mark that is never closed", () => {
    const text = `03/09/2026,5.00,"GIFT,5\n${"04/09/2026,5.00,GIFT,5\n".repeat(4_000)}`;
    expect(refusal(text)).toMatch(/^Line \d+ can't be read as CSV\./);
  });

  test("100,000 rows", () => {
    const rows = '03/09/2026,5.00,"G",5\n'.repeat(90_000);
    expect(Buffer.byteLength(rows)).toBeLessThan(2 * 1024 * 1024);
    expect(refusal(rows)).toContain("5,000 rows");
    expect(refusal('03/09/2026,5.00,"GIFT",5\n'.repeat(100_000))).toContain("2 MB");
  });
});

test("a cell of a hundred thousand blanks keeps nobody waiting", () => {
  // Without a bound on its length the patterns would take half a minute.
  expect(bankAmount(`1${"\u00a0".repeat(100_000)}x`)).toBeNull();
});

test("5,000 rows are read", () => {
  expect(credits('03/09/2026,5.00,"GIFT",5\n'.repeat(5_000))).toHaveLength(5_000);
});

test("formulas, control characters and long texts are kept as harmless text", () => {
  const long = "X".repeat(3_000);
  expect(
    credits(
      [
        `03/09/2026,5.00,"=cmd|' /C calc'!A0",5.00`,
        "04/09/2026,5.00,A\u0000B\u202eC,5.00",
        `05/09/2026,5.00,${long},5.00`,
      ].join("\n"),
    ),
  ).toEqual([
    ["2026-09-03", 500, "=cmd|' /C calc'!A0"],
    ["2026-09-04", 500, "ABC"],
    ["2026-09-05", 500, long.slice(0, 500)],
  ]);
});

describe("a file", () => {
  const accented = "03/09/2026,5.00,André,5.00";

  test("of Windows-1252, UTF-8 or UTF-16 is read", () => {
    const utf16 = Buffer.from(`\ufeff${accented}`, "utf16le");
    for (const bytes of [Buffer.from(accented, "latin1"), Buffer.from(accented), utf16])
      expect(decodeStatement(bytes)).toBe(accented);
  });

  test.each(["PK\u0003\u0004 a spreadsheet", "%PDF-1.7", "a\u0000b"])(
    "of bytes is not: %j",
    (start) => {
      expect(decodeStatement(Buffer.from(start, "latin1"))).toBeNull();
    },
  );
});

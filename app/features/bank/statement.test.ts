import { describe, expect, test } from "vitest";
import { bankAmount } from "./amounts.ts";
import { decodeStatement } from "./decode.ts";
import type { ColumnMapping } from "./model.ts";
import { readStatement } from "./statement.server.ts";

const read = (text: string, mapping: ColumnMapping | null = null) =>
  readStatement(text, "2026-11-22", () => Promise.resolve(mapping));

const credits = async (text: string, mapping: ColumnMapping | null = null) => {
  const statement = await read(text, mapping);
  if (statement.is !== "read") throw new Error(JSON.stringify(statement));
  return statement.credits.map(({ day, amount, text: line }) => [day, amount, line]);
};

const refusal = async (text: string, mapping: ColumnMapping | null = null) => {
  const statement = await read(text, mapping);
  return statement.is === "refused" ? statement.message : statement.is;
};

const expected = [
  ["2026-09-03", 77500, "Transfer from A LOVELACE INV0001"],
  ["2026-09-14", 155000, "Fast Transfer From M Tan, deposit"],
];

describe("the credits of a statement are read from", () => {
  test("CommBank's and ANZ's rows without a header", async () => {
    const text = [
      '03/09/2026,"+775.00","Transfer from A LOVELACE INV0001","+2,325.00"',
      '04/09/2026,"-12.50","COFFEE, CARLTON","+2,312.50"',
      '14/09/2026,"+1,550.00","Fast Transfer From M Tan, deposit","+3,862.50"',
    ].join("\r\n");
    expect(await credits(`\ufeff${text}\r\n`)).toEqual(expected);
    expect(await credits(text.replaceAll(/,"[^"]*"$/gm, ""))).toEqual(expected);
  });

  test("Westpac's columns of debits and credits", async () => {
    const text = [
      "Bank Account,Date,Narrative,Debit Amount,Credit Amount,Balance,Categories,Serial",
      "733000123456,03/09/2026,Transfer from A LOVELACE INV0001,,775.00,2325.00,DEP,",
      "733000123456,04/09/2026,COFFEE,12.50,,2312.50,PAYMENT,",
      '733000123456,14/09/2026,"Fast Transfer From M Tan, deposit",,1550.00,3862.50,DEP,',
    ].join("\n");
    expect(await credits(text)).toEqual(expected);
  });

  test("NAB's columns and dates, with their header or without", async () => {
    const rows = [
      "03 Sep 26,775.00,701234567,,TRANSFER CREDIT,Transfer from A LOVELACE INV0001,2325.00,,",
      "04 Sep 26,-12.50,701234567,,EFTPOS DEBIT,COFFEE,2312.50,Food,Cafe",
      '14 Sep 26,1550.00,701234567,,INTER-BANK CREDIT,"Fast Transfer From M Tan, deposit",3862.50,,',
    ].join("\n");
    const header =
      "Date,Amount,Account Number,,Transaction Type,Transaction Details,Balance,Category,Merchant Name";
    expect(await credits(`${header}\n${rows}`)).toEqual(expected);
    expect(await credits(rows)).toEqual(expected);
  });

  test.each([";", "\t", "|"])("columns divided by %j", async (delimiter) => {
    const text = [
      "03/09/2026,+775.00,Transfer from A LOVELACE INV0001,2325.00",
      "04/09/2026,-12.50,COFFEE,2312.50",
    ].join("\n");
    expect(await credits(text.replaceAll(",", delimiter))).toEqual([expected[0]]);
  });

  test("columns that were chosen, of which two are text", async () => {
    const text = [
      "Exported 20 Sep",
      "Completed,Who,Reference,In,Out",
      "2026-09-03,A LOVELACE,INV0001,775.00,",
      "2026-09-04,CAFE,,,12.50",
      "",
      "Total,,,775.00,12.50",
    ].join("\n");
    const mapping = { date: 0, text: [1, 2], credit: 3 };
    expect(await read(text)).toMatchObject({ is: "unknown" });
    expect(await credits(text, mapping)).toEqual([["2026-09-03", 77500, "A LOVELACE INV0001"]]);
  });

  test("a file with a header in its middle, as of two statements put together", async () => {
    const header =
      "Bank Account,Date,Narrative,Debit Amount,Credit Amount,Balance,Categories,Serial";
    const row = "1,03/09/2026,GIFT,,5.00,5.00,,";
    expect(await credits([header, row, header, row].join("\n"))).toHaveLength(2);
  });
});

describe("dates", () => {
  const mapping = { date: 0, text: [2], amount: 1 };
  const named = (...dates: string[]) =>
    ["When,Sum,What", ...dates.map((date) => `${date},5.00,GIFT`)].join("\n");

  test("are month-first when one of the column can be nothing else", async () => {
    expect(await credits(named("09/03/2026", "09/14/2026"), mapping)).toEqual([
      ["2026-09-03", 500, "GIFT"],
      ["2026-09-14", 500, "GIFT"],
    ]);
  });

  test("are asked about when the whole column can be read both ways", async () => {
    expect(await refusal(named("09/03/2026", "10/03/2026"), mapping)).toBe("unknown");
    expect(await credits(named("09/03/2026"), { ...mapping, order: "month-first" })).toEqual([
      ["2026-09-03", 500, "GIFT"],
    ]);
  });

  test("are not asked about when both readings are the same day", async () => {
    expect(await credits(named("09/09/2026"), mapping)).toHaveLength(1);
  });

  test("of the known banks are day-first, however few there are", async () => {
    expect(await credits('03/09/2026,5.00,"GIFT",5.00')).toEqual([["2026-09-03", 500, "GIFT"]]);
  });

  test("that no calendar has are named with their line", async () => {
    expect(await refusal("03/09/2026,5.00,GIFT,5\n31/02/2026,5.00,GIFT,10")).toBe(
      'Line 2: "31/02/2026" is not a date.',
    );
    expect(await refusal(named("13/14/2026"), mapping)).toBe('Line 2: "13/14/2026" is not a date.');
  });

  test("that are still to come are refused: the order was wrong", async () => {
    expect(await refusal("23/11/2026,5.00,GIFT,5.00")).toBe(
      'Line 1: "23/11/2026" is in the future. Check the dates\' column and order.',
    );
    expect(await credits("22/11/2026,5.00,GIFT,5.00")).toHaveLength(1);
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
    ["2026-09-03T10:22:31Z", "2026-09-03"],
  ])("%s is read as %s", async (written, day) => {
    expect(await credits(named(written), { ...mapping, order: "day-first" })).toEqual([
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
])("%j is no amount", (written) => {
  expect(bankAmount(written)).toBeNull();
});

describe("a statement is refused with its reason:", () => {
  test("a CSV of something else", async () => {
    expect(await refusal("Name,Email\nAda,ada@example.com")).toBe("No column of dates was found.");
  });

  test("dates without amounts", async () => {
    expect(await refusal("Date,What\n03/09/2026,Rehearsal")).toBe(
      "No column of amounts was found.",
    );
  });

  test("nothing at all", async () => {
    expect(await refusal(" \r\n")).toBe("There is nothing in it. Choose a file or paste its text.");
  });

  test("more columns than any statement has", async () => {
    expect(await refusal(`03/09/2026${",1".repeat(5_000)}`)).toContain("5001 columns");
  });

  test("an amount that cannot be read names its line", async () => {
    expect(await refusal("03/09/2026,5.00,GIFT,5\n\n04/09/2026,five,GIFT,10")).toBe(
      'Line 3: "five" is not an amount.',
    );
  });

  test("a quotation mark that is never closed", async () => {
    const text = `03/09/2026,5.00,"GIFT,5\n${"04/09/2026,5.00,GIFT,5\n".repeat(4_000)}`;
    expect(await refusal(text)).toMatch(/^Line \d+ can't be read as CSV\./);
  });

  test("100,000 rows", async () => {
    const rows = '03/09/2026,5.00,"G",5\n'.repeat(90_000);
    expect(Buffer.byteLength(rows)).toBeLessThan(2 * 1024 * 1024);
    expect(await refusal(rows)).toContain("5,000 rows");
    expect(await refusal('03/09/2026,5.00,"GIFT",5\n'.repeat(100_000))).toContain("2 MB");
  });
});

test("a cell of a hundred thousand blanks keeps nobody waiting", () => {
  // Without a bound on its length the patterns would take half a minute.
  expect(bankAmount(`1${"\u00a0".repeat(100_000)}x`)).toBeNull();
});

test("5,000 rows are read", async () => {
  expect(await credits('03/09/2026,5.00,"GIFT",5\n'.repeat(5_000))).toHaveLength(5_000);
});

test("formulas, control characters and long texts are kept as harmless text", async () => {
  const long = "X".repeat(3_000);
  expect(
    await credits(
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

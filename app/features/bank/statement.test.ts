import { describe, expect, test } from "vitest";
import { readCredits, readRefusal, readText } from "#tests/support/bank-texts.ts";
import { bankAmount } from "./model.ts";
import { decodeText } from "#app/server/csv.server.ts";

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
    expect(readCredits(`\ufeff${text}\r\n`)).toEqual(expected);
    expect(readCredits(text.replaceAll(/,"[^"]*"$/gm, ""))).toEqual(expected);
  });

  test("Westpac's columns of debits and credits", () => {
    const text = [
      "Bank Account,Date,Narrative,Debit Amount,Credit Amount,Balance,Categories,Serial",
      "733000123456,03/09/2026,Transfer from A LOVELACE INV0001,,775.00,2325.00,DEP,",
      "733000123456,04/09/2026,COFFEE,12.50,,2312.50,PAYMENT,",
      '733000123456,14/09/2026,"Fast Transfer From M Tan, deposit",,1550.00,3862.50,DEP,',
    ].join("\n");
    expect(readCredits(text)).toEqual(expected);
  });

  test("NAB's columns and dates, with their header or without", () => {
    const rows = [
      "03 Sep 26,775.00,701234567,,TRANSFER CREDIT,Transfer from A LOVELACE INV0001,2325.00,,",
      "04 Sep 26,-12.50,701234567,,EFTPOS DEBIT,COFFEE,2312.50,Food,Cafe",
      '14 Sep 26,1550.00,701234567,,INTER-BANK CREDIT,"Fast Transfer From M Tan, deposit",3862.50,,',
    ].join("\n");
    const header =
      "Date,Amount,Account Number,,Transaction Type,Transaction Details,Balance,Category,Merchant Name";
    expect(readCredits(`${header}\n${rows}`)).toEqual(expected);
    expect(readCredits(rows)).toEqual(expected);
  });

  test.each([";", "\t", "|"])("columns divided by %j", (delimiter) => {
    const text = [
      "03/09/2026,+775.00,Transfer from A LOVELACE INV0001,2325.00",
      "04/09/2026,-12.50,COFFEE,2312.50",
    ].join("\n");
    expect(readCredits(text.replaceAll(",", delimiter))).toEqual([expected[0]]);
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
    expect(readText(text)).toMatchObject({ is: "unknown" });
    expect(readCredits(text, mapping)).toEqual([["2026-09-03", 77500, "A LOVELACE INV0001"]]);
  });

  test("a file with a header in its middle, as of two statements put together", () => {
    const header =
      "Bank Account,Date,Narrative,Debit Amount,Credit Amount,Balance,Categories,Serial";
    const row = "1,03/09/2026,GIFT,,5.00,5.00,,";
    expect(readCredits([header, row, header, row].join("\n"))).toHaveLength(2);
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
    expect(readRefusal("Name,Email\nAda,ada@example.com")).toBe("No column of dates was found.");
  });

  test("dates without amounts", () => {
    expect(readRefusal("Date,What\n03/09/2026,Rehearsal")).toBe("No column of amounts was found.");
  });

  test("nothing at all", () => {
    expect(readRefusal(" \r\n")).toBe("There is nothing in it. Choose a file or paste its text.");
  });

  test("more columns than any statement has", () => {
    expect(readRefusal(`03/09/2026${",1".repeat(5_000)}`)).toContain("more than 60 columns");
  });

  test("a quotation mark that is never closed", () => {
    const text = `03/09/2026,5.00,"GIFT,5\n${"04/09/2026,5.00,GIFT,5\n".repeat(4_000)}`;
    expect(readRefusal(text)).toMatch(/^Line \d+ can't be read as CSV\./);
  });

  test("100,000 rows", () => {
    const rows = '03/09/2026,5.00,"G",5\n'.repeat(90_000);
    expect(Buffer.byteLength(rows)).toBeLessThan(2 * 1024 * 1024);
    expect(readRefusal(rows)).toContain("5,000 rows");
    expect(readRefusal('03/09/2026,5.00,"GIFT",5\n'.repeat(100_000))).toContain("2 MB");
  });
});

test("a cell of a hundred thousand blanks keeps nobody waiting", () => {
  // Without a bound on its length the patterns would take half a minute.
  expect(bankAmount(`1${"\u00a0".repeat(100_000)}x`)).toBeNull();
});

test("5,000 rows are read", () => {
  expect(readCredits('03/09/2026,5.00,"GIFT",5\n'.repeat(5_000))).toHaveLength(5_000);
});

test("formulas, control characters and long texts are kept as harmless text", () => {
  const long = "X".repeat(3_000);
  expect(
    readCredits(
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
      expect(decodeText(bytes)).toBe(accented);
  });

  test.each(["PK\u0003\u0004 a spreadsheet", "%PDF-1.7", "a\u0000b"])(
    "of bytes is not: %j",
    (start) => {
      expect(decodeText(Buffer.from(start, "latin1"))).toBeNull();
    },
  );
});

import { describe, expect, test } from "vitest";
import { readChoice } from "./columns.server.ts";
import type { ColumnMapping } from "./model.ts";
import { readStatement } from "./statement.server.ts";

/* Statements of which the owner says what their columns hold. */

const given = { today: "2026-11-25", remembered: {} };
const lines = (...rows: string[]) => rows.join("\n");

/** What the form proposes for each column. */
function proposed(text: string) {
  const asked = readStatement({ ...given, text, chosen: "ask" });
  if (asked.is !== "unknown") throw new Error(JSON.stringify(asked));
  return asked.choice.columns.map(({ use }) => use || "-").join(" ");
}

/** Sends the form as it is proposed, with what the words mean. */
function answered(text: string, words: Record<string, "in" | "out"> = {}) {
  const uses = proposed(text)
    .split(" ")
    .map((use) => use.replace("-", ""));
  const choice = readChoice(uses, "day-first", words);
  if (!choice.ok) throw new Error(JSON.stringify(choice.errors));
  return { mapping: choice.mapping, ...readAs(text, choice.mapping) };
}

function readAs(text: string, chosen: ColumnMapping) {
  const statement = readStatement({ ...given, text, chosen });
  if (statement.is === "unknown") return { asks: statement.choice.words.map(({ word }) => word) };
  if (statement.is === "refused") return { refused: statement.message };
  return {
    credits: statement.credits.map(({ day, amount }) => `${day} ${amount}`),
    leftOut: statement.leftOut.map(({ line, why }) => `${line}: ${why}`),
  };
}

describe("a column beside amounts without a sign says which came in:", () => {
  const file = (credit: string, debit: string) =>
    lines(
      "Date,Description,Amount,Debit/Credit,Balance",
      `18/11/2026,OSKO CHEN M LESSONS,95.00,${credit},1095.00`,
      `19/11/2026,OFFICE RENT TANTRUM STUDIOS,300.00,${debit},795.00`,
      `20/11/2026,PIANO TUNER WARD,140.00,${debit},655.00`,
    );

  test.each([
    ["CR", "DR"],
    ["Cr.", "Dr."],
    ["C", "D"],
    ["Credit", "Debit"],
    ["+", "-"],
    ["+", "\u2212"],
    ["IN", "OUT"],
    ["DEP", "WDL"],
    ["Deposit", "Withdrawal"],
    ["Direct credit", "Direct debit"],
    ["Money in", "Money out"],
  ])("%s and %s", (credit, debit) => {
    expect(proposed(file(credit, debit))).toBe("date text amount direction -");
    expect(answered(file(credit, debit)).credits).toEqual(["2026-11-18 9500"]);
  });

  test.each([
    ["1", "2"],
    ["Haben", "Soll"],
    ["Deposit", "Fee"],
    ["", "DR"],
    ["CR", ""],
  ])("%j and %j, of which the owner says what is not known", (credit, debit) => {
    const words = Object.fromEntries(
      [credit, debit].map((word, at) => [word.toLowerCase(), at === 0 ? "in" : "out"]),
    ) as Record<string, "in" | "out">;
    expect(answered(file(credit, debit)).asks).not.toEqual([]);
    expect(answered(file(credit, debit), words).credits).toEqual(["2026-11-18 9500"]);
  });

  test("also where the names of the columns or an earlier answer do not tell", () => {
    const text = lines("18/11/2026,95.00,CR,OSKO CHEN,x", "19/11/2026,300.00,DR,OFFICE RENT,x");
    expect(answered(text).credits).toEqual(["2026-11-18 9500"]);
    const before = { date: 0, text: [1], amount: 2 };
    expect(readAs(file("CR", "DR"), before).credits).toEqual(["2026-11-18 9500"]);
    expect(readAs(file("1", "2"), before).asks).toEqual(["1", "2"]);
  });

  test("not where an amount is negative, and what went out stays out in both", () => {
    const signed = file("CR", "DR").replace("300.00", "-300.00");
    expect(proposed(signed)).toBe("date text amount - -");
    expect(readAs(signed, { date: 0, text: [1], amount: 2, direction: 3 }).credits).toEqual([
      "2026-11-18 9500",
    ]);
  });
});

describe("a running balance is never proposed as the amount", () => {
  test.each([
    ["12/11/2026,1000.52,CREDIT INTEREST,.52,x", "13/11/2026,1000.22,FEE,-.30,x"],
    ["12/11/2026,INTEREST,1000.52,0.52,x", "13/11/2026,FEE,1000.22,-0.30,x"],
  ])("wherever it stands: %s", (...rows) => {
    const uses = proposed(lines(...rows)).split(" ");
    expect([uses.indexOf("amount"), uses.filter((use) => use === "amount").length]).toEqual([3, 1]);
  });

  test.each([
    [
      "beside amounts that nobody can read",
      "12/11/2026,x,0:52,T,1000.52",
      "13/11/2026,x,0:30,T,1000.22",
    ],
    ["beside debits and credits", "12/11/2026,x,,5.00,105.00", "13/11/2026,x,5.00,,100.00"],
    ["in a single row", "12/11/2026,x,1000.52,T,0.52"],
  ])("%s", (_, ...rows) => {
    expect(proposed(lines(...rows))).not.toContain("amount");
  });

  test.each(["Credit balance", "Running Balance (credit)", "Available credit", "Credit limit"])(
    "under the name %j",
    (name) => {
      const text = lines(`Date,Text,${name},Debit,Credit`, "12/11/2026,GIFT,100.00,,5.00");
      expect(proposed(text)).toBe("date text - - credit");
    },
  );
});

describe("a row that cannot be read is left out with its line and its reason", () => {
  const header = "Date,Description,Debit,Credit,Balance";
  const good = "20/11/2026,OSKO DEPOSIT CHEN M,,95.00,1095.00";

  test.each([
    ["Pending,OSKO DEPOSIT LI W,,120.00,", '"Pending" is not a date'],
    [",OSKO DEPOSIT LI W,,120.00,", "it has no date"],
    ["05/12/2026,OSKO DEPOSIT LI W,,120.00,", '"05/12/2026" is in the future'],
    ["31/11/2026,OSKO DEPOSIT LI W,,120.00,", '"31/11/2026" is not a date'],
    ["19/11/2026,OSKO DEPOSIT LI W,,one,", '"one" is not an amount'],
    ["Total,,12.00,215.00,", '"Total" is not a date'],
    ["These amounts are provisional", '"These amounts are provisional" is not a date'],
  ])("%s", (row, why) => {
    const last = "19/11/2026,CARD PURCHASE,12.00,-,1000.00";
    const expected = { credits: ["2026-11-20 9500"], leftOut: [`3: ${why}`] };
    expect(answered(lines(header, good, row, last))).toMatchObject(expected);
    expect(answered(lines(header, row, good, last))).toMatchObject({
      ...expected,
      leftOut: [`2: ${why}`],
    });
  });

  test("without an amount, of a bank that is known", () => {
    const text = lines(
      "20/11/2026,95.00,OSKO,195.00",
      "20/11/2026,,NOTICE,",
      "19/11/2026,.50,INT,100",
    );
    expect(readStatement({ ...given, text })).toMatchObject({
      credits: [{ amount: 9500 }, { amount: 50 }],
      leftOut: [{ line: 2, why: "it has no amount" }],
    });
  });
});

describe("other currencies are left out and named:", () => {
  test("by a column of codes", () => {
    const text = lines(
      "Date,Amount,Currency,Description,Payment Reference,Running Balance,Payer Name",
      "12-11-2026,775.00,USD,Received money from Ada Lovelace,INV-0001,775.00,Ada Lovelace",
      "13-11-2026,95.00,AUD,Received money from Ben Ito,,870.00,Ben Ito",
      "14-11-2026,-5.00,USD,Fee,,865.00,",
    );
    expect(answered(text)).toMatchObject({
      credits: ["2026-11-13 9500"],
      leftOut: ['2: "775.00" is in US dollars'],
    });
  });

  test.each([
    ["Sum,Ccy", "5.00,Euro", '"5.00" is in Euro'],
    ["Amount,", "5.00,NZD", '"5.00" is in New Zealand dollars'],
    ["Amount,", "USD 5.00,", '"USD 5.00" is in US dollars'],
    ["Amount,", "€5.00,", '"€5.00" is in €'],
    ["Amount,", "NZ$5.00,", '"NZ$5.00" is in NZ$'],
    ["Amount (EUR),", "5.00,", '"5.00" is in euros'],
  ])("%s: %s", (names, cells, why) => {
    const text = lines(
      `Date,${names},Text`,
      `12/11/2026,${cells},GIFT`,
      "13/11/2026,-1.00,AUD,FEE",
    );
    expect(readAs(text, { date: 0, text: [3], amount: 1 })).toMatchObject({
      credits: [],
      leftOut: [`2: ${why}`],
    });
  });

  test("of two columns of codes the one beside the amount counts", () => {
    const text = lines(
      "Date,Source amount,Source currency,Target amount,Target currency,Original currency",
      "12/11/2026,500.00,USD,775.00,AUD,USD",
    );
    expect(readAs(text, { date: 0, text: [], amount: 3, order: "day-first" }).credits).toEqual([
      "2026-11-12 77500",
    ]);
  });
});

test("times under a heading that says UTC are read as Melbourne's days", () => {
  const text = lines("Completed (UTC),Amount,Text", "12/11/2026 13:00,5.00,GIFT");
  expect(readAs(text, { date: 0, text: [2], amount: 1, order: "day-first" }).credits).toEqual([
    "2026-11-13 500",
  ]);
});

test("Bankwest's narration is proposed as the bank's text", () => {
  const text = lines(
    "BSB Number,Account Number,Transaction Date,Narration,Cheque,Debit,Credit,Balance,Transaction Type",
    '306-000,1234567,20/11/2026,"OSKO DEPOSIT M CHEN",,,95.00,1095.00,DEP',
    '306-000,1234567,19/11/2026,"AUTHORISATION ONLY - CAFE",,4.50,,1000.00,WDL',
  );
  expect(proposed(text)).toBe("- - date text - - credit - -");
  expect(answered(text).credits).toEqual(["2026-11-20 9500"]);
});

describe("a mapping that was kept from one file without a header", () => {
  const remembered = { "without a header, 4 columns": { date: 0, text: [1], amount: 3 } };
  const read = (...rows: string[]) => readStatement({ ...given, remembered, text: lines(...rows) });

  test("never comes before a known bank", () => {
    expect(
      read(
        '20/11/2026,"+1,095.00","Fast Transfer From M CHEN","+2,095.00"',
        '19/11/2026,"-30.00","Cafe Toorak","+1,000.00"',
        '19/11/2026,"+0.05","Credit Interest","+1,030.00"',
      ),
    ).toMatchObject({ credits: [{ amount: 109500 }, { amount: 5 }] });
    expect(
      read(
        "12/11/2026,.52,CREDIT INTEREST,1000.52",
        "13/11/2026,-.30,ACCOUNT FEE,1000.22",
        "14/11/2026,95.00,FAST TRANSFER FROM B ITO,1095.22",
      ),
    ).toMatchObject({ credits: [{ amount: 52 }, { amount: 9500 }] });
  });

  test("is asked about again where its amounts are a balance, or none", () => {
    expect(read("12/11/2026,A,1.00,10.00", "13/11/2026,B,5.00,15.00").is).toBe("unknown");
    expect(read("12/11/2026,A,1.00,x", "13/11/2026,B,5.00,y").is).toBe("unknown");
    expect(read("12/11/2026,A,x,1.00", "13/11/2026,B,y,5.00").is).toBe("read");
  });
});

describe("the statements of known banks are read without a question:", () => {
  test.each([
    [
      "NAB, with its type of transaction beside credits alone",
      "Date,Amount,Account Number,,Transaction Type,Transaction Details,Balance,Category,Merchant Name,Processed On",
      '12 Nov 26,95.00,082-001 123456789,,TRANSFER CREDIT,"ONLINE N1234567890 Lesson M Chen",1095.00,,,12 Nov 26',
      "12 Nov 26,5.00,082-001 123456789,,INTEREST PAID,INTEREST,1000.00,,,12 Nov 26",
    ],
    [
      "ANZ",
      '20/11/2026,95.00,"PAYMENT FROM M CHEN, ""PIANO"""',
      '19/11/2026,5.00,"ANZ M-BANKING PAYMENT TRANSFER 123456"',
    ],
  ])("%s", (_, ...rows) => {
    expect(readStatement({ ...given, text: lines(...rows) })).toMatchObject({
      is: "read",
      credits: [{ amount: 9500 }, { amount: 500 }],
    });
  });
});

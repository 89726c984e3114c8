import { expect, test } from "vitest";
import { agreedDocuments, agreedRows } from "./document-texts.ts";
import { gstOfCredit, gstWithin } from "./model.ts";

const sale = {
  quoteId: "quote",
  earlier: [],
  buyerName: "Ada Client",
  buyerEmail: "ada@client.example",
  title: "Garden party",
  eventDate: "2027-01-16" as string | null,
  lines: [
    { text: "Live piano, 6:00–9:00 pm", amount: 1200_00 },
    { text: "Extra performance hour until 10pm", amount: 350_00 },
  ],
  total: 1550_00,
  alreadyPaid: 0,
  paidInvoices: [] as string[],
};
const terms = { today: "2026-11-21", isRegistered: true, depositDays: 7 };

const documents = (given: Partial<typeof sale> = {}, today = terms.today) =>
  agreedDocuments({ ...sale, ...given }, { ...terms, today });
const figures = (all: ReturnType<typeof agreedDocuments>) =>
  [...all.issued, ...(all.draft ? [all.draft] : [])].map(({ kind, total, gst, dueOn }) => [
    kind,
    total,
    gst,
    dueOn,
  ]);

test("deposit and balance, and their GST, add up for every total", () => {
  for (let total = 1; total < 30_000; total += total < 300 ? 1 : 37)
    for (const alreadyPaid of [0, 1, Math.floor(total / 3), Math.ceil(total / 2), total - 1]) {
      const rest = total - alreadyPaid;
      if (rest <= 0) continue;
      const { issued } = documents({ total, alreadyPaid, paidInvoices: ["INV-0001"] });
      const sum = (of: "total" | "gst") => issued.reduce((all, one) => all + one[of]!, 0);
      expect([sum("total"), sum("gst")]).toEqual([rest, gstWithin(rest)]);
      for (const { lines, total: amount, gst } of issued) {
        expect(lines.reduce((all, line) => all + line.amount, 0)).toBe(amount);
        expect(amount).toBeGreaterThan(0);
        expect(gst).toBeGreaterThanOrEqual(0);
        expect(gst).toBeLessThanOrEqual(amount);
      }
    }
});

test("half a cent of GST is rounded up", () => {
  for (let total = 0; total < 10_000; total++)
    expect(gstWithin(total)).toBe(Math.floor(total / 11 + 0.5 + 1e-9));
});

test.for([
  ["2027-01-01", "2027-01-09"],
  ["2027-01-10", "2027-01-12"],
  ["2027-03-01", "2027-03-03"],
])(
  "accepted on %s, too close to the event for a deposit, the whole is due on %s",
  ([today, due]) => {
    const all = documents({}, today);
    expect(figures(all)).toEqual([["full", 1550_00, 140_91, due]]);
    expect(all.issued[0]!.lines).toEqual(sale.lines);
  },
);

test("lines say what each part is for, and a note what the whole consists of", () => {
  const [deposit, balance] = documents().issued;
  expect(deposit!.lines).toEqual([
    { text: "Deposit (50%) for Garden party, Saturday, 16 January 2027", amount: 775_00 },
  ]);
  expect(balance!.lines).toEqual([
    { text: "Balance for Garden party, Saturday, 16 January 2027", amount: 775_00 },
  ]);
  expect(deposit!.note).toBe(
    "Agreed in all: A$1,550.00 (Live piano, 6:00–9:00 pm: A$1,200.00; " +
      "Extra performance hour until 10pm: A$350.00).",
  );
});

test("the note of a part reads as rows, what the owner wrote does not", () => {
  expect(agreedRows(documents().issued[0]!.note ?? "")).toEqual([
    ["Live piano, 6:00–9:00 pm", "A$1,200.00"],
    ["Extra performance hour until 10pm", "A$350.00"],
    ["Agreed in all", "A$1,550.00"],
  ]);
  expect(agreedRows("Agreed in all: A$300.00.")).toEqual([["Agreed in all", "A$300.00"]]);
  expect(agreedRows("Agreed in all: A$300.00. See you there.")).toBeNull();
});

test("lines that do not make up the total are not on the whole invoice", () => {
  expect(documents({ total: 999_00 }, "2027-01-12").issued[0]!.lines).toEqual([
    { text: "Garden party, Saturday, 16 January 2027", amount: 999_00 },
  ]);
});

test("where more than the deposit was paid, only a balance is left", () => {
  const { issued } = documents({ alreadyPaid: 1000_00, paidInvoices: ["INV-0001", "INV-0002"] });
  expect(figures({ issued, draft: null })).toEqual([["balance", 550_00, 50_00, "2027-01-09"]]);
  expect(issued[0]!.lines.at(-1)).toEqual({
    text: "Already paid on INV-0001 and INV-0002",
    amount: -1000_00,
  });
});

test("credit notes take their share of the GST, all of it when the whole is credited", () => {
  expect(gstOfCredit({ total: 775_00, gst: 70_46, credited: 0 }, 775_00)).toBe(70_46);
  expect(gstOfCredit({ total: 775_00, gst: null, credited: 0 }, 100_00)).toBeNull();
  expect(gstOfCredit({ total: 0, gst: 0, credited: 0 }, 0)).toBe(0);
  for (const part of [1, 7, 100, 333, 5000]) {
    let [credited, shares] = [0, 0];
    while (credited < 775_00) {
      const amount = Math.min(part, 775_00 - credited);
      shares += gstOfCredit({ total: 775_00, gst: 70_46, credited }, amount)!;
      credited += amount;
    }
    expect(shares).toBe(70_46);
  }
});

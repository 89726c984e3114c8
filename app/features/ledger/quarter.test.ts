import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, startOfDay, melbourneDay } from "#app/values/calendar.ts";
import { rowsToCsv } from "#app/values/csv.ts";
import { dbTest } from "#tests/support/db.ts";
import { moneyOnBothDatabases as moneyOnBoth, moneyTest } from "#tests/support/money-test.ts";
import { anInvoice, aPayment, owner } from "#tests/support/factories.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { payments, refundAnswers, salesInvoices } from "#app/server/database/tables.server.ts";
import { randomFrom } from "#tests/support/random.ts";
import { creditInvoice, voidInvoice } from "./corrections.server.ts";
import { gstWithin } from "#app/features/invoices/model.ts";
import {
  addQuarters,
  quarterInWords,
  quarterOf,
  readQuarter,
  spanOf,
  paymentShares,
  type Receipt,
  accountantColumns,
  toSaleRow,
  sumOf,
  toReceiptRow,
} from "./quarter.ts";
import { firstQuarter, getFigures, type SalesDocument, markLodged } from "./quarter.server.ts";
import { recordPayment, reversePayment } from "./payments.server.ts";

describe("quarters", () => {
  test.each([
    ["2026-01-01", "2026-1"],
    ["2026-03-31", "2026-1"],
    ["2026-04-01", "2026-2"],
    ["2026-12-31", "2026-4"],
  ])("%s is in quarter %s", (day, quarter) => {
    expect(quarterOf(day)).toBe(quarter);
  });

  test("a quarter has its first day, not that of the next, and a name", () => {
    expect(spanOf("2026-4")).toEqual({ from: "2026-10-01", before: "2027-01-01" });
    expect(quarterInWords("2026-4")).toBe("October to December 2026");
    expect([addQuarters("2026-4", 1), addQuarters("2026-1", -1)]).toEqual(["2027-1", "2025-4"]);
  });

  test.each(["2026-0", "2026-5", "2026-04", "26-4", "1899-4", "3000-1", "2026-4 ", "", "x"])(
    "%j is no quarter",
    (text) => {
      expect(readQuarter(text)).toBeNull();
    },
  );
});

const span = spanOf("2026-4");

dbTest("sales count by Melbourne's issue date, whenever they are paid", async ({ db }) => {
  await anInvoice(db, { number: "INV-0001", issuedOn: "2026-09-30", total: 100_00 });
  await anInvoice(db, { number: "INV-0002", issuedOn: "2026-10-01", total: 1200_00 });
  await anInvoice(db, { number: "INV-0003", issuedOn: "2026-12-31", total: 350_00, gst: null });
  await anInvoice(db, { number: "INV-0004", issuedOn: "2027-01-01", total: 100_00 });
  await anInvoice(db, { number: null, total: 100_00 });
  const { sales, issued } = await getFigures(db, owner, span);
  expect(sales.map(({ document }) => document.number)).toEqual(["INV-0002", "INV-0003"]);
  expect(issued).toMatchObject({ total: 1550_00, gst: 109_09 });
});

dbTest("a credit note subtracts in the quarter in which it was issued", async ({ db }) => {
  const invoice = await anInvoice(db, { issuedOn: "2026-09-30", total: 1100_00, gst: 100_00 });
  await anInvoice(db, {
    kind: "credit-note",
    number: "CN-0001",
    creditsId: invoice.id,
    issuedOn: "2026-10-02",
    total: 550_00,
    gst: 50_00,
  });
  const before = await getFigures(db, owner, spanOf("2026-3"));
  expect(before.issued).toMatchObject({ total: 1100_00, gst: 100_00 });
  expect((await getFigures(db, owner, span)).issued).toMatchObject({ total: -550_00, gst: -50_00 });
});

moneyTest("what is GST-free counts apart, in sales, credits and payments", async ({ db }) => {
  const lines = [
    { text: "Lessons", amount: 220_00 },
    { text: "Online from Auckland", amount: 80_00, gstFree: true as const },
  ];
  const invoice = await anInvoice(db, { total: 300_00, gst: 20_00, lines });
  await anInvoice(db, { number: "INV-0002", total: 80_00, gst: null, lines: [lines[1]!] });
  await aPayment(db, { salesInvoiceId: invoice.id, amount: 150_00 });
  const quarter = () => getFigures(db, owner, span);
  expect(await quarter()).toMatchObject({
    issued: { total: 380_00, gst: 20_00, gstFree: 80_00 },
    received: { total: 150_00, gst: 10_00, gstFree: 40_00 },
  });
  const credit = { amount: 75_00, reason: "One less" };
  const result = await creditInvoice(db, owner, invoice.id, credit, startOfDay("2026-12-01"));
  expect(result).toMatchObject({
    creditNote: { gst: 5_00, lines: [{ amount: 55_00 }, { amount: 20_00, gstFree: true }] },
  });
  const { issued, sales } = await quarter();
  expect(issued).toEqual({ total: 305_00, gst: 15_00, gstFree: 60_00 });
  const csv = rowsToCsv(accountantColumns, sales.map(toSaleRow));
  expect(csv).toMatch(/Total,GST,GST-Free,[^]*,300,20,80,[^]*,-75,-5,-20,/);
});

dbTest("an invoice voided within its quarter is listed and does not count", async ({ db }) => {
  // 31 December, 11:59:59 pm in Melbourne.
  await anInvoice(db, { total: 775_00, voidedAt: new Date("2026-12-31T12:59:59Z") });
  const { sales, issued } = await getFigures(db, owner, span);
  expect(sales).toMatchObject([{ standing: "void", total: 0, gst: 0 }]);
  expect(issued).toMatchObject({ total: 0, gst: 0 });
});

dbTest(
  "an invoice voided in a later quarter keeps its quarter's figures and subtracts in the later one",
  async ({ db }) => {
    // Midnight of 1 January in Melbourne.
    await anInvoice(db, { total: 775_00, voidedAt: new Date("2026-12-31T13:00:00Z") });
    expect((await getFigures(db, owner, span)).issued).toMatchObject({ total: 775_00, gst: 70_45 });
    const later = await getFigures(db, owner, spanOf("2027-1"));
    expect(later.sales).toMatchObject([{ standing: "cancelled", total: -775_00, gst: -70_45 }]);
  },
);

dbTest("payments count by their day, with their share of the invoice's GST", async ({ db }) => {
  const invoice = await anInvoice(db, { total: 775_00, gst: 70_45 });
  const salesInvoiceId = invoice.id;
  await aPayment(db, { salesInvoiceId, amount: 300_00, paidOn: "2026-12-31" });
  await aPayment(db, { salesInvoiceId, amount: 475_00, paidOn: "2027-01-01", method: "cash" });
  const figures = await getFigures(db, owner, span);
  expect(figures.received).toMatchObject({ total: 300_00, gst: 27_27 });
  expect(figures.sales).toMatchObject([{ paidOn: "2027-01-01", methods: ["payid", "cash"] }]);
  const later = await getFigures(db, owner, spanOf("2027-1"));
  expect(later.received).toMatchObject({ total: 475_00, gst: 43_18 });
  expect(later.issued).toMatchObject({ total: 0, gst: 0 });
});

dbTest("an entry that was undone is not how an invoice was paid", async ({ db }) => {
  const { id: salesInvoiceId } = await anInvoice(db, { total: 775_00 });
  const slip = { salesInvoiceId, paidOn: "2026-12-20", method: "cash" } as const;
  const { id: reversesId } = await aPayment(db, { ...slip, amount: 775_00 });
  await aPayment(db, { ...slip, amount: -775_00, reversesId });
  await aPayment(db, { salesInvoiceId, amount: 775_00, paidOn: "2026-12-01" });
  const { sales } = await getFigures(db, owner, span);
  expect(sales).toMatchObject([{ paidOn: "2026-12-01", methods: ["payid"] }]);
});

dbTest("the return of an overpayment is not the day on which it was paid", async ({ db }) => {
  const { id: salesInvoiceId } = await anInvoice(db, { total: 775_00 });
  await aPayment(db, { salesInvoiceId, amount: 800_00, paidOn: "2026-12-01" });
  await aPayment(db, { salesInvoiceId, amount: -25_00, paidOn: "2026-12-20", method: "cash" });
  const { sales } = await getFigures(db, owner, span);
  expect(sales).toMatchObject([{ paidOn: "2026-12-01", methods: ["payid"] }]);
});

dbTest("the first quarter is that of the first document or payment", async ({ db }) => {
  expect(await firstQuarter(db, owner)).toBeNull();
  const invoice = await anInvoice(db, { issuedOn: "2026-04-01" });
  expect(await firstQuarter(db, owner)).toBe("2026-2");
  await aPayment(db, { salesInvoiceId: invoice.id, paidOn: "2026-03-31" });
  expect(await firstQuarter(db, owner)).toBe("2026-1");
});

const aDocument = (given: Partial<SalesDocument> = {}): SalesDocument => ({
  id: "one",
  kind: "other",
  creditsId: null,
  number: "INV-0001",
  buyerName: "Ada Client",
  buyerEmail: "ada@client.example",
  title: "Garden party",
  lines: [],
  dueOn: "2026-11-28",
  total: 775_00,
  gst: 70_45,
  issuedOn: "2026-11-21",
  issuedAt: startOfDay("2026-11-21"),
  voidedAt: null,
  ...given,
});
const receiptsOf = (...amounts: number[]): Receipt[] =>
  amounts.map((amount, index) => ({
    id: index + 1,
    invoiceId: "one",
    paidOn: addDays("2026-11-22", index),
    amount,
    at: startOfDay(addDays("2026-11-22", index)),
  }));
const shares = (document: SalesDocument, amounts: number[], credits: SalesDocument[] = []) =>
  [...paymentShares(document, credits, receiptsOf(...amounts)).values()].map(({ gst }) => gst);

describe("the GST within payments", () => {
  test.each([
    [{ total: 10_00, gst: 91 }, [3_33, 3_33, 3_34], [30, 31, 30]],
    [{ total: 775_00, gst: 70_45 }, [775_00], [70_45]],
    [{ total: 775_00, gst: 70_45 }, [800_00, -25_00], [70_45, 0]],
    [
      { total: 775_00, gst: 70_45 },
      [300_00, 475_00, -300_00, 300_00],
      [27_27, 43_18, -27_27, 27_27],
    ],
    [{ total: 775_00, gst: null }, [775_00], [0]],
    [{ total: 0, gst: 0 }, [10_00, -10_00], [0, 0]],
  ])("of %j, %j contain %j", (given, amounts, expected) => {
    expect(shares(aDocument(given), amounts)).toEqual(expected);
  });

  test("a credit note changes what later payments contain, and nothing before it", () => {
    const issuedAt = startOfDay("2026-11-23");
    const credit = aDocument({ id: "two", kind: "credit-note", creditsId: "one", issuedAt });
    const credits = [{ ...credit, total: 550_00, gst: 50_00 }];
    const invoice = aDocument({ total: 1100_00, gst: 100_00 });
    expect(shares(invoice, [1100_00, -550_00], credits)).toEqual([100_00, -50_00]);
  });

  test("however an invoice is paid, the parts add up to its GST", () => {
    const paidInFull = fc
      .array(fc.integer({ min: 1, max: 1_000_00 }), { minLength: 1, maxLength: 8 })
      .map((amounts) => ({ amounts, total: amounts.reduce((sum, amount) => sum + amount, 0) }));
    fc.assert(
      fc.property(paidInFull, ({ amounts, total }) => {
        const gst = gstWithin(total);
        const parts = shares(aDocument({ total, gst }), amounts);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(gst);
        expect(parts.every((part) => part >= 0)).toBe(true);
      }),
    );
  });
});

const first = "2026-01-05";
const quarters = Array.from({ length: 9 }, (_, index) => addQuarters(quarterOf(first), index - 2));

/** A year and a half of invoices, payments, refunds, credit notes, voids and undos. */
async function live(db: Db, random: () => number, check: (day: string) => Promise<void>) {
  const below = (limit: number) => Math.floor(random() * limit);
  const ids: string[] = [];
  const paid: number[] = [];
  for (let day = first; day < "2027-07-01"; day = addDays(day, 3 + below(20))) {
    const now = new Date(startOfDay(day).getTime() + below(86_000) * 1000);
    const id = ids[below(ids.length)];
    const act = below(10);
    const pay = (amount: number) =>
      db.transaction(async (tx) => {
        const paidOn = addDays(day, -below(120));
        const given = { invoiceId: id!, amount, paidOn, method: "payid" as const };
        const result = await recordPayment(
          tx,
          amount < 0 ? { ...given, reason: "Back" } : given,
          owner.email,
          now,
        );
        if (result.ok) paid.push(result.payment.id);
      });
    if (act < 4 || !id) {
      const total = 1 + below(300_000);
      const isFree = below(4) === 0;
      const free = isFree ? below(total) : 0;
      const invoice = await anInvoice(db, {
        number: `INV-${ids.length + 1}`,
        kind: "other",
        lines: [
          { text: "Lesson", amount: total - free },
          { text: "Export", amount: free, gstFree: true },
        ],
        total,
        gst: below(6) === 0 ? null : gstWithin(total - free),
        issuedOn: day,
        issuedAt: now,
        dueOn: addDays(day, 7),
      });
      ids.push(invoice.id);
    } else if (act < 7) await pay(1 + below(200_000));
    else if (act === 7 && below(2)) await pay(-1 - below(50_000));
    else if (act === 7 && paid.length > 0)
      await db.transaction((tx) =>
        reversePayment(tx, paid[below(paid.length)]!, "Slip", owner.email, now),
      );
    else if (act === 8)
      await creditInvoice(db, owner, id, { amount: 1 + below(100_000), reason: "Less" }, now);
    else await voidInvoice(db, owner, id, "Off", now);
    await check(day);
  }
}

const sumAt = (rows: readonly (readonly number[])[], at: number) =>
  rows.reduce((sum, row) => sum + row[at]!, 0);

const inAll = async (db: Db) => {
  const figures = [];
  for (const quarter of quarters) figures.push(await getFigures(db, owner, spanOf(quarter)));
  return figures;
};

describe.each([4711, 4712, 4714, 4717])("history %i", (seed) => {
  moneyOnBoth(
    "has figures that add up over its quarters, and keeps those lodged",
    async ({ db }) => {
      const lodged = new Map<string, unknown>();
      await live(db, randomFrom(seed), async (day) => {
        const before = addQuarters(quarterOf(day), -1);
        if (lodged.has(before) || day.slice(8) < "15") return;
        await markLodged(db, owner, { quarter: before, isLodged: true }, startOfDay(day));
        const { issued, received, overpaid } = await getFigures(db, owner, spanOf(before));
        lodged.set(before, { issued, received, overpaid });
      });
      const figures = await inAll(db);
      const documents = await db.select().from(salesInvoices);
      const inForce = documents
        .filter(({ voidedAt }) => !voidedAt)
        .map(({ kind, total, gst }) =>
          kind === "credit-note" ? [-total, -(gst ?? 0)] : [total, gst ?? 0],
        );
      const issuedInAll = sumOf(figures.map(({ issued }) => issued));
      expect([issuedInAll.total, issuedInAll.gst]).toEqual([0, 1].map((at) => sumAt(inForce, at)));
      const rows = await db.select().from(payments);
      const answered = new Set((await db.select().from(refundAnswers)).map((row) => row.paymentId));
      expect(sumOf(figures.map(({ received }) => received)).total).toBe(
        rows.reduce((sum, { amount }) => sum + amount, 0),
      );
      for (const [index, quarter] of quarters.entries()) {
        const { issued, received, overpaid, sales, receipts } = figures[index]!;
        for (const [csv, sums] of [
          [rowsToCsv(accountantColumns, sales.map(toSaleRow)), issued],
          [rowsToCsv(accountantColumns, receipts.map(toReceiptRow)), received],
        ] as const) {
          const cells = csv
            .trim()
            .split("\r\n")
            .slice(1)
            .map((row) => row.split(","));
          const cents = cells.map((row) =>
            row.slice(5, 8).map((cell) => Math.round(Number(cell) * 100)),
          );
          const { total, gst, gstFree } = sums;
          expect([0, 1, 2].map((at) => sumAt(cents, at))).toEqual([total, gst, gstFree]);
        }
        if (lodged.has(quarter))
          expect({ issued, received, overpaid }).toEqual(lodged.get(quarter));
      }
      for (const { id, gst, total, paid, credited: keptCredited, returned } of documents) {
        const notes = documents.filter(({ creditsId, voidedAt }) => creditsId === id && !voidedAt);
        const credited = notes.map((note) => [note.total, note.gst ?? 0]);
        expect(sumAt(credited, 0)).toBeLessThanOrEqual(total);
        const entries = rows.filter(({ salesInvoiceId }) => salesInvoiceId === id);
        const isOpenRefund = ({ id: refund, amount, reversesId }: (typeof rows)[number]) =>
          amount < 0 &&
          reversesId === null &&
          !answered.has(refund) &&
          rows.every((undo) => undo.reversesId !== refund);
        const sum = (of: typeof rows) => of.reduce((all, { amount }) => all + amount, 0);
        expect([paid, keptCredited, returned]).toEqual([
          sum(entries),
          sumAt(credited, 0),
          -sum(entries.filter(isOpenRefund)) || 0,
        ]);
        expect(sumAt(credited, 1)).toBeLessThanOrEqual(gst ?? 0);
      }
      expect(documents.length).toBeGreaterThan(8);
      expect(rows.length).toBeGreaterThan(5);
      expect(lodged.size).toBeGreaterThan(3);
      expect(rows.some(({ paidOn, at }) => paidOn < melbourneDay(at))).toBe(true);
    },
  );
});

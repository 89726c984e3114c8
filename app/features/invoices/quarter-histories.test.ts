import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { payments, refundAnswers, salesInvoices } from "#app/server/database/tables.server.ts";
import { addDays, melbourneDay, startOfDay } from "#app/values/calendar.ts";
import { rowsToCsv } from "#app/values/csv.ts";
import { onBothDatabases as dbTest } from "#tests/support/db.ts";
import { anInvoice, owner, theBusiness } from "#tests/support/factories.ts";
import { randomFrom } from "#tests/support/random.ts";
import { creditInvoice, voidInvoice } from "./correct.server.ts";
import { gstWithin } from "./model.ts";
import { recordPayment, reversePayment } from "./payments.server.ts";
import {
  addQuarters,
  quarterOf,
  spanOf,
  sumOf,
  accountantColumns,
  toReceiptRow,
  toSaleRow,
} from "./quarter.ts";
import { getFigures, markLodged } from "./quarter.server.ts";

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
  dbTest("has figures that add up over its quarters, and keeps those lodged", async ({ db }) => {
    await theBusiness(db);
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
      if (lodged.has(quarter)) expect({ issued, received, overpaid }).toEqual(lodged.get(quarter));
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
  });
});

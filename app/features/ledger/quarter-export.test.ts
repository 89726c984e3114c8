import { expect, describe } from "vitest";
import { asc, eq } from "drizzle-orm";
import { rowsToCsv } from "#app/values/csv.ts";
import { dbTest, onBothDatabases } from "#tests/support/db.ts";
import { anInvoice, aPayment, owner } from "#tests/support/factories.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { auditEntries, lodgedQuarters } from "#app/server/database/tables.server.ts";
import {
  spanOf,
  accountantColumns,
  myobCsv,
  toImportedLines,
  toReceiptRow,
  toSaleRow,
  xeroColumns,
} from "./quarter.ts";
import { getFigures, markLodged, getLodged } from "./quarter.server.ts";
import { recordPayment } from "./payments.server.ts";

const year = { from: "2026-01-01", before: "2027-01-01" };
const linesOf = (csv: string) => csv.slice(1).split("\r\n").slice(1, -1);

dbTest("the accountant's files name what is corrected, refunded and undone", async ({ db }) => {
  const { id } = await anInvoice(db, { total: 775_00 });
  const credit = { kind: "credit-note" as const, number: "CN-0001", creditsId: id };
  await anInvoice(db, { ...credit, total: 100_00, issuedOn: "2026-11-25" });
  const { id: reversesId } = await aPayment(db, { salesInvoiceId: id });
  await aPayment(db, { salesInvoiceId: id, amount: -775_00, reversesId });
  await aPayment(db, { salesInvoiceId: id, amount: -5_00, paidOn: "2026-12-01" });
  const { sales, receipts } = await getFigures(db, owner, year);
  expect(linesOf(rowsToCsv(accountantColumns, sales.map(toSaleRow)))).toEqual([
    "INV-0001,,,2026-11-21,Ada Client,775,70.45,0,,",
    "CN-0001,credit note,INV-0001,2026-11-25,Ada Client,-100,-9.09,0,,",
  ]);
  const notes = linesOf(rowsToCsv(accountantColumns, receipts.map(toReceiptRow)));
  expect(notes.map((line) => line.split(",")[1])).toEqual(["Payment", "Payment undone", "Refund"]);
});

dbTest("Xero and MYOB get a line for each line, in their columns", async ({ db }) => {
  const lines = [
    { text: "Lesson", amount: 95_00 },
    { text: "Online, overseas", amount: 80_00, gstFree: true as const },
  ];
  const { id } = await anInvoice(db, { total: 175_00, gst: 8_64, lines, buyerName: "Unit 7" });
  await anInvoice(db, { number: "INV-0002", voidedAt: new Date("2026-11-24T03:00:00Z") });
  const credit = { kind: "credit-note" as const, number: "CN-0001", creditsId: id, gst: null };
  const issuedOn = "2026-11-25";
  await anInvoice(db, { ...credit, total: 20_00, lines: [], title: "=Less", issuedOn });
  const { sales } = await getFigures(db, owner, year);
  expect(linesOf(rowsToCsv(xeroColumns, sales.flatMap(toImportedLines)))).toEqual([
    "Unit 7,ada@client.example,INV-0001,,21/11/2026,28/11/2026,Lesson,1,95,200,GST on Income",
    'Unit 7,ada@client.example,INV-0001,,21/11/2026,28/11/2026,"Online, overseas",1,80,200,GST Free Income',
    'Ada Client,ada@client.example,CN-0001,INV-0001,25/11/2026,25/11/2026,"=""=Less""",1,-20,200,BAS Excluded',
  ]);
  expect(linesOf(myobCsv(sales))).toEqual([
    "Unit 7,INV-0001,21/11/2026,X,Lesson,4-1000,95,GST,28/11/2026",
    'Unit 7,INV-0001,21/11/2026,X,"Online, overseas",4-1000,80,FRE,28/11/2026',
    "",
    'Ada Client,CN-0001,25/11/2026,X,"=""=Less""",4-1000,-20,N-T,25/11/2026',
    "",
  ]);
});

dbTest("a lodged quarter keeps its figures, and an undo counts when it is made", async ({ db }) => {
  const at = new Date("2026-05-10T02:00:00Z");
  const { id } = await anInvoice(db, { issuedOn: "2026-05-01", issuedAt: at });
  const given = { salesInvoiceId: id, paidOn: "2026-05-10" };
  const { id: reversesId } = await aPayment(db, { ...given, at });
  const lodge = (isLodged: boolean, now: Date) =>
    markLodged(db, owner, { quarter: "2026-2", isLodged }, now);
  expect(await lodge(true, at)).toEqual({ ok: false });
  const lodgedAt = new Date("2026-07-28T02:00:00Z");
  await lodge(true, lodgedAt);
  const undoneAt = new Date("2026-11-01T02:00:00Z");
  await lodge(true, undoneAt);
  await aPayment(db, { ...given, amount: -775_00, reversesId, at: undoneAt });
  const received = async (quarter: string) =>
    (await getFigures(db, owner, spanOf(quarter))).received;
  expect(await received("2026-2")).toMatchObject({ total: 775_00, gst: 70_45 });
  expect(await received("2026-4")).toMatchObject({ total: -775_00, gst: -70_45 });
  await lodge(false, undoneAt);
  expect(await received("2026-2")).toMatchObject({ total: 0, gst: 0 });
});

dbTest("what is overpaid and what has no GST is known of what came", async ({ db }) => {
  const lines = [
    { text: "Lesson", amount: 675_00 },
    { text: "Overseas", amount: 100_00, gstFree: true as const },
  ];
  const { id } = await anInvoice(db, { total: 775_00, gst: 61_36, lines });
  await aPayment(db, { salesInvoiceId: id, amount: 1000_00 });
  const figures = await getFigures(db, owner, year);
  expect(figures).toMatchObject({ overpaid: 225_00, issued: { gstFree: 100_00 } });
  expect(figures.received).toEqual({ total: 1000_00, gst: 61_36, gstFree: 100_00 });
  await aPayment(db, { salesInvoiceId: id, amount: -225_00 });
  expect((await getFigures(db, owner, year)).overpaid).toBe(0);
});

const at = new Date("2026-07-28T02:00:00Z");
const later = new Date("2026-08-03T02:00:00Z");

const mark = (db: Db, isLodged: boolean, now = at, quarter = "2026-2") =>
  markLodged(db, owner, { quarter, isLodged }, now);

const actions = async (db: Db) =>
  (await db.select().from(auditEntries).orderBy(asc(auditEntries.id))).map(({ action }) => action);

describe("a quarter that is marked as lodged", () => {
  onBothDatabases("by two tabs at once is so once, and stays so to a stale one", async ({ db }) => {
    const both = await Promise.all([mark(db, true), mark(db, true)]);
    expect(both).toEqual([{ ok: true }, { ok: true }]);
    expect(await mark(db, true, later)).toEqual({ ok: true });
    expect(await getLodged(db)).toEqual(new Map([["2026-2", at]]));
    expect(await actions(db)).toEqual(["marked as lodged"]);
  });

  onBothDatabases("is not any more, once, whoever takes it back", async ({ db }) => {
    await mark(db, true);
    await Promise.all([mark(db, false, later), mark(db, false, later)]);
    expect(await getLodged(db)).toEqual(new Map());
    expect(await actions(db)).toEqual(["marked as lodged", "marked as not lodged"]);
    await mark(db, true, later);
    expect(await getLodged(db)).toEqual(new Map([["2026-2", later]]));
  });

  onBothDatabases("has ended in Melbourne", async ({ db }) => {
    const [before, after] = ["2026-06-30T13:59:59Z", "2026-06-30T14:00:00Z"];
    expect(await mark(db, true, new Date(before))).toEqual({ ok: false });
    expect(await mark(db, true, new Date(after))).toEqual({ ok: true });
    expect(await mark(db, true, at, "2026-3")).toEqual({ ok: false });
    expect(await mark(db, true, at, "2031-1")).toEqual({ ok: false });
    expect(await db.$count(lodgedQuarters)).toBe(1);
  });

  onBothDatabases(
    "keeps its figures from a payment of its days that is typed later",
    async ({ db }) => {
      const { id: invoiceId } = await anInvoice(db, { issuedOn: "2026-05-01", issuedAt: at });
      const pay = (amount: number, now: Date) =>
        db.transaction((tx) =>
          recordPayment(
            tx,
            { invoiceId, paidOn: "2026-05-10", amount, method: "payid" },
            owner.email,
            now,
          ),
        );
      await pay(300_00, new Date("2026-07-01T02:00:00Z"));
      await Promise.all([mark(db, true), pay(75_00, later)]);
      const received = async (quarter: string) =>
        (await getFigures(db, owner, spanOf(quarter))).received.total;
      expect([await received("2026-2"), await received("2026-3")]).toEqual([300_00, 75_00]);
      await db.delete(lodgedQuarters).where(eq(lodgedQuarters.quarter, "2026-2"));
      expect([await received("2026-2"), await received("2026-3")]).toEqual([375_00, 0]);
    },
  );
});

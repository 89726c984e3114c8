import { asc, eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { auditEntries, lodgedQuarters } from "#app/server/database/tables.server.ts";
import { onBothDatabases as dbTest } from "#tests/support/db.ts";
import { anInvoice, owner } from "#tests/support/factories.ts";
import { recordPayment } from "./payments.server.ts";
import { getFigures, getLodged, markLodged } from "./quarter.server.ts";
import { spanOf } from "./quarter.ts";

const at = new Date("2026-07-28T02:00:00Z");
const later = new Date("2026-08-03T02:00:00Z");

const mark = (db: Db, isLodged: boolean, now = at, quarter = "2026-2") =>
  markLodged(db, owner, { quarter, isLodged }, now);

const actions = async (db: Db) =>
  (await db.select().from(auditEntries).orderBy(asc(auditEntries.id))).map(({ action }) => action);

describe("a quarter that is marked as lodged", () => {
  dbTest("by two tabs at once is so once, and stays so to a stale one", async ({ db }) => {
    const both = await Promise.all([mark(db, true), mark(db, true)]);
    expect(both).toEqual([{ ok: true }, { ok: true }]);
    expect(await mark(db, true, later)).toEqual({ ok: true });
    expect(await getLodged(db)).toEqual(new Map([["2026-2", at]]));
    expect(await actions(db)).toEqual(["marked as lodged"]);
  });

  dbTest("is not any more, once, whoever takes it back", async ({ db }) => {
    await mark(db, true);
    await Promise.all([mark(db, false, later), mark(db, false, later)]);
    expect(await getLodged(db)).toEqual(new Map());
    expect(await actions(db)).toEqual(["marked as lodged", "marked as not lodged"]);
    await mark(db, true, later);
    expect(await getLodged(db)).toEqual(new Map([["2026-2", later]]));
  });

  dbTest("has ended in Melbourne", async ({ db }) => {
    const [before, after] = ["2026-06-30T13:59:59Z", "2026-06-30T14:00:00Z"];
    expect(await mark(db, true, new Date(before))).toEqual({ ok: false });
    expect(await mark(db, true, new Date(after))).toEqual({ ok: true });
    expect(await mark(db, true, at, "2026-3")).toEqual({ ok: false });
    expect(await mark(db, true, at, "2031-1")).toEqual({ ok: false });
    expect(await db.$count(lodgedQuarters)).toBe(1);
  });

  dbTest("keeps its figures from a payment of its days that is typed later", async ({ db }) => {
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
  });
});

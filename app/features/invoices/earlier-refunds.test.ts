import { readFileSync } from "node:fs";
import { join } from "node:path";
import { asc } from "drizzle-orm";
import { describe, expect } from "vitest";
import { findRefunds } from "#app/features/dashboard/money-tasks.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { migrationsFolder } from "#app/server/database/migrations.server.ts";
import { refundAnswers } from "#app/server/database/tables.server.ts";
import { onBothDatabases as dbTest } from "#tests/support/db.ts";
import { anInvoice, aPayment, owner, theBusiness } from "#tests/support/factories.ts";
import { creditInvoice } from "./correct.server.ts";
import { undoPayment, recordPayment } from "./payments.server.ts";
import { findAccount } from "./queries.server.ts";
import { invoiceState } from "./model.ts";

/* Refunds without a purpose: those of earlier versions, and those that the card service reports. */

const day = (count: number) => new Date(`2026-11-${count}T01:00:00Z`);

/** What the update does to the rows of an earlier version. */
async function update(db: Db) {
  const path = join(migrationsFolder, "0046_answered-refunds.sql");
  await db.execute(readFileSync(path, "utf8"));
}

const answers = async (db: Db) =>
  (await db.select().from(refundAnswers).orderBy(asc(refundAnswers.paymentId))).map(
    ({ purpose }) => purpose,
  );

/** Of A$775, with these entries on the 21st and the days after. */
async function withEntries(db: Db, ...amounts: number[]) {
  const { id: salesInvoiceId } = await anInvoice(db);
  const entries = [];
  for (const [index, amount] of amounts.entries())
    entries.push(await aPayment(db, { salesInvoiceId, amount, at: day(21 + index), reason: "x" }));
  return { id: salesInvoiceId, entries };
}

const stateOf = async (db: Db, id: string) =>
  invoiceState((await findAccount(db, id))!, "2026-11-28");

const aCredit = (db: Db, creditsId: string, total: number, on: number) =>
  anInvoice(db, {
    kind: "credit-note",
    number: `CN-00${on}`,
    creditsId,
    total,
    gst: 0,
    issuedAt: day(on),
  });

describe("a refund of an earlier version, which nobody was asked about,", () => {
  dbTest("was of what had been paid too much, whatever is undone later", async ({ db }) => {
    const { id, entries } = await withEntries(db, 775_00, 50_00, -25_00);
    await update(db);
    expect(await answers(db)).toEqual(["overpaid"]);
    expect(await findAccount(db, id)).toMatchObject({ returned: 0 });
    const undo = { payment: entries[1]!.id, reason: "Another client's" };
    await undoPayment(db, owner, id, undo, day(27));
    expect(await stateOf(db, id)).toBe("part-paid");
  });

  dbTest("was called off where credit notes took off later what it had left", async ({ db }) => {
    const { id } = await withEntries(db, 775_00, -100_00, -50_00);
    await aCredit(db, id, 150_00, 26);
    await update(db);
    expect(await answers(db)).toEqual(["called-off", "called-off"]);
  });

  dbTest("is asked about where only a part was credited, or before it", async ({ db }) => {
    const { id } = await withEntries(db, 775_00, -100_00, -50_00);
    await aCredit(db, id, 100_00, 26);
    await update(db);
    expect(await answers(db)).toEqual(["called-off"]);
    expect((await findRefunds(db)).tasks).toMatchObject([
      { id, what: "Refunded A$50.00 on INV-0001: credit it?" },
    ]);
  });

  dbTest("is asked about where nothing says why, or was paid again since", async ({ db }) => {
    const { id, entries } = await withEntries(db, 775_00, -775_00, 775_00);
    await update(db);
    expect(await answers(db)).toEqual([]);
    expect(await stateOf(db, id)).toBe("paid");
    await undoPayment(db, owner, id, { payment: entries[2]!.id, reason: "Not hers" }, day(27));
    expect(await stateOf(db, id)).toBe("refunded");
  });

  dbTest("that was undone, or has its answer, is left alone", async ({ db }) => {
    const { id, entries } = await withEntries(db, 800_00, -25_00, -25_00);
    await db
      .insert(refundAnswers)
      .values({ paymentId: entries[1]!.id, purpose: "again", actor: owner.email });
    await undoPayment(db, owner, id, { payment: entries[2]!.id, reason: "A mistake" }, day(27));
    await update(db);
    expect(await answers(db)).toEqual(["again"]);
  });
});

describe("a refund that the card service reports", () => {
  const reported = (db: Db, invoiceId: string, amount: number, externalId: string) =>
    db.transaction((tx) =>
      recordPayment(
        tx,
        { invoiceId, paidOn: "2026-11-25", amount, method: "card", reason: "By card", externalId },
        "Card payments",
        day(25),
      ),
    );

  dbTest("is answered by the credit note that takes off what it left", async ({ db }) => {
    await theBusiness(db);
    const { id } = await withEntries(db, 775_00);
    await reported(db, id, -100_00, "re_1");
    const credit = (amount: number) =>
      creditInvoice(db, owner, id, { amount, reason: "A shorter party" }, day(26));
    await credit(40_00);
    expect(await answers(db)).toEqual([]);
    expect(await stateOf(db, id)).toBe("refunded");
    await credit(60_00);
    expect(await answers(db)).toEqual(["called-off"]);
    await reported(db, id, -30_00, "re_2");
    expect((await findRefunds(db)).tasks).toMatchObject([
      { what: "Refunded A$30.00 on INV-0001: credit it?" },
    ]);
  });
});

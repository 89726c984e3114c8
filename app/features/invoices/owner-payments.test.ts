import { expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { payments } from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { aPayment, anInvoice, owner } from "#tests/support/factories.ts";
import { recordTypedPayment, undoPayment } from "./payments.server.ts";

const NOW = new Date("2026-11-24T03:00:00Z");
const typed = { paidOn: "2026-11-24", amount: 300_00, method: "cash" } as const;

const record = (db: Db, id: string, form: { key: string; seenRest: number }, amount = 300_00) =>
  recordTypedPayment(db, owner, id, { ...typed, amount }, form, NOW);

onBoth("a form sent twice at once books once", async ({ db }) => {
  const { id } = await anInvoice(db);
  const form = { key: "a form", seenRest: 775_00 };
  const results = await Promise.all([record(db, id, form), record(db, id, form)]);
  expect(results.map(({ ok }) => ok)).toEqual([true, true]);
  expect(await db.$count(payments)).toBe(1);
});

dbTest("another form books another payment of the same amount", async ({ db }) => {
  const { id } = await anInvoice(db);
  await record(db, id, { key: "a form", seenRest: 775_00 });
  await record(db, id, { key: "the next", seenRest: 475_00 });
  expect(await db.$count(payments)).toBe(2);
});

dbTest("a form shown before other money came in books nothing", async ({ db }) => {
  const { id } = await anInvoice(db);
  await aPayment(db, { salesInvoiceId: id, amount: 775_00 });
  const result = await record(db, id, { key: "a form", seenRest: 775_00 });
  expect(result).toMatchObject({ ok: false, reason: "stale", account: { paid: 775_00 } });
  expect(await db.$count(payments)).toBe(1);
});

dbTest("an entry is undone on the page of its own invoice only", async ({ db }) => {
  const { id } = await anInvoice(db);
  const other = await anInvoice(db, { number: "INV-0002" });
  const { id: payment } = await aPayment(db, { salesInvoiceId: other.id });
  const undo = { payment, reason: "A mistake" };
  expect(await undoPayment(db, owner, id, undo, NOW)).toMatchObject({ reason: "not-found" });
  expect(await undoPayment(db, owner, other.id, undo, NOW)).toMatchObject({ ok: true });
});

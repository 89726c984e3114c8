import { lte } from "drizzle-orm";
import { expect } from "vitest";
import { getInvoiceHistory } from "#app/features/invoices/history.server.ts";
import { getReminderStatus } from "#app/features/reminders/pause.server.ts";
import { listInvoices } from "#app/features/invoices/lists.server.ts";
import { invoiceListShape } from "#app/features/invoices/lists.ts";
import { reminders } from "#app/server/database/tables.server.ts";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { loadSamples } from "#scripts/samples.ts";
import { dbTest } from "./support/db.ts";
import { owner } from "./support/factories.ts";

const NOW = new Date("2026-11-24T22:00:00Z");

dbTest("the demo's invoices have the history and the reminders of real ones", async ({ db }) => {
  await loadSamples(db, NOW);
  const list = readListQuery(new URLSearchParams(), invoiceListShape("all"));
  const { rows } = await listInvoices(db, owner, "all", list, NOW);
  const issued = rows.filter(({ number, kind }) => number && kind !== "credit-note");
  expect(issued.length).toBeGreaterThan(8);
  for (const { id, number, total, paid, voidedAt } of issued) {
    const { changes } = await getInvoiceHistory(db, owner, id);
    const actions = changes.map(({ action }) => action);
    expect([number, actions.at(-1)]).toEqual([number, "issued"]);
    expect([number, actions.includes("voided")]).toEqual([number, voidedAt !== null]);
    expect([number, actions.includes("recorded a payment for")]).toEqual([number, paid > 0]);
    const status = await getReminderStatus(db, owner, { kind: "invoice", id });
    const isOwed = paid < total && !voidedAt && !actions.includes("credited");
    expect([number, status !== null]).toEqual([number, isOwed]);
  }
});

dbTest("no reminder about an invoice is due when the demo begins", async ({ db }) => {
  await loadSamples(db, NOW);
  expect(await db.$count(reminders, lte(reminders.dueOn, melbourneDay(NOW)))).toBe(0);
});

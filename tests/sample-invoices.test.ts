import { isNotNull, lte } from "drizzle-orm";
import { expect } from "vitest";
import { getInvoiceHistory } from "#app/features/invoices/history.server.ts";
import { getReminderStatus } from "#app/features/reminders/plan.server.ts";
import { listInvoices } from "#app/features/ledger/lists.server.ts";
import { invoiceListShape } from "#app/features/ledger/lists.ts";
import {
  amebBookings,
  contactMessages,
  diaryEntries,
  emails,
  payments,
  quoteEvents,
  quotes,
  reminders,
  salesInvoices,
} from "#app/server/database/tables.server.ts";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { melbourneDay, wallTime } from "#app/values/calendar.ts";
import { loadSamples, writeSampleEmails } from "#scripts/samples.ts";
import { dbTest } from "./support/db.ts";
import { owner } from "./support/factories.ts";

const NOW = new Date("2026-11-24T22:00:00Z");

dbTest(
  "the demo's invoices have the history of real ones, and no reminder is due",
  async ({ db }) => {
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
      const status = await getReminderStatus(db, owner, { kind: "invoice", id }, NOW);
      const isOwed = paid < total && !voidedAt && !actions.includes("credited");
      expect([number, status !== null]).toEqual([number, isOwed]);
    }
    expect(await db.$count(reminders, lte(reminders.dueOn, melbourneDay(NOW)))).toBe(0);
  },
);

dbTest(
  "what the samples tell happened at hours at which people work, and was emailed",
  async ({ db }) => {
    // Half past three at night in Melbourne.
    const now = new Date("2026-11-24T16:30:00Z");
    await loadSamples(db, now);
    await writeSampleEmails(db);
    const told = [
      ...(await db.select().from(quotes)).flatMap((quote) => [
        quote.createdAt,
        quote.sentAt,
        quote.viewedAt,
        quote.acceptedAt,
        quote.rejectedAt,
      ]),
      ...(await db.select().from(quoteEvents)).map(({ at }) => at),
      ...(await db.select().from(salesInvoices)).map(({ issuedAt }) => issuedAt),
      ...(await db.select().from(payments)).map(({ at }) => at),
      ...(await db.select().from(contactMessages)).map(({ createdAt }) => createdAt),
      ...(await db.select().from(amebBookings)).map(({ createdAt }) => createdAt),
      ...(await db.select().from(diaryEntries)).map(({ createdAt }) => createdAt),
    ].filter((at) => at !== null);
    const isOdd = (at: Date) => at > now || !/ (0[89]|1\d):/.test(wallTime(at));
    expect(told.length).toBeGreaterThan(80);
    expect(told.filter(isOdd).map(wallTime)).toEqual([]);
    const sent = await db.select().from(emails);
    expect(sent.filter(({ state }) => state !== "sent")).toEqual([]);
    const emailed = new Set(
      sent.flatMap(({ quoteId, salesInvoiceId }) => [quoteId, salesInvoiceId]),
    );
    const issued = await db.select().from(salesInvoices).where(isNotNull(salesInvoices.dueOn));
    const asked = await db.select().from(quotes).where(isNotNull(quotes.sentAt));
    expect([...issued, ...asked].filter(({ id }) => !emailed.has(id))).toEqual([]);
  },
);

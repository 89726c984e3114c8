import { asc, eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { acceptOnBehalf } from "#app/features/quotes/decisions.server.ts";
import { followQuotes } from "#app/features/quotes/diary.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/rows.server.ts";
import { diaryEntries, emails, salesInvoices } from "#app/server/database/tables.server.ts";
import { onBothDatabases as dbTest } from "#tests/support/db.ts";
import { anEntry } from "#tests/support/diary.ts";
import { aQuote, owner, theBusiness } from "#tests/support/factories.ts";
import { finishAppointments } from "./finish.server.ts";
import { markNoShow } from "./mark.server.ts";
import { getSessionMoney, invoiceSession, listSessionsOf } from "./owner-invoices.server.ts";
import { invoiceLastMonth } from "./session-invoices.server.ts";

/** Lessons are on Thursday, 12 March 2026 at 10:00 am; they are done at 6:00 am on the next day. */
const FRIDAY = new Date("2026-03-12T19:00:00Z");
const FIRST = new Date("2026-03-31T19:00:00Z");

const invoices = (db: Db) => db.select().from(salesInvoices).orderBy(asc(salesInvoices.number));
const sent = (db: Db) => db.select().from(emails).where(eq(emails.kind, "invoice"));
const day = (count: string, given: object = {}) => {
  const startsAt = new Date(`2026-03-${count}T10:00:00+11:00`);
  return { startsAt, state: "done" as const, ...given };
};

describe("an invoice each", () => {
  dbTest("is issued and emailed when a session is done", async ({ db }) => {
    await theBusiness(db);
    const { id } = await anEntry(db, { student: "Mei Tan" });
    await finishAppointments(db, FRIDAY);
    const [invoice, ...others] = await invoices(db);
    expect(others).toEqual([]);
    const line = "Voice and piano, 60 minutes, Mei Tan, Thursday, 12 March 2026";
    expect(invoice).toMatchObject({
      kind: "other",
      number: "INV-0001",
      buyerName: "Ada Visitor",
      buyerEmail: "ada@visitor.example",
      title: "Voice and piano, 60 minutes on Thursday, 12 March 2026",
      lines: [{ text: line, amount: 95_00 }],
      total: 95_00,
      gst: null,
      issuedOn: "2026-03-13",
      dueOn: "2026-03-20",
    });
    expect(await sent(db)).toMatchObject([
      { recipient: "ada@visitor.example", salesInvoiceId: invoice!.id },
    ]);
    expect(await db.select().from(diaryEntries)).toMatchObject([
      { id, state: "done", salesInvoiceId: invoice!.id },
    ]);
  });

  dbTest.for<[at: string, hours: number]>([
    ["2026-03-12T19:00:00Z", 3],
    ["2026-03-12T22:00:00Z", 0],
    ["2026-03-13T03:00:00Z", 0],
  ])("of a session that is done at %s is emailed at nine or later", async ([at, hours], { db }) => {
    await theBusiness(db);
    await anEntry(db);
    await finishAppointments(db, new Date(at));
    const [job] = await rowsOf<{ hours: number }>(
      db,
      sql`select round(extract(epoch from start_after - created_on) / 3600)::int as hours
        from pgboss.job where name = 'letters'`,
    );
    expect(job).toEqual({ hours });
  });

  dbTest("is issued once by several processes, while events enter the diary", async ({ db }) => {
    await theBusiness(db);
    await anEntry(db);
    const quotes = await Promise.all(
      ["2026-06-20", "2026-06-21"].map((eventDate) =>
        aQuote(db, { slug: eventDate, eventDate, eventStart: "18:00" }),
      ),
    );
    const accepted = await Promise.all([
      ...quotes.map(({ id }) => acceptOnBehalf(db, owner, id, FRIDAY)),
      ...[1, 2, 3].flatMap(() => [
        finishAppointments(db, FRIDAY).then(() => ({ ok: true })),
        followQuotes(db, FRIDAY).then(() => ({ ok: true })),
      ]),
    ]);
    expect(accepted.map(({ ok }) => ok)).toEqual(accepted.map(() => true));
    expect((await invoices(db)).filter(({ kind }) => kind === "other")).toHaveLength(1);
    const entries = await db.select().from(diaryEntries).orderBy(asc(diaryEntries.startsAt));
    expect(entries.map(({ kind, state, version }) => `${kind} ${state} ${version}`)).toEqual([
      "appointment done 2",
      "event booked 1",
      "event booked 1",
    ]);
  });

  for (const [what, entry, business] of [
    ["without a price", { price: null }, {}],
    ["that is free", { price: 0 }, {}],
    ["without an email address", { clientEmail: null }, {}],
    ["while invoicing is off", {}, { invoicing: false }],
    ["while sessions are not invoiced", {}, { sessionInvoicing: "off" as const }],
    ["while they are gathered", {}, { sessionInvoicing: "monthly" as const }],
    ["that was cancelled late", { state: "cancelled" as const, cancelledLate: true }, {}],
  ] as const)
    dbTest(`is not issued for a session ${what}`, async ({ db }) => {
      await theBusiness(db, business);
      await anEntry(db, entry);
      await finishAppointments(db, FRIDAY);
      expect(await invoices(db)).toEqual([]);
      expect(await sent(db)).toEqual([]);
    });

  dbTest("is not issued for what was done before invoicing was switched on", async ({ db }) => {
    await anEntry(db);
    await finishAppointments(db, FRIDAY);
    await theBusiness(db);
    await finishAppointments(db, FRIDAY);
    expect(await invoices(db)).toEqual([]);
  });
});

describe("one on the first of the month", () => {
  const monthly = (db: Db) => theBusiness(db, { sessionInvoicing: "monthly" });

  dbTest("gathers each client's sessions of the month before", async ({ db }) => {
    await monthly(db);
    await anEntry(db, day("19", { clientEmail: "Ada@Visitor.example" }));
    await anEntry(db, day("12"));
    await anEntry(db, day("13", { clientName: "Bo Kim", clientEmail: "bo@kim.example" }));
    await anEntry(db, day("14", { state: "no-show" }));
    await invoiceLastMonth(db, FIRST);
    const line = (of: string) => ({ text: expect.stringContaining(of), amount: 95_00 });
    expect((await invoices(db)).toSorted((a, b) => b.total - a.total)).toMatchObject([
      {
        title: "Sessions in March 2026",
        total: 190_00,
        dueOn: "2026-04-08",
        lines: [line("Thursday, 12 March 2026"), line("Thursday, 19 March 2026")],
      },
      { buyerName: "Bo Kim", total: 95_00 },
    ]);
    expect(await sent(db)).toHaveLength(2);
  });

  dbTest.for<[at: string, hours: number]>([
    ["2026-03-12T19:00:00Z", 3],
    ["2026-03-12T22:00:00Z", 0],
    ["2026-03-13T03:00:00Z", 0],
  ])("of a session that is done at %s is emailed at nine or later", async ([at, hours], { db }) => {
    await theBusiness(db);
    await anEntry(db);
    await finishAppointments(db, new Date(at));
    const [job] = await rowsOf<{ hours: number }>(
      db,
      sql`select round(extract(epoch from start_after - created_on) / 3600)::int as hours
        from pgboss.job where name = 'letters'`,
    );
    expect(job).toEqual({ hours });
  });

  dbTest("is issued once by several processes", async ({ db }) => {
    await monthly(db);
    await anEntry(db, day("12"));
    await Promise.all([1, 2, 3].map(() => invoiceLastMonth(db, FIRST)));
    expect(await invoices(db)).toHaveLength(1);
  });

  for (const [when, now, count] of [
    ["before the last day's sessions are done", "2026-03-31T18:59:59Z", 0],
    ["on the first from six o'clock", "2026-03-31T19:00:00Z", 1],
    ["a week late, when nothing ran before", "2026-04-08T03:00:00Z", 1],
    ["in the middle of the month", "2026-04-15T03:00:00Z", 0],
  ] as const)
    dbTest(`${count === 0 ? "is not" : "is"} issued ${when}`, async ({ db }) => {
      await monthly(db);
      await anEntry(db, day("31"));
      await invoiceLastMonth(db, new Date(now));
      expect(await invoices(db)).toHaveLength(count);
    });
});

describe("the owner", () => {
  dbTest("invoices a no-show, once", async ({ db }) => {
    await theBusiness(db);
    const entry = await anEntry(db, { state: "no-show" });
    expect(await getSessionMoney(db, owner, entry)).toMatchObject({ canInvoice: true });
    const first = await invoiceSession(db, owner, entry.id, FRIDAY);
    const again = await invoiceSession(db, owner, entry.id, FRIDAY);
    expect(again).toEqual(first);
    expect(await invoices(db)).toMatchObject([
      { lines: [{ text: expect.stringMatching(/, not attended$/) }] },
    ]);
  });

  dbTest("does not invoice what is still to come, or was cancelled in time", async ({ db }) => {
    await theBusiness(db);
    for (const state of ["booked", "cancelled"] as const) {
      const { id } = await anEntry(db, { state });
      const result = await invoiceSession(db, owner, id, FRIDAY);
      expect(result).toEqual({ ok: false, reason: "not-due" });
      await db.delete(diaryEntries);
    }
  });

  dbTest("invoices it again once its invoice is void", async ({ db }) => {
    await theBusiness(db);
    const { id } = await anEntry(db, { state: "done" });
    await invoiceSession(db, owner, id, FRIDAY);
    await db.update(salesInvoices).set({ voidedAt: FRIDAY });
    expect(await invoiceSession(db, owner, id, FRIDAY)).toMatchObject({
      ok: true,
      invoice: { number: "INV-0002" },
    });
  });

  dbTest("sees of an invoice that nobody came after it was issued", async ({ db }) => {
    await theBusiness(db);
    const { id } = await anEntry(db);
    await finishAppointments(db, FRIDAY);
    await markNoShow(db, owner, { id }, FRIDAY);
    const [invoice] = await invoices(db);
    expect(await listSessionsOf(db, owner, invoice!.id)).toMatchObject([{ id, state: "no-show" }]);
    const [entry] = await db.select().from(diaryEntries);
    expect(await getSessionMoney(db, owner, entry!)).toMatchObject({
      invoice: { number: "INV-0001" },
      canInvoice: false,
    });
  });
});

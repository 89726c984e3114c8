import { asc, eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { saveBusinessDetails } from "#app/features/business/settings.server.tsx";
import { acceptOnBehalf } from "#app/features/quotes/decisions.server.ts";
import { followQuotes } from "#app/features/quotes/diary.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import { diaryEntries, payments, salesInvoices } from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { moneyOnBothDatabases as moneyOnBoth, moneyTest } from "#tests/support/money-test.ts";
import { anEntry } from "#tests/support/diary.ts";
import { aQuote, owner, theBusiness } from "#tests/support/factories.ts";
import { emailsOfKind } from "#tests/support/emails-of-kind.ts";
import { editEntry } from "./changes.server.tsx";
import { finishAppointments, markNoShow } from "./finish.server.ts";
import {
  invoiceSessions,
  listUninvoiced,
  getSessionMoney,
  invoiceSession,
  listSessionsOf,
  paySession,
} from "./session-invoices.server.ts";

/** Lessons are on Thursday, 12 March 2026 at 10:00 am; they are invoiced at 6:00 pm on the next day. */
const FRIDAY = new Date("2026-03-13T07:00:00Z");
const FIRST = new Date("2026-04-01T07:00:00Z");

/** What the clock does every hour. */
async function tick(db: Db, now: Date): Promise<void> {
  await finishAppointments(db, now);
  await invoiceSessions(db, now);
}

const invoices = (db: Db) => db.select().from(salesInvoices).orderBy(asc(salesInvoices.number));
const sent = (db: Db) => emailsOfKind(db, "invoice");
const day = (count: string, given: object = {}) => {
  const startsAt = new Date(`2026-03-${count}T10:00:00+11:00`);
  return { startsAt, state: "done" as const, ...given };
};

describe("an invoice each", () => {
  moneyTest("is issued and emailed in the evening of the day after a session", async ({ db }) => {
    const { id } = await anEntry(db, { student: "Mei Tan" });
    await tick(db, FRIDAY);
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
    ["2026-03-13T07:00:00Z", 0],
    ["2026-03-13T14:00:00Z", 8],
    ["2026-03-14T03:00:00Z", 0],
  ])(
    "that is issued at %s is emailed at nine in the morning or later",
    async ([at, hours], { db }) => {
      await theBusiness(db);
      await anEntry(db);
      await tick(db, new Date(at));
      const [job] = await rowsOf<{ hours: number }>(
        db,
        sql`select round(extract(epoch from start_after - created_on) / 3600)::int as hours
        from pgboss.job where name = 'letters'`,
      );
      expect(job).toEqual({ hours });
    },
  );

  moneyOnBoth(
    "is issued once by several processes, while events enter the diary",
    async ({ db }) => {
      await anEntry(db);
      const quotes = await Promise.all(
        ["2026-06-20", "2026-06-21"].map((eventDate) =>
          aQuote(db, { slug: eventDate, eventDate, eventStart: "18:00" }),
        ),
      );
      const accepted = await Promise.all([
        ...quotes.map(({ id }) => acceptOnBehalf(db, owner, id, FRIDAY)),
        ...[1, 2, 3].flatMap(() => [
          tick(db, FRIDAY).then(() => ({ ok: true })),
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
    },
  );

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
      await tick(db, FRIDAY);
      expect(await invoices(db)).toEqual([]);
      expect(await sent(db)).toEqual([]);
    });

  dbTest("is not issued by settings that were changed after they were read", async ({ db }) => {
    const { sessionsSince: _since, id: _id, updatedAt: _at, ...read } = await theBusiness(db);
    await anEntry(db, day("12"));
    const { version, ...details } = read;
    const monthly = { ...details, sessionInvoicing: "monthly" as const };
    let begun = 0;
    // The first transaction settles packages; the next one would issue.
    const transaction: Db["transaction"] = async (run) => {
      if (++begun === 2) await saveBusinessDetails(db, owner, version, monthly, FRIDAY);
      return db.transaction(run);
    };
    await invoiceSessions(Object.assign(Object.create(db), { transaction }) as Db, FRIDAY);
    expect(begun).toBe(2);
    expect(await invoices(db)).toEqual([]);
    await invoiceSessions(db, FIRST);
    expect(await invoices(db)).toMatchObject([{ title: "Sessions in March 2026" }]);
  });

  moneyTest("is not issued before six in the evening, nor once nobody came", async ({ db }) => {
    const { id } = await anEntry(db);
    await tick(db, new Date("2026-03-13T06:59:59Z"));
    expect(await invoices(db)).toEqual([]);
    await markNoShow(db, owner, { id }, FRIDAY);
    await tick(db, FRIDAY);
    expect(await invoices(db)).toEqual([]);
  });

  dbTest("is not issued for what was done before invoicing was switched on", async ({ db }) => {
    const { sessionsSince, id: _, updatedAt: __, version, ...set } = await theBusiness(db);
    expect(sessionsSince).toBeNull();
    const save = (invoicing: boolean, of: number) =>
      saveBusinessDetails(db, owner, of, { ...set, invoicing }, FRIDAY);
    await save(false, version);
    await anEntry(db);
    await tick(db, FRIDAY);
    expect(await save(true, version + 1)).toMatchObject({ ok: true });
    await tick(db, FRIDAY);
    expect(await invoices(db)).toEqual([]);
    expect(await listUninvoiced(db, owner, FIRST)).toEqual([]);
  });

  moneyTest("is issued however late, when nothing ran before", async ({ db }) => {
    await anEntry(db, day("12", { state: "booked" }));
    await tick(db, FIRST);
    expect(await invoices(db)).toMatchObject([{ issuedOn: "2026-04-01", total: 95_00 }]);
  });
});

describe("a session that is done and not invoiced", () => {
  moneyTest("by the clock is listed: without an email, or typed in afterwards", async ({ db }) => {
    const typed = await anEntry(db, day("11", { createdAt: FRIDAY }));
    const unsent = await anEntry(db, day("12", { clientEmail: null }));
    await anEntry(db, day("13"));
    await anEntry(db, day("14", { price: 0 }));
    await tick(db, FIRST);
    expect(await invoices(db)).toHaveLength(1);
    const left = await listUninvoiced(db, owner, FIRST);
    expect(left.map(({ id }) => id)).toEqual([typed.id, unsent.id]);
    await invoiceSession(db, owner, typed, FIRST);
    expect(await listUninvoiced(db, owner, FIRST)).toMatchObject([{ id: unsent.id }]);
  });

  moneyTest("yet is not listed while the clock has time for it", async ({ db }) => {
    await anEntry(db, day("12"));
    expect(await listUninvoiced(db, owner, FRIDAY)).toEqual([]);
    expect(await listUninvoiced(db, owner, new Date("2026-03-13T09:00:00Z"))).toHaveLength(1);
  });

  moneyTest("at another price than its invoice asks for says so", async ({ db }) => {
    const entry = await anEntry(db, day("12"));
    await tick(db, FRIDAY);
    const [invoiced] = await db.select().from(diaryEntries).where(eq(diaryEntries.id, entry.id));
    const money = await getSessionMoney(db, owner, { ...invoiced!, price: 50_00 });
    expect(money).toMatchObject({ invoiced: 95_00, canInvoice: false });
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
    await invoiceSessions(db, FIRST);
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

  onBoth("is issued once by several processes", async ({ db }) => {
    await monthly(db);
    await anEntry(db, day("12"));
    await Promise.all([1, 2, 3].map(() => invoiceSessions(db, FIRST)));
    expect(await invoices(db)).toHaveLength(1);
  });

  for (const [when, now, count] of [
    ["before six in the evening of the first", "2026-04-01T06:59:59Z", 0],
    ["from then on", "2026-04-01T07:00:00Z", 1],
    ["however late, when nothing ran before", "2026-05-15T03:00:00Z", 1],
  ] as const)
    dbTest(`${count === 0 ? "is not" : "is"} issued ${when}`, async ({ db }) => {
      await monthly(db);
      await anEntry(db, day("31"));
      await invoiceSessions(db, new Date(now));
      expect(await invoices(db)).toHaveLength(count);
    });

  dbTest(
    "waits until all sessions of the month are done, and is one for each month",
    async ({ db }) => {
      await monthly(db);
      await anEntry(db, day("12"));
      await anEntry(db, day("31", { state: "booked" }));
      const april = new Date("2026-04-09T10:00:00+10:00");
      await anEntry(db, { startsAt: april, state: "done" });
      await invoiceSessions(db, FIRST);
      expect(await invoices(db)).toEqual([]);
      await tick(db, new Date("2026-05-01T08:00:00Z"));
      expect(await invoices(db)).toMatchObject([
        { title: "Sessions in March 2026", total: 190_00 },
        { title: "Sessions in April 2026", total: 95_00 },
      ]);
    },
  );
});

describe("the owner", () => {
  moneyTest("invoices a no-show, once", async ({ db }) => {
    const entry = await anEntry(db, { state: "no-show" });
    expect(await getSessionMoney(db, owner, entry)).toMatchObject({ canInvoice: true });
    const first = await invoiceSession(db, owner, entry, FRIDAY);
    expect(await invoiceSession(db, owner, entry, FRIDAY)).toEqual(first);
    expect(await invoices(db)).toMatchObject([
      { lines: [{ text: expect.stringMatching(/, not attended$/) }] },
    ]);
  });

  moneyTest(
    "does not invoice at another price than the page of a stale tab showed",
    async ({ db }) => {
      const shown = await anEntry(db, { state: "done" });
      const fields = { price: 60_00 };
      const editing = {
        id: shown.id,
        version: shown.version,
        fields,
        over: [],
        tellsClient: false,
      };
      expect(await editEntry(db, owner, editing, FRIDAY)).toMatchObject({ ok: true });
      const stale = { ok: false, reason: "changed" };
      expect(await invoiceSession(db, owner, shown, FRIDAY)).toEqual(stale);
      expect(await paySession(db, owner, { ...shown, method: "cash" }, FRIDAY)).toEqual(stale);
      expect(await invoices(db)).toEqual([]);
      const now = { ...shown, version: shown.version + 1 };
      expect(await invoiceSession(db, owner, now, FRIDAY)).toMatchObject({
        ok: true,
        invoice: { total: 60_00 },
      });
    },
  );

  moneyTest("invoices once, and records what was paid once, of several tabs", async ({ db }) => {
    const entry = await anEntry(db, { state: "done" });
    const pressed = await Promise.all([
      invoiceSession(db, owner, entry, FRIDAY),
      paySession(db, owner, { ...entry, method: "cash" }, FRIDAY),
      paySession(db, owner, { ...entry, method: "payid" }, FRIDAY),
      invoiceSession(db, owner, entry, FRIDAY),
    ]);
    const [invoice, ...others] = await invoices(db);
    expect(others).toEqual([]);
    // Where the unpaid invoice came first, nobody is told that it was paid.
    const [, cash, payId] = pressed;
    const isPaid = (await db.$count(payments)) === 1;
    expect([cash!.ok, payId!.ok]).toEqual([isPaid, isPaid]);
    expect(invoice!.paid).toBe(isPaid ? 95_00 : 0);
  });

  moneyTest("is not told that a session is paid which was invoiced meanwhile", async ({ db }) => {
    const entry = await anEntry(db, { state: "done" });
    await invoiceSession(db, owner, entry, FRIDAY);
    const stale = await paySession(db, owner, { ...entry, method: "cash" }, FRIDAY);
    expect(stale).toEqual({ ok: false, reason: "changed" });
    expect(await invoices(db)).toMatchObject([{ paid: 0 }]);
  });

  moneyTest("does not invoice what is still to come, or was cancelled in time", async ({ db }) => {
    for (const state of ["booked", "cancelled"] as const) {
      const entry = await anEntry(db, { state });
      const result = await invoiceSession(db, owner, entry, FRIDAY);
      expect(result).toEqual({ ok: false, reason: "not-due" });
      await db.delete(diaryEntries);
    }
  });

  moneyTest("invoices it again once its invoice is void", async ({ db }) => {
    const entry = await anEntry(db, { state: "done" });
    await invoiceSession(db, owner, entry, FRIDAY);
    await db.update(salesInvoices).set({ voidedAt: FRIDAY });
    expect(await invoiceSession(db, owner, entry, FRIDAY)).toMatchObject({
      ok: true,
      invoice: { number: "INV-0002" },
    });
  });

  moneyTest("sees of an invoice that nobody came after it was issued", async ({ db }) => {
    const { id } = await anEntry(db);
    await tick(db, FRIDAY);
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

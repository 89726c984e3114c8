import { eq, asc } from "drizzle-orm";
import { describe, expect } from "vitest";
import { creditInvoice, voidInvoice } from "#app/features/ledger/corrections.server.ts";
import { refundOf } from "#app/features/packages/model.ts";
import { listPackages } from "#app/features/packages/sales.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  diaryEntries,
  emails,
  payments,
  salesInvoices,
} from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { anEntry, askedBy, minutesLater, THURSDAY_TEN, anAddition } from "#tests/support/diary.ts";
import { NOW, owner, theBusiness } from "#tests/support/factories.ts";
import { callOff, undoCallOff } from "./away.server.ts";
import { cancelAppointment, moveAppointment } from "./changes.server.tsx";
import { packageSentence, creditBalance } from "#app/features/diary/credits.server.ts";
import { declineRequest, finishAppointments } from "./finish.server.ts";
import { newToken } from "#app/features/diary/entries.server.ts";
import { asClient, asOwner, type Entry } from "#app/features/diary/model.ts";
import {
  invoiceSessions,
  paySession,
  invoiceTerm,
  settleCredits,
} from "./session-invoices.server.ts";
import { findHeldReminders } from "#app/features/invoices/reminder-plans.server.ts";
import { addAppointment } from "./book.server.ts";
import { addSeries } from "./series.server.ts";

/* Money that is handed over at the lesson, before it or after. */

dbTest(
  "a session that is paid ahead has a paid invoice, one receipt and no invoice later",
  async ({ db }) => {
    await theBusiness(db, { sessionInvoicing: "each" });
    const cash = { ...(await anEntry(db)), method: "cash" } as const;
    expect(await paySession(db, owner, cash, NOW)).toMatchObject({
      ok: true,
      invoice: { total: 95_00, paid: 95_00 },
    });
    expect(await paySession(db, owner, cash, NOW)).toMatchObject({ ok: true });
    const later = minutesLater(THURSDAY_TEN, 2 * 1_440);
    await finishAppointments(db, later);
    await invoiceSessions(db, later);
    expect(await db.$count(salesInvoices)).toBe(1);
    expect(await db.select().from(payments)).toMatchObject([{ amount: 95_00, method: "cash" }]);
    const told = await db.select().from(emails).where(eq(emails.recipient, "ada@visitor.example"));
    expect(told.map(({ kind }) => kind)).toEqual(["payment-receipt"]);
  },
);

describe("a session that is paid ahead and cancelled", () => {
  async function paidAhead(db: Db): Promise<Entry> {
    await theBusiness(db, { sessionInvoicing: "each" });
    const entry = await anEntry(db, { token: newToken() });
    await paySession(db, owner, { ...entry, method: "cash" }, NOW);
    return entry;
  }

  const packages = async (db: Db) =>
    (await listPackages(db, owner, "ada@visitor.example", NOW)).map(
      (sold) => `${sold.name}, ${sold.left} of ${sold.of} left, ${refundOf(sold) / 100} to refund`,
    );

  const nextWeek = minutesLater(THURSDAY_TEN, 7 * 1_440);

  dbTest("by the owner pays the next of its length, which has no invoice", async ({ db }) => {
    const { id } = await paidAhead(db);
    await cancelAppointment(db, asOwner(owner), { id }, minutesLater(THURSDAY_TEN, -60));
    expect(await packages(db)).toEqual(["1 x 60 min, 1 of 1 left, 95 to refund"]);
    const told = await db.select().from(emails).where(eq(emails.kind, "appointment-cancelled"));
    expect(told[0]!.text).toContain("so your next session of the same length is covered.");
    const next = await anEntry(db, { startsAt: nextWeek });
    const after = minutesLater(nextWeek, 2 * 1_440);
    await settleCredits(db, NOW);
    await finishAppointments(db, after);
    await invoiceSessions(db, after);
    expect(await packages(db)).toEqual(["1 x 60 min, 0 of 1 left, 0 to refund"]);
    expect(await db.$count(salesInvoices)).toBe(1);
    expect(next.salesInvoiceId).toBeNull();
  });

  dbTest("pays no other once all of it was credited", async ({ db }) => {
    const { id } = await paidAhead(db);
    await cancelAppointment(db, asOwner(owner), { id }, NOW);
    const [invoice] = await db.select().from(salesInvoices);
    const correction = { amount: 95_00, reason: "Refunded" };
    await creditInvoice(db, owner, invoice!.id, correction, NOW);
    await anEntry(db, { startsAt: nextWeek });
    await settleCredits(db, NOW);
    expect(await packages(db)).toEqual(["1 x 60 min, 1 of 1 left, 95 to refund"]);
  });

  dbTest("pays no session to come any more once all of it was credited", async ({ db }) => {
    const { id } = await paidAhead(db);
    await cancelAppointment(db, asOwner(owner), { id }, NOW);
    const held = await anEntry(db, { startsAt: nextWeek });
    await settleCredits(db, NOW);
    const creditOf = async () =>
      (await db.select().from(diaryEntries).where(eq(diaryEntries.id, held.id)))[0]!.creditId;
    expect(await creditOf()).not.toBeNull();
    const [invoice] = await db.select().from(salesInvoices);
    await creditInvoice(db, owner, invoice!.id, { amount: 95_00, reason: "Refunded" }, NOW);
    await settleCredits(db, NOW);
    expect(await creditOf()).toBeNull();
    const [gone] = await db.select().from(diaryEntries).where(eq(diaryEntries.id, id));
    expect(await packageSentence(db, gone!)).toBeNull();
  });

  dbTest("is worth what was kept of a price that was lowered", async ({ db }) => {
    const { id } = await paidAhead(db);
    await db.update(salesInvoices).set({ paid: 80_00, credited: 15_00 });
    await cancelAppointment(db, asOwner(owner), { id }, NOW);
    expect(await packages(db)).toEqual(["1 x 60 min, 1 of 1 left, 80 to refund"]);
  });

  dbTest("because its request was declined pays the next one too", async ({ db }) => {
    const { id } = await paidAhead(db);
    await db.update(diaryEntries).set({ state: "requested" });
    expect(await declineRequest(db, owner, { id }, NOW)).toMatchObject({ ok: true });
    expect(await packages(db)).toEqual(["1 x 60 min, 1 of 1 left, 95 to refund"]);
  });

  dbTest("late by its client stays paid, and in time does not", async ({ db }) => {
    const { id } = await paidAhead(db);
    const late = minutesLater(THURSDAY_TEN, -60);
    await cancelAppointment(db, asOwner(owner), { id, forClient: true }, late);
    expect(await packages(db)).toEqual([]);
    const other = await anEntry(db, { startsAt: nextWeek, token: newToken() });
    await paySession(db, owner, { ...other, method: "cash" }, NOW);
    await cancelAppointment(db, asClient, { token: other.token! }, NOW);
    expect(await packages(db)).toEqual(["1 x 60 min, 1 of 1 left, 95 to refund"]);
  });

  dbTest("is paid as before when that is undone with its day, even if used", async ({ db }) => {
    const { id } = await paidAhead(db);
    const next = await anEntry(db, { startsAt: nextWeek });
    const [entry] = await db.select().from(diaryEntries).where(eq(diaryEntries.id, id));
    const seen = { id, version: entry!.version };
    const over = askedBy({ overlaps: [{ ...entry!, entry: entry! }] });
    const [startsAt, endsAt] = [minutesLater(THURSDAY_TEN, -600), minutesLater(THURSDAY_TEN, 840)];
    const away = { kind: "away", title: "Ill", startsAt, endsAt, over } as const;
    const calling = { away, cancelled: [seen], moved: [], reason: "" };
    const called = await callOff(db, owner, calling, NOW);
    await settleCredits(db, NOW);
    const creditOf = async () =>
      (await db.select().from(diaryEntries).where(eq(diaryEntries.id, next.id)))[0]!.creditId;
    expect(await creditOf()).not.toBeNull();
    const undone = await undoCallOff(db, owner, called.ok ? called.entry.id : "", NOW);
    expect(undone).toEqual({ ok: true });
    expect([await creditOf(), await packages(db)]).toEqual([null, []]);
  });
});

dbTest("nothing is paid without a price, or while invoices are switched off", async ({ db }) => {
  const free = await anEntry(db, { price: 0 });
  const lesson = await anEntry(db, { startsAt: minutesLater(THURSDAY_TEN, 240) });
  const pay = (entry: { id: string; version: number }) =>
    paySession(db, owner, { ...entry, method: "cash" }, NOW);
  expect(await pay(lesson)).toMatchObject({ ok: false });
  await theBusiness(db);
  expect(await pay(free)).toEqual({ ok: false, reason: "not-due" });
  expect(await db.$count(salesInvoices)).toBe(0);
});

/* A term that is paid in advance: one invoice for its lessons, and what is cancelled in time made up. */

const week = 7 * 1_440;
const first = new Date("2026-03-16T05:00:00Z");
const starts = Array.from({ length: 4 }, (_, index) => minutesLater(first, index * week));

const aLessonAt = (startsAt: Date) =>
  anAddition({
    title: "Piano lesson",
    startsAt,
    endsAt: minutesLater(startsAt, 45),
    price: 75_00,
    clientName: "Nora Parent",
    clientEmail: "nora@parent.example",
    student: "Theo",
  });

async function aTerm(db: Db): Promise<Entry[]> {
  await theBusiness(db, { sessionInvoicing: "each" });
  const made = await addSeries(db, owner, { ...aLessonAt(first), starts, weeks: 1 }, NOW);
  return made.ok ? made.entries : [];
}

const invoices = (db: Db) => db.select().from(salesInvoices).orderBy(asc(salesInvoices.number));
const lessons = (db: Db) => db.select().from(diaryEntries).orderBy(asc(diaryEntries.startsAt));
const after = minutesLater(starts[3]!, 3 * 1_440);

async function tick(db: Db) {
  await finishAppointments(db, after);
  await invoiceSessions(db, after);
}

dbTest(
  "a term is one invoice, and none of its lessons becomes another, paid or not",
  async ({ db }) => {
    const [{ id, version }] = (await aTerm(db)) as [Entry];
    const seen = { id, version, count: 4 };
    expect(await invoiceTerm(db, owner, { ...seen, count: 3 }, NOW)).toMatchObject({ ok: false });
    const issued = await invoiceTerm(db, owner, seen, NOW);
    expect(issued).toMatchObject({
      invoice: {
        total: 300_00,
        title: "Piano lesson, 4 x 45 min",
        lines: [
          {
            text: "Piano lesson, 4 x 45 min, Theo, Monday, 16 March 2026 to Monday, 6 April 2026",
            amount: 300_00,
          },
        ],
      },
    });
    expect(await db.$count(emails, eq(emails.kind, "invoice"))).toBe(1);
    expect(await invoiceTerm(db, owner, seen, NOW)).toEqual({ ok: false, reason: "changed" });
    const says: (string | null)[] = [];
    for (const lesson of await lessons(db)) says.push(await packageSentence(db, lesson));
    const of = "From your package";
    expect(says).toEqual([...Array(3).fill(`${of} of 4`), `${of}: the last of 4`]);
    await tick(db);
    expect((await invoices(db)).length).toBe(1);
    const states = (await lessons(db)).map(
      ({ state, creditId }) => `${state} ${creditId !== null}`,
    );
    expect(states).toEqual(Array(4).fill("done true"));
  },
);

dbTest("it says from when until when, of lessons that were paid or moved too", async ({ db }) => {
  const [one, two] = (await aTerm(db)) as [Entry, Entry];
  await paySession(db, owner, { ...one, method: "cash" }, NOW);
  await moveAppointment(db, asOwner(owner), { id: two.id, start: after }, NOW);
  const issued = await invoiceTerm(db, owner, { ...one, count: 3 }, NOW);
  const text = "Piano lesson, 3 x 45 min, Theo, Monday, 30 March 2026 to Thursday, 9 April 2026";
  expect(issued).toMatchObject({ invoice: { lines: [{ text }] } });
});

dbTest("a lesson of it that is cancelled in time is one to make up", async ({ db }) => {
  const [one, two] = (await aTerm(db)) as [Entry, Entry];
  await invoiceTerm(db, owner, { id: one.id, version: one.version, count: 4 }, NOW);
  const [covered] = await lessons(db);
  await cancelAppointment(db, asClient, { token: two.token! }, NOW);
  expect(await creditBalance(db, covered!)).toMatchObject({ left: 1, of: 4 });
  const makeUp = await addAppointment(db, owner, aLessonAt(minutesLater(first, 1_440)), NOW);
  expect(makeUp).toMatchObject({ entry: { creditId: covered!.creditId } });
  expect(await creditBalance(db, covered!)).toMatchObject({ left: 0 });
  const held = async () => (await findHeldReminders(db, after)).map((some) => some.isCalledOff);
  expect(await held()).not.toContain(true);
  for (const { id } of await lessons(db)) await cancelAppointment(db, asOwner(owner), { id }, NOW);
  expect(await held()).toContain(true);
});

dbTest(
  "it begins with the lesson it was asked for, and ends when its invoice is void",
  async ({ db }) => {
    const [, , third] = (await aTerm(db)) as [Entry, Entry, Entry];
    const issued = await invoiceTerm(db, owner, { ...third, count: 2 }, NOW);
    expect(issued).toMatchObject({ invoice: { total: 150_00 } });
    const covered = (await lessons(db)).map(({ creditId }) => creditId !== null);
    expect(covered).toEqual([false, false, true, true]);
    await voidInvoice(db, owner, (await invoices(db))[0]!.id, "They pay each time", NOW);
    await tick(db);
    expect((await invoices(db)).map(({ total }) => total)).toEqual([
      150_00,
      ...Array(4).fill(75_00),
    ]);
  },
);

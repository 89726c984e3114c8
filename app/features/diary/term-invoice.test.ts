import { asc, eq } from "drizzle-orm";
import { expect } from "vitest";
import { voidInvoice } from "#app/features/invoices/correct.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries, emails, salesInvoices } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { anAddition, minutesLater } from "#tests/support/diary.ts";
import { NOW, owner, theBusiness } from "#tests/support/factories.ts";
import { addAppointment } from "./book.server.ts";
import { cancelAppointment } from "./changes.server.ts";
import { creditBalance } from "./credits.server.ts";
import { finishAppointments } from "./finish.server.ts";
import { asClient, type Entry } from "./model.ts";
import { addSeries } from "./series.server.ts";
import { invoiceSessions, invoiceTerm } from "./session-invoices.server.ts";

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
    await tick(db);
    expect((await invoices(db)).length).toBe(1);
    const states = (await lessons(db)).map(
      ({ state, creditId }) => `${state} ${creditId !== null}`,
    );
    expect(states).toEqual(Array(4).fill("done true"));
  },
);

dbTest("a lesson of it that is cancelled in time is one to make up", async ({ db }) => {
  const [one, two] = (await aTerm(db)) as [Entry, Entry];
  await invoiceTerm(db, owner, { id: one.id, version: one.version, count: 4 }, NOW);
  const [covered] = await lessons(db);
  await cancelAppointment(db, asClient, { token: two.token! }, NOW);
  expect(await creditBalance(db, covered!)).toMatchObject({ left: 1, of: 4 });
  const makeUp = await addAppointment(db, owner, aLessonAt(minutesLater(first, 1_440)), NOW);
  expect(makeUp).toMatchObject({ entry: { creditId: covered!.creditId } });
  expect(await creditBalance(db, covered!)).toMatchObject({ left: 0 });
});

dbTest(
  "it begins with the lesson it was asked for, and ends when its invoice is void",
  async ({ db }) => {
    const [, , third] = (await aTerm(db)) as [Entry, Entry, Entry];
    const issued = await invoiceTerm(db, owner, { ...third, count: 2 }, NOW);
    expect(issued).toMatchObject({ invoice: { total: 150_00 } });
    expect((await lessons(db)).map(({ creditId }) => creditId !== null)).toEqual([
      false,
      false,
      true,
      true,
    ]);
    await voidInvoice(db, owner, (await invoices(db))[0]!.id, "They pay each time", NOW);
    await tick(db);
    expect((await invoices(db)).map(({ total }) => total)).toEqual([
      150_00,
      ...Array(4).fill(75_00),
    ]);
  },
);

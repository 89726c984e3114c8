import { asc } from "drizzle-orm";
import { expect } from "vitest";
import { editEntry } from "#app/features/appointments/changes.server.tsx";
import { finishAppointments } from "#app/features/appointments/finish.server.ts";
import { appointmentReminders } from "#app/features/diary/reminders.server.ts";
import { canBeInvoiced } from "#app/features/diary/model.ts";
import { invoiceSessions } from "#app/features/appointments/session-invoices.server.ts";
import { invoiceReminders } from "#app/features/invoices/reminders.server.tsx";
import { quoteReminders } from "#app/features/quotes/sending.server.ts";
import { sendDueReminders } from "#app/features/reminders/send.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries, emails, salesInvoices } from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases } from "#tests/support/db.ts";
import { aLesson, anEntry } from "#tests/support/diary.ts";
import { NOW, owner, theBusiness } from "#tests/support/factories.ts";
import { acuityAppointments, acuityLine, importFile } from "#tests/support/imports.ts";
import { getImport } from "./queries.server.ts";
import { undoImport } from "./commands.server.ts";

/* It is Tuesday 10 March 2026, 1:00 pm in Melbourne; another lesson is on Thursday from 10:00 am. */

const title = "Voice and piano, 60 minutes";
const past = { day: "March 3, 2026", from: "10:00 am", until: "11:00 am", title };
const beside = { day: "March 12, 2026", from: "10:30 am", until: "11:30 am", title };
const ahead = { day: "March 13, 2026", from: "9:00 am", until: "10:00 am", title };
const file = acuityAppointments(...[past, beside, ahead].map(acuityLine));

const entries = (db: Db) =>
  db.select().from(diaryEntries).orderBy(asc(diaryEntries.startsAt), asc(diaryEntries.id));

onBothDatabases(
  "imported appointments stand in the diary, overlaps beside others",
  async ({ db }) => {
    const service = await aLesson(db, { changeNotice: 48 });
    const known = await anEntry(db);
    const { id, counts, overlaps } = await importFile(db, file);
    expect(counts).toEqual({ new: 3, known: 0, skipped: 0, unreadable: 0 });
    const what = "Thu 12 Mar, 10:30 am: Voice and piano, 60 minutes, Ines Osei";
    expect(overlaps).toEqual([{ line: 3, why: what }]);
    expect(await entries(db)).toMatchObject([
      {
        state: "done",
        price: null,
        clientName: "Ines Osei",
        ownerNote: "Hums",
        createdAt: new Date("2025-12-31T13:00:00Z"),
      },
      { id: known.id, firm: true },
      { state: "booked", firm: false },
      {
        state: "booked",
        firm: true,
        price: 95_00,
        serviceId: service.id,
        changeNotice: 48,
        placeDetails: "12 Sample Street, Kew",
        startsAt: new Date("2026-03-12T22:00:00Z"),
      },
    ]);
    const shown = await getImport(db, owner, id, NOW);
    expect(shown?.beside).toMatchObject([{ when: "Thu 12 Mar, 10:30 am" }]);
    const again = await importFile(db, file);
    expect(again.counts).toEqual({ new: 0, known: 3, skipped: 0, unreadable: 0 });
    expect(await db.$count(diaryEntries)).toBe(4);
  },
);

const later = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);

dbTest("nobody gets an email, a reminder or an invoice because of an import", async ({ db }) => {
  await theBusiness(db, { sessionsSince: later(-10_000), invoicingSince: later(-10_000) });
  await importFile(db, file);
  const sources = {
    quote: quoteReminders,
    invoice: invoiceReminders,
    appointment: appointmentReminders,
  };
  for (const hours of [1, 24, 48, 60, 72, 96, 120]) {
    await finishAppointments(db, later(hours));
    await invoiceSessions(db, later(hours));
    await sendDueReminders(db, sources, later(hours));
  }
  expect((await entries(db)).map(({ state }) => state)).toEqual(["done", "done", "done"]);
  expect(await db.$count(emails)).toBe(0);
  expect(await db.$count(salesInvoices)).toBe(0);
  // The owner may invoice those that were still to come; those before were paid elsewhere.
  expect((await entries(db)).map(canBeInvoiced)).toEqual([false, true, true]);
});

dbTest("an undone import leaves the session that was changed since", async ({ db }) => {
  const { id } = await importFile(db, file);
  const [, , last] = await entries(db);
  const change = {
    id: last!.id,
    version: 1,
    fields: { ownerNote: "Moved here" },
    tellsClient: false,
  };
  expect(await editEntry(db, owner, change, later(1))).toMatchObject({ ok: true });
  // The clock's own work is no change of hers.
  await finishAppointments(db, later(60));
  expect(await undoImport(db, owner, id, later(61))).toEqual({ removed: 2, stay: 1 });
  expect(await entries(db)).toMatchObject([{ id: last!.id }]);
});

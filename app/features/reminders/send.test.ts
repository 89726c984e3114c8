import { eq } from "drizzle-orm";
import { auditEntries, reminders } from "#app/server/database/tables.server.ts";
import { describe, expect } from "vitest";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { theBusiness } from "#tests/support/factories.ts";
import {
  aReminderRecord,
  atHour,
  eagerSource,
  aPlan,
  sendEager,
  sentSteps,
  stepStates,
  reminderDay,
} from "#tests/support/reminders.tsx";
import { addDays } from "#app/values/calendar.ts";
import { cancelReminders } from "./plan.server.ts";

describe("a planned reminder", () => {
  dbTest("goes out on its day, once, and stands in the activity log", async ({ db }) => {
    await theBusiness(db);
    const record = aReminderRecord();
    await aPlan(db, record, [{ step: "first", day: reminderDay }]);
    await sendEager(db, atHour(addDays(reminderDay, -1)));
    expect(await sentSteps(db, record)).toEqual([]);
    await sendEager(db, atHour(reminderDay));
    await sendEager(db, atHour(reminderDay, 11));
    await sendEager(db, atHour(addDays(reminderDay, 1)));
    expect(await sentSteps(db, record)).toEqual(["first"]);
    const log = await db.select().from(auditEntries);
    expect(log).toMatchObject([
      { actor: "Automatic reminders", action: "reminded", subjectId: record.id },
    ]);
  });

  dbTest("is not sent while invoicing is off, nor later when it is on again", async ({ db }) => {
    await theBusiness(db, { invoicing: false });
    const record = aReminderRecord();
    await aPlan(db, record, [{ step: "first", day: reminderDay }]);
    await sendEager(db, atHour(reminderDay));
    expect(await stepStates(db, record)).toEqual({ first: "skipped" });
  });

  dbTest("is not sent once its record no longer wants it", async ({ db }) => {
    await theBusiness(db);
    const record = aReminderRecord();
    await aPlan(db, record, [{ step: "first", day: reminderDay }]);
    await sendEager(db, atHour(reminderDay), { read: async () => null });
    await sendEager(db, atHour(reminderDay, 11));
    expect(await sentSteps(db, record)).toEqual([]);
    expect(await stepStates(db, record)).toEqual({ first: "skipped" });
  });

  dbTest("is not sent on a day on which its client had another email", async ({ db }) => {
    await theBusiness(db);
    const record = aReminderRecord();
    await aPlan(db, record, [{ step: "first", day: reminderDay }]);
    await sendEager(db, atHour(reminderDay));
    await aPlan(db, record, [{ step: "second", day: reminderDay }], atHour("2026-11-20"));
    await sendEager(db, atHour(reminderDay, 12));
    expect(await sentSteps(db, record)).toEqual(["first"]);
    expect(await stepStates(db, record)).toEqual({ first: "sent", second: "skipped" });
  });

  dbTest("does not go out after it was cancelled", async ({ db }) => {
    await theBusiness(db);
    const record = aReminderRecord();
    await aPlan(db, record, [{ step: "first", day: reminderDay }]);
    await db.transaction((tx) =>
      cancelReminders(tx, record.kind, [record.id], atHour("2026-11-21")),
    );
    await sendEager(db, atHour(reminderDay));
    expect(await sentSteps(db, record)).toEqual([]);
  });
});

describe("several processes", () => {
  onBoth("send each reminder once between them", async ({ db }) => {
    await theBusiness(db);
    const records = Array.from({ length: 30 }, aReminderRecord);
    for (const record of records)
      await aPlan(db, record, [
        { step: "first", day: addDays(reminderDay, -1) },
        { step: "second", day: reminderDay },
      ]);
    await Promise.all(Array.from({ length: 4 }, () => sendEager(db, atHour(reminderDay))));
    for (const record of records) expect(await sentSteps(db, record)).toEqual(["second"]);
    expect(await db.$count(reminders, eq(reminders.state, "skipped"))).toBe(30);
  });
});

describe("a record that fails", () => {
  dbTest("does not stop the others, and is tried again", async ({ db }) => {
    await theBusiness(db);
    const records = Array.from({ length: 5 }, aReminderRecord);
    const broken = records[2]!;
    for (const record of records) await aPlan(db, record, [{ step: "first", day: reminderDay }]);
    await sendEager(db, atHour(reminderDay), {
      read: async (tx, id, ...rest) => {
        if (id === broken.id) throw new Error("It cannot be read.");
        return eagerSource.read(tx, id, ...rest);
      },
    });
    for (const record of records)
      expect(await sentSteps(db, record)).toEqual(record === broken ? [] : ["first"]);
    expect(await stepStates(db, broken)).toEqual({ first: "wanted" });
    await sendEager(db, atHour(reminderDay, 11));
    expect(await sentSteps(db, broken)).toEqual(["first"]);
  });
});

import { describe, expect } from "vitest";
import { dbTest } from "#tests/support/db.ts";
import { theBusiness } from "#tests/support/factories.ts";
import {
  aReminderRecord,
  atHour,
  aPlan,
  sendEager,
  sentSteps,
  reminderDay,
} from "#tests/support/reminders.tsx";

describe("a new plan", () => {
  dbTest("replaces what was not sent, and takes only days that are ahead", async ({ db }) => {
    await theBusiness(db);
    const record = aReminderRecord();
    await aPlan(db, record, [
      { step: "first", day: "2026-11-22" },
      { step: "second", day: reminderDay },
      { step: "third", day: "2026-12-01" },
    ]);
    await sendEager(db, atHour("2026-11-22"));
    const now = atHour("2026-11-23");
    await aPlan(db, record, [{ step: "first", day: "2026-11-22" }], now);
    await aPlan(
      db,
      record,
      [
        { step: "first", day: "2026-11-22" },
        { step: "second", day: "2026-11-23" },
        { step: "third", day: "2026-11-26" },
      ],
      now,
    );
    for (const day of ["2026-11-23", reminderDay, "2026-11-26", "2026-12-01"])
      await sendEager(db, atHour(day));
    expect(await sentSteps(db, record)).toEqual(["first", "third"]);
  });

  dbTest("keeps what was planned for today already", async ({ db }) => {
    await theBusiness(db);
    const record = aReminderRecord();
    await aPlan(db, record, [{ step: "first", day: reminderDay }]);
    await aPlan(db, record, [{ step: "first", day: reminderDay }], atHour(reminderDay, 8));
    await sendEager(db, atHour(reminderDay, 9));
    expect(await sentSteps(db, record)).toEqual(["first"]);
  });

  dbTest("takes up again what an undone decision had cancelled", async ({ db }) => {
    await theBusiness(db);
    const record = aReminderRecord();
    const planned = [{ step: "first", day: reminderDay }];
    await aPlan(db, record, planned);
    await aPlan(db, record, []);
    await aPlan(db, record, planned);
    await sendEager(db, atHour(reminderDay));
    expect(await sentSteps(db, record)).toEqual(["first"]);
  });

  dbTest("does not send again what went out for the same day", async ({ db }) => {
    await theBusiness(db);
    const record = aReminderRecord();
    const planned = [{ step: "first", day: reminderDay }];
    await aPlan(db, record, planned);
    await sendEager(db, atHour(reminderDay));
    // A clock that was ahead when it was sent, and is right now.
    await aPlan(db, record, planned, atHour("2026-11-21"));
    await sendEager(db, atHour(reminderDay, 12));
    expect(await sentSteps(db, record)).toEqual(["first"]);
  });
});

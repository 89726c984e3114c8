import { describe, expect } from "vitest";
import { dbTest } from "#tests/support/db.ts";
import { theBusiness } from "#tests/support/factories.ts";
import {
  aReminderRecord,
  atHour,
  aPlan,
  sendEager,
  sentSteps,
  stepStates,
  reminderDay,
} from "#tests/support/reminders.tsx";
import { clockIn } from "#tests/support/time-zone.ts";
import { addDays, type Day } from "#app/values/calendar.ts";

describe("after five days without the process", () => {
  dbTest("each record has one email, the latest that was due", async ({ db }) => {
    await theBusiness(db);
    const [one, other] = [aReminderRecord(), aReminderRecord()];
    await aPlan(
      db,
      one,
      [
        { step: "five days ago", day: addDays(reminderDay, -5) },
        { step: "four days ago", day: addDays(reminderDay, -4) },
        { step: "yesterday", day: addDays(reminderDay, -1) },
      ],
      atHour(addDays(reminderDay, -6)),
    );
    await aPlan(
      db,
      other,
      [
        { step: "five days ago", day: addDays(reminderDay, -5) },
        { step: "three days ago", day: addDays(reminderDay, -3) },
      ],
      atHour(addDays(reminderDay, -6)),
    );
    await sendEager(db, atHour(reminderDay));
    await sendEager(db, atHour(reminderDay, 12));
    await sendEager(db, atHour(addDays(reminderDay, 1)));
    expect(await sentSteps(db, one)).toEqual(["yesterday"]);
    expect(await sentSteps(db, other)).toEqual(["three days ago"]);
    expect(await stepStates(db, one)).toEqual({
      "five days ago": "skipped",
      "four days ago": "skipped",
      yesterday: "sent",
    });
  });

  dbTest("nothing older than three days is sent", async ({ db }) => {
    await theBusiness(db);
    const record = aReminderRecord();
    await aPlan(
      db,
      record,
      [{ step: "old", day: addDays(reminderDay, -4) }],
      atHour(addDays(reminderDay, -6)),
    );
    await sendEager(db, atHour(reminderDay));
    expect(await stepStates(db, record)).toEqual({ old: "skipped" });
  });
});

/** Midnight in Melbourne is at 13:00 or 14:00 UTC the day before; clocks change at two or three. */
const firstMinutes: [string, Day, string][] = [
  ["a winter's day", "2026-07-01", "2026-06-30T23:00:00Z"],
  ["a summer's day", "2026-11-24", "2026-11-23T22:00:00Z"],
  ["the day on which daylight saving begins", "2026-10-04", "2026-10-03T22:00:00Z"],
  ["the day on which daylight saving ends", "2027-04-04", "2027-04-03T23:00:00Z"],
];

describe("nine o'clock", () => {
  for (const zone of ["UTC", "America/New_York", "Pacific/Kiritimati"])
    dbTest.for(firstMinutes)(
      `begins %s in Melbourne, with the clock of ${zone}`,
      async ([, day, first], { db }) => {
        clockIn(zone);
        await theBusiness(db);
        const record = aReminderRecord();
        await aPlan(db, record, [{ step: "first", day }], atHour(addDays(day, -5)));
        const nine = new Date(first);
        await sendEager(db, new Date(nine.getTime() - 1));
        expect(await sentSteps(db, record)).toEqual([]);
        await sendEager(db, nine);
        expect(await sentSteps(db, record)).toEqual(["first"]);
      },
    );

  dbTest("is waited for after an outage that ends at night", async ({ db }) => {
    await theBusiness(db);
    const record = aReminderRecord();
    await aPlan(db, record, [{ step: "first", day: addDays(reminderDay, -1) }]);
    await sendEager(db, atHour(reminderDay, 3));
    expect(await sentSteps(db, record)).toEqual([]);
    await sendEager(db, atHour(reminderDay, 9));
    expect(await sentSteps(db, record)).toEqual(["first"]);
  });
});

describe("a clock that is set back", () => {
  dbTest("sends nothing a second time", async ({ db }) => {
    await theBusiness(db);
    const record = aReminderRecord();
    await aPlan(db, record, [
      { step: "first", day: reminderDay },
      { step: "second", day: addDays(reminderDay, 4) },
    ]);
    await sendEager(db, atHour(addDays(reminderDay, 2)));
    for (const days of [-3, 0, 1, 2]) await sendEager(db, atHour(addDays(reminderDay, days)));
    expect(await sentSteps(db, record)).toEqual(["first"]);
    await sendEager(db, atHour(addDays(reminderDay, 4)));
    expect(await sentSteps(db, record)).toEqual(["first", "second"]);
  });
});

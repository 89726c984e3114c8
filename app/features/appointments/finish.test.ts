import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries, emails } from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { anEntry, loggedActions, minutesLater, THURSDAY_TEN } from "#tests/support/diary.ts";
import { unfinished } from "#app/server/jobs/maintenance.server.ts";
import { finishAppointments } from "./finish.server.ts";

const DAY = 1440;
const later = (minutes: number) => minutesLater(THURSDAY_TEN, minutes);
const entries = (db: Db) => db.select().from(diaryEntries).orderBy(diaryEntries.startsAt);

describe("the time", () => {
  // 10:00 to 11:00 on Thursday; Friday 6:00 is 20 hours after its start.
  dbTest.for([
    [20 * 60 - 1 / 60, "booked"],
    [20 * 60, "done"],
  ] as const)("%d minutes after its start a session is %s", async ([minutes, state], { db }) => {
    await anEntry(db);
    await finishAppointments(db, later(minutes));
    expect(await entries(db)).toMatchObject([{ state }]);
  });

  dbTest("finishes a session that ends at midnight with its own day", async ({ db }) => {
    await anEntry(db, { startsAt: later(13 * 60) });
    await finishAppointments(db, later(20 * 60));
    expect(await entries(db)).toMatchObject([{ state: "done" }]);
  });

  dbTest("finishes it at six in the week in which clocks change", async ({ db }) => {
    // Saturday 4 April 2026, 10:00 am AEDT; Sunday 6:00 am AEST is an hour later than otherwise.
    const startsAt = new Date("2026-04-03T23:00:00Z");
    await anEntry(db, { startsAt });
    await finishAppointments(db, new Date("2026-04-04T19:59:59Z"));
    expect(await entries(db)).toMatchObject([{ state: "booked" }]);
    await finishAppointments(db, new Date("2026-04-04T20:00:00Z"));
    expect(await entries(db)).toMatchObject([{ state: "done" }]);
  });

  onBoth("finishes each once, however many processes ask", async ({ db }) => {
    await anEntry(db);
    await anEntry(db, { startsAt: later(120) });
    await Promise.all([1, 2, 3].map(() => finishAppointments(db, later(2 * DAY))));
    expect(await loggedActions(db)).toEqual(["The diary finished", "The diary finished"]);
  });

  dbTest("finishes many in parts, each committed by itself", async ({ db }) => {
    for (let count = 0; count < 25; count++) await anEntry(db, { startsAt: later(-count * DAY) });
    const done = async () => (await entries(db)).filter(({ state }) => state === "done").length;
    const parts: unknown[] = [];
    for (let part = 0; part < 3; part++)
      parts.push([await finishAppointments(db, later(2 * DAY), 10), await done()]);
    expect(parts).toEqual([
      [unfinished, 10],
      [unfinished, 20],
      [null, 25],
    ]);
  });

  dbTest("leaves what is no appointment, and what was cancelled, as it is", async ({ db }) => {
    await anEntry(db, { kind: "block" });
    await anEntry(db, { state: "cancelled", startsAt: later(120) });
    await finishAppointments(db, later(2 * DAY));
    expect(await loggedActions(db)).toEqual([]);
  });

  describe("of a request that nobody answers", () => {
    const asked = (db: Db, minutes: number, given = {}) =>
      anEntry(db, { state: "requested", createdAt: later(minutes), ...given });

    dbTest("declines it a day before its start", async ({ db }) => {
      await asked(db, -7 * DAY);
      await asked(db, -7 * DAY, { firm: false, spamReason: "trap" });
      await finishAppointments(db, later(-DAY - 1));
      expect(await loggedActions(db)).toEqual([]);
      await finishAppointments(db, later(-DAY));
      expect(await loggedActions(db)).toEqual(["The diary declined"]);
      expect((await entries(db)).filter(({ declined }) => declined)).toMatchObject([
        { state: "cancelled", cancelledBy: null },
      ]);
    });

    dbTest("leaves the owner half of a shorter notice", async ({ db }) => {
      await asked(db, -20 * 60);
      await finishAppointments(db, later(-10 * 60 - 1));
      expect(await loggedActions(db)).toEqual([]);
      await finishAppointments(db, later(-10 * 60));
      expect(await loggedActions(db)).toEqual(["The diary declined"]);
    });

    dbTest("declines it before its start, however late it came", async ({ db }) => {
      await asked(db, -61);
      await finishAppointments(db, later(-60));
      expect(await loggedActions(db)).toEqual(["The diary declined"]);
    });

    dbTest("tells the owner a day before that, once", async ({ db }) => {
      const { id } = await asked(db, -7 * DAY);
      const told = () => db.select().from(emails).where(eq(emails.appointmentId, id));
      await finishAppointments(db, later(-2 * DAY - 1));
      expect(await told()).toEqual([]);
      for (const hours of [0, 1]) await finishAppointments(db, later(-2 * DAY + hours * 60));
      expect(await told()).toMatchObject([
        { kind: "appointment-notice", recipient: "hello@breath-and-key.example", invitation: null },
      ]);
      expect(await entries(db)).toMatchObject([{ version: 1 }]);
    });

    dbTest("does not tell her of one that has only just come", async ({ db }) => {
      await asked(db, -2 * DAY + 1);
      await finishAppointments(db, later(-2 * DAY + 60));
      expect(await db.$count(emails)).toBe(0);
    });
  });

  dbTest("lets go of what was held too long", async ({ db }) => {
    await anEntry(db, { state: "held", heldUntil: later(-60) });
    await finishAppointments(db, later(-61));
    expect(await entries(db)).toMatchObject([{ state: "held" }]);
    await finishAppointments(db, later(-60));
    expect(await entries(db)).toMatchObject([{ state: "cancelled" }]);
  });
});

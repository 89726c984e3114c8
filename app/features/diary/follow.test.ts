import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { auditEntries, diaryEntries } from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { anEntry, minutesLater, THURSDAY_TEN } from "#tests/support/diary.ts";
import { aBooking, aQuote, NOW } from "#tests/support/factories.ts";
import {
  type FollowedRecord,
  followRecord,
  overlapsOf,
  type WantedEntry,
} from "./follow.server.ts";

const later = (minutes: number) => minutesLater(THURSDAY_TEN, minutes);
const wedding: WantedEntry = {
  startsAt: later(60),
  endsAt: later(240),
  busyFrom: later(0),
  busyUntil: later(300),
  title: "Wedding",
  placeDetails: "Heide",
  clientName: "Ada Client",
};
const follow = (db: Db, source: FollowedRecord, wanted: WantedEntry | null) =>
  db.transaction((tx) => followRecord(tx, source, wanted, NOW));
const eventOf = async (db: Db): Promise<FollowedRecord> => ({
  kind: "event",
  quoteId: (await aQuote(db)).id,
});
const entries = (db: Db) => db.select().from(diaryEntries);

describe("the diary follows a record", () => {
  dbTest("from when it has a time until it has none, in one entry", async ({ db }) => {
    const source = await eventOf(db);
    await follow(db, source, null);
    expect(await entries(db)).toEqual([]);
    await follow(db, source, wedding);
    expect(await entries(db)).toMatchObject([
      { ...wedding, kind: "event", state: "booked", firm: true },
    ]);
    await follow(db, source, { ...wedding, title: "Garden wedding" });
    await follow(db, source, null);
    await follow(db, source, null);
    expect(await entries(db)).toMatchObject([
      { title: "Garden wedding", state: "cancelled", version: 3 },
    ]);
    await follow(db, source, wedding);
    expect(await entries(db)).toMatchObject([
      { title: "Wedding", state: "booked", cancelledAt: null, version: 4 },
    ]);
  });

  dbTest("without a word when nothing has changed", async ({ db }) => {
    const source = await eventOf(db);
    for (const _ of [1, 2, 3]) await follow(db, source, wedding);
    expect(await entries(db)).toMatchObject([{ version: 1 }]);
    expect(await db.$count(auditEntries)).toBe(1);
  });

  dbTest(
    "over another entry too, but then keeps nobody away until that is gone",
    async ({ db }) => {
      const source = await eventOf(db);
      const lesson = await anEntry(db, { startsAt: later(240) });
      const isFirm = async () => {
        await follow(db, source, wedding);
        return (await entries(db)).find(({ kind }) => kind === "event")?.firm;
      };
      expect(await isFirm()).toBe(false);
      const time = { from: later(0), until: later(300) };
      expect(await overlapsOf(db, source, time, NOW)).toMatchObject([{ entry: { id: lesson.id } }]);
      await db.update(diaryEntries).set({ state: "cancelled" });
      expect(await isFirm()).toBe(true);
    },
  );

  dbTest("for the exam and the rehearsal of a booking apart", async ({ db }) => {
    const { id: amebBookingId } = await aBooking(db);
    const exam = { startsAt: later(0), endsAt: later(30), title: "Grade 5" };
    const rehearsal = { startsAt: later(60), endsAt: later(90), title: "Rehearsal" };
    await follow(db, { kind: "exam", amebBookingId }, exam);
    await follow(db, { kind: "rehearsal", amebBookingId }, rehearsal);
    await follow(db, { kind: "exam", amebBookingId }, null);
    const shown = (await entries(db)).map(({ kind, state }) => `${kind} ${state}`);
    expect(shown.toSorted()).toEqual(["exam cancelled", "rehearsal booked"]);
  });

  onBoth("once when two processes follow it at once", async ({ db }) => {
    const source = await eventOf(db);
    await Promise.all([1, 2, 3].map(() => follow(db, source, wedding)));
    expect(await entries(db)).toHaveLength(1);
  });
});

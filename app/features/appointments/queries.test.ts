import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { busyTimes, diaryEntries } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { anEntry, aSource, minutesLater, THURSDAY_TEN } from "#tests/support/diary.ts";
import { aBooking, aQuote, NOW, owner } from "#tests/support/factories.ts";
import { marksOf } from "#app/routes/admin/diary/parts.tsx";
import {
  isClash,
  listClashes,
  listRequests,
  listSuspectedBookings,
  readDiary,
} from "./queries.server.ts";

const later = (minutes: number) => minutesLater(THURSDAY_TEN, minutes);
const thatWeek = { from: "2026-03-09", until: "2026-03-15" };
const read = (db: Db, range = thatWeek) => readDiary(db, owner, range, NOW);

describe("the diary shows", () => {
  dbTest("whose an appointment is, and what", async ({ db }) => {
    const { id } = await anEntry(db, { student: "Bo Visitor" });
    expect(await read(db)).toMatchObject([
      {
        key: id,
        title: "Bo Visitor",
        detail: "Voice and piano, 60 minutes",
        state: "booked",
        clashes: false,
        to: `/admin/diary/${id}`,
      },
    ]);
  });

  dbTest("events and exams with the way to their records", async ({ db }) => {
    const quote = await aQuote(db);
    const booking = await aBooking(db, {});
    await anEntry(db, { kind: "event", quoteId: quote.id });
    await anEntry(db, { kind: "exam", amebBookingId: booking.id, startsAt: later(120) });
    expect((await read(db)).map(({ to }) => to)).toEqual([
      `/admin/quotes/${quote.id}`,
      `/admin/ameb-bookings/${booking.id}`,
    ]);
  });

  dbTest("online sessions ahead that have no link yet", async ({ db }) => {
    const online = { place: "online", placeDetails: "" } as const;
    await anEntry(db, online);
    await anEntry(db, { startsAt: later(120), ...online, placeDetails: "https://meet.example/1" });
    await anEntry(db, { startsAt: later(240), ...online, state: "done" });
    const marks = (await read(db)).map((item) => marksOf(item).map(({ text }) => text));
    expect(marks).toEqual([["No link yet"], [], []]);
  });

  dbTest(
    "times of other calendars, by the calendar's name where they have none",
    async ({ db }) => {
      const { id: sourceId } = await aSource(db);
      const time = { sourceId, startsAt: THURSDAY_TEN, endsAt: later(30) };
      await db.insert(busyTimes).values([{ ...time, summary: "Dentist" }]);
      expect(await read(db)).toMatchObject([
        { kind: "busy", state: null, title: "Dentist", detail: "Family", to: null },
      ]);
    },
  );

  dbTest("nothing that was cancelled, may be spam, or is no longer held", async ({ db }) => {
    await anEntry(db, { state: "cancelled" });
    await anEntry(db, { state: "requested", firm: false, spamReason: "trap" });
    await anEntry(db, { state: "held", heldUntil: minutesLater(NOW, -1) });
    expect(await read(db)).toEqual([]);
  });

  dbTest("what began before the first day and goes on", async ({ db }) => {
    const away = { startsAt: later(-7 * 1440), endsAt: later(1440) };
    await anEntry(db, { kind: "away", ...away, busyFrom: away.startsAt, busyUntil: away.endsAt });
    expect(await read(db)).toHaveLength(1);
  });

  dbTest("both of two that clash", async ({ db }) => {
    await anEntry(db);
    await anEntry(db, { kind: "event", firm: false, startsAt: later(30) });
    expect((await read(db)).map(({ clashes }) => clashes)).toEqual([true, true]);
  });

  for (const kind of ["appointment", "block", "away"] as const)
    dbTest(`as no clash what the owner has put over another: ${kind}`, async ({ db }) => {
      const lesson = await anEntry(db);
      const over = await anEntry(db, { kind, firm: false, startsAt: later(30) });
      expect((await read(db)).map(({ clashes }) => clashes)).toEqual([false, false]);
      expect(await listClashes(db, owner, NOW)).toEqual([]);
      for (const entry of [lesson, over]) expect(await isClash(db, owner, entry)).toBe(false);
    });
});

dbTest("clashes ahead are those that still overlap something", async ({ db }) => {
  const first = await anEntry(db);
  const over = await anEntry(db, { kind: "event", firm: false, startsAt: later(30) });
  await anEntry(db, { kind: "event", firm: false, startsAt: later(1440) });
  expect((await listClashes(db, owner, NOW)).map(({ id }) => id)).toEqual([over.id]);
  await db.update(diaryEntries).set({ state: "cancelled" }).where(eq(diaryEntries.id, first.id));
  expect(await listClashes(db, owner, NOW)).toEqual([]);
});

dbTest("requests wait apart from what may be spam", async ({ db }) => {
  const asked = await anEntry(db, { state: "requested" });
  await anEntry(db, { state: "requested", startsAt: minutesLater(NOW, -60) });
  const suspected = await anEntry(db, { state: "requested", firm: false, spamReason: "trap" });
  expect((await listRequests(db, owner, NOW)).map(({ id }) => id)).toEqual([asked.id]);
  expect((await listSuspectedBookings(db, owner)).map(({ id }) => id)).toEqual([suspected.id]);
});

import ICAL from "ical.js";
import { expect } from "vitest";
import { bookingEvents, followBookings } from "#app/features/ameb/diary.server.ts";
import { setAmebStatus } from "#app/features/ameb/commands.server.tsx";
import { acceptOnBehalf, reverseDecision } from "#app/features/quotes/decisions.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { amebBookings } from "#app/server/database/tables.server.ts";
import { type CalendarEvent, calendarFile } from "#app/values/icalendar.ts";
import { dbTest } from "#tests/support/db.ts";
import { anEntry, minutesLater, THURSDAY_TEN } from "#tests/support/diary.ts";
import { aBooking, aQuote, NOW, owner } from "#tests/support/factories.ts";
import { parseCalendar } from "#tests/support/icalendar.ts";
import { listDiaryEvents } from "./calendar.server.ts";

const day = 1440;
const later = (minutes: number) => minutesLater(THURSDAY_TEN, minutes);

async function feedOf(db: Db, now = NOW, standing: CalendarEvent[] = []) {
  const listed = await listDiaryEvents(db, { since: "2026-01-01", now, standing });
  const file = calendarFile("Diary", listed, "site.example");
  const events = parseCalendar(file);
  // Another reader understands it too.
  const read = new ICAL.Component(ICAL.parse(file)).getAllSubcomponents("vevent");
  expect(read.map((event) => new ICAL.Event(event).uid)).toEqual(events.map(({ UID }) => UID));
  return events;
}

dbTest("the calendar has appointments, own times and days away", async ({ db }) => {
  await anEntry(db, { version: 3, updatedAt: NOW, placeDetails: "12 Sample Street, Kew" });
  await anEntry(db, { startsAt: later(day), state: "requested" });
  await anEntry(db, {
    startsAt: later(2 * day),
    kind: "block",
    title: "Dentist",
    clientName: null,
  });
  const midnight = new Date("2026-03-19T13:00:00Z");
  const away = { startsAt: midnight, endsAt: minutesLater(midnight, 3 * day) };
  const busy = { busyFrom: away.startsAt, busyUntil: away.endsAt };
  await anEntry(db, { ...away, ...busy, kind: "away", title: "Away", clientName: null });
  expect(await feedOf(db)).toMatchObject([
    {
      SUMMARY: "Voice and piano, 60 minutes, Ada Visitor",
      SEQUENCE: "3",
      "LAST-MODIFIED": "20260310T020000Z",
      STATUS: "CONFIRMED",
      LOCATION: "12 Sample Street, Kew",
      start: THURSDAY_TEN.toISOString(),
      end: later(60).toISOString(),
    },
    { SUMMARY: "Voice and piano, 60 minutes, Ada Visitor (not booked yet)", STATUS: "TENTATIVE" },
    { SUMMARY: "Dentist" },
    { SUMMARY: "Away", start: "2026-03-20", end: "2026-03-23" },
  ]);
});

dbTest("goes on saying for 30 days what was cancelled", async ({ db }) => {
  await anEntry(db, { state: "cancelled", cancelledAt: NOW, version: 4 });
  expect(await feedOf(db)).toMatchObject([
    {
      SUMMARY: "Cancelled: Voice and piano, 60 minutes, Ada Visitor",
      STATUS: "CANCELLED",
      TRANSP: "TRANSPARENT",
      SEQUENCE: "4",
    },
  ]);
  expect(await feedOf(db, minutesLater(NOW, 30 * day))).toEqual([]);
});

dbTest("so long too of an exam, a rehearsal and an event, by their own ids", async ({ db }) => {
  const rehearsal = { rehearsalDate: "2026-06-18", rehearsalTime: "08:00" };
  const { id } = await aBooking(db, rehearsal);
  await setAmebStatus(db, owner, { id, from: "pending", status: "booked" }, NOW);
  const quote = await aQuote(db, { version: 4, eventStart: "18:00" });
  await acceptOnBehalf(db, owner, quote.id, NOW);
  expect(await feedOf(db)).toEqual([]);
  const standing = bookingEvents((await db.select().from(amebBookings))[0]!, "https://x");
  await setAmebStatus(db, owner, { id, from: "booked", status: "cancelled" }, NOW);
  await reverseDecision(db, owner, quote.id, NOW);
  const [exam, rehearsed] = standing.map(({ uid, version }) => [`${uid}@site.example`, version]);
  const cancelled = (await feedOf(db)).map(({ UID, SEQUENCE, STATUS }) => [UID, SEQUENCE, STATUS]);
  expect(cancelled.toSorted()).toEqual(
    [
      [exam![0], "3", "CANCELLED"],
      [rehearsed![0], "3", "CANCELLED"],
      [`${quote.id}@site.example`, "5", "CANCELLED"],
    ].toSorted(),
  );
  expect([exam![1], rehearsed![1]]).toEqual([2, 2]);
  expect(await feedOf(db, minutesLater(NOW, 30 * day))).toEqual([]);
});

dbTest("says nothing of an exam that has only lost its time", async ({ db }) => {
  const { id } = await aBooking(db, { examTime: "10:00" });
  await setAmebStatus(db, owner, { id, from: "pending", status: "booked" }, NOW);
  await db.update(amebBookings).set({ examTime: "in the morning" });
  await followBookings(db, NOW);
  expect(await feedOf(db)).toHaveLength(1);
  const [booking] = await db.select().from(amebBookings);
  expect(await feedOf(db, NOW, bookingEvents(booking!, "https://x"))).toEqual([]);
});

dbTest("leaves out suspected spam, and what has an event of its own", async ({ db }) => {
  await anEntry(db, { state: "requested", spamReason: "links", firm: false });
  const { id: amebBookingId } = await aBooking(db);
  await anEntry(db, { startsAt: later(day), kind: "exam", amebBookingId });
  await anEntry(db, { startsAt: later(2 * day), state: "held", heldUntil: later(0) });
  expect(await feedOf(db)).toEqual([]);
});

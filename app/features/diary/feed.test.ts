import ICAL from "ical.js";
import { expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { calendarFile } from "#app/values/icalendar.ts";
import { dbTest } from "#tests/support/db.ts";
import { anEntry, minutesLater, THURSDAY_TEN } from "#tests/support/diary.ts";
import { aBooking, NOW } from "#tests/support/factories.ts";
import { parseCalendar } from "#tests/support/icalendar.ts";
import { listDiaryEvents } from "./feed.server.ts";

const day = 1440;
const later = (minutes: number) => minutesLater(THURSDAY_TEN, minutes);

async function feedOf(db: Db, now = NOW) {
  const file = calendarFile("Diary", await listDiaryEvents(db, "2026-01-01", now), "site.example");
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
    {
      SUMMARY: "Voice and piano, 60 minutes, Ada Visitor (not booked yet)",
      STATUS: "TENTATIVE",
    },
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

dbTest("leaves out suspected spam, and what has an event of its own", async ({ db }) => {
  await anEntry(db, { state: "requested", spamReason: "links", firm: false });
  const { id: amebBookingId } = await aBooking(db);
  await anEntry(db, { startsAt: later(day), kind: "exam", amebBookingId });
  await anEntry(db, { startsAt: later(2 * day), state: "held", heldUntil: later(0) });
  expect(await feedOf(db)).toEqual([]);
});

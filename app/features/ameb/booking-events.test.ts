import { expect } from "vitest";
import { dbTest } from "#tests/support/db.ts";
import { parseCalendar } from "#tests/support/icalendar.ts";
import { aBooking, NOW, owner } from "#tests/support/factories.ts";
import type { amebBookings } from "#app/server/database/tables.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { calendarFile } from "#app/values/icalendar.ts";
import { bookingEvents } from "./diary.server.ts";
import { textsOf } from "./booking-edits.ts";
import { deleteBooking, restoreBooking, setAmebStatus, editBooking } from "./commands.server.tsx";
import { amebServices } from "./model.ts";
import { listBookingsSince } from "./queries.server.ts";

const feed = async (db: Db) => {
  const bookings = await listBookingsSince(db, "2026-03-10");
  const events = bookings.flatMap((booking) => bookingEvents(booking, "https://a.example/page"));
  return parseCalendar(calendarFile("Exams", events, "a.example"));
};

const booked: Partial<typeof amebBookings.$inferInsert> = {
  status: "booked",
  candidateName: "Lucas",
  examVenue: "Room 3, South Bank",
  works: "Vivaldi; Bartók",
  teacherName: "J. Ferraro",
  serviceRequired: [amebServices[2]],
  rehearsalDate: "2026-06-14",
  rehearsalTime: "16:30",
  rehearsalMinutes: 45,
};

dbTest("a booked exam and its rehearsal are events of their own", async ({ db }) => {
  const { id } = await aBooking(db, booked);
  expect(await feed(db)).toMatchObject([
    {
      UID: `${id}@a.example`,
      start: "2026-06-20T00:40:00.000Z",
      end: "2026-06-20T01:10:00.000Z",
      SUMMARY: "AMEB Grade 5 violin, Lucas",
      LOCATION: "Room 3, South Bank",
      DESCRIPTION:
        "Time: 10:40 am\nContact: Mei Tan\nTeacher: J. Ferraro\nWorks: Vivaldi; Bartók\n" +
        "Services: Both Exam Day & Rehearsal\nStatus: Booked\nBe there 15 minutes before.",
      STATUS: "CONFIRMED",
      TRANSP: "OPAQUE",
    },
    {
      UID: `${id}-rehearsal@a.example`,
      start: "2026-06-14T06:30:00.000Z",
      end: "2026-06-14T07:15:00.000Z",
      SUMMARY: "Rehearsal: AMEB Grade 5 violin, Lucas",
      STATUS: "CONFIRMED",
    },
  ]);
});

dbTest("what is not booked yet says so", async ({ db }) => {
  await aBooking(db, { ...booked, status: "contacted" });
  expect((await feed(db)).map(({ SUMMARY, STATUS }) => [SUMMARY, STATUS])).toEqual([
    ["AMEB Grade 5 violin, Lucas (not booked yet)", "TENTATIVE"],
    ["Rehearsal: AMEB Grade 5 violin, Lucas (not booked yet)", "TENTATIVE"],
  ]);
});

dbTest("the exam of a rehearsal only leaves the day free", async ({ db }) => {
  await aBooking(db, { ...booked, serviceRequired: [amebServices[1]], rehearsalDate: null });
  const [exam, ...others] = await feed(db);
  expect(others).toEqual([]);
  expect(exam).toMatchObject({
    SUMMARY: "AMEB Grade 5 violin, Lucas: exam, rehearsal only",
    TRANSP: "TRANSPARENT",
  });
  expect(exam!.DESCRIPTION).not.toContain("Be there");
});

dbTest("a rehearsal is there before the exam has a date, or after the exam", async ({ db }) => {
  await aBooking(db, { ...booked, examDate: null, rehearsalTime: null });
  await aBooking(db, { ...booked, examDate: "2026-01-20", rehearsalTime: null });
  expect((await feed(db)).map(({ start }) => start)).toEqual([
    "2026-01-19T23:40:00.000Z",
    "2026-06-14",
    "2026-06-14",
  ]);
});

dbTest("texts and services of other programs are shown", async ({ db }) => {
  await aBooking(db, { examTime: "morning", serviceRequired: [] });
  expect(await feed(db)).toMatchObject([
    { start: "2026-06-20", end: "2026-06-21", TRANSP: "OPAQUE" },
  ]);
});

dbTest("each change raises SEQUENCE and LAST-MODIFIED, and the UID stays", async ({ db }) => {
  const booking = await aBooking(db, { createdAt: new Date("2026-03-01T00:00:00Z") });
  const { id } = booking;
  const shown = async () => {
    const [exam] = await feed(db);
    return exam && [exam.UID, exam.SEQUENCE, exam["LAST-MODIFIED"], exam.DTSTART];
  };
  const uid = `${id}@a.example`;
  expect(await shown()).toEqual([uid, "1", "20260301T000000Z", "20260620T104000"]);
  const texts = { ...textsOf(booking), examDate: "2026-06-21", examTime: "2 pm" };
  await editBooking(db, owner, id, { version: 1, texts, isSure: false }, NOW);
  expect(await shown()).toEqual([uid, "2", "20260310T020000Z", "20260621T140000"]);
  await setAmebStatus(db, owner, { id, from: "pending", status: "cancelled" }, NOW);
  expect(await shown()).toBeUndefined();
  await setAmebStatus(db, owner, { id, from: "cancelled", status: "booked" }, NOW);
  expect(await shown()).toEqual([uid, "4", "20260310T020000Z", "20260621T140000"]);
  await deleteBooking(db, owner, id, NOW);
  expect(await shown()).toBeUndefined();
  await restoreBooking(db, owner, id, NOW);
  expect(await shown()).toEqual([uid, "6", "20260310T020000Z", "20260621T140000"]);
});

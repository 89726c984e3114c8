import type { Db } from "#app/server/database/db.server.ts";
import {
  type amebBookings,
  examSessions,
  sheetMusic,
  venues,
} from "#app/server/database/tables.server.ts";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { linkOf } from "./appointment-states.ts";
import { aBooking, anInvoice } from "./factories.ts";

/* Exams in every state that a family may find behind the link, and a season with a clash. */

const today = melbourneDay(new Date());
const ahead = addDays(today, 35);
const undated = { examDate: null, examTime: null };
const known = { examDate: ahead, examTime: "10:40 am", examVenue: "Hawthorn Hall" };

type Given = Partial<typeof amebBookings.$inferInsert>;

const states: Record<string, Given> = {
  undated: {},
  "time-in-words": { ...known, examTime: "after lunch", candidateName: "Wei" },
  near: { ...known, examTime: "11:10 am", examVenue: "Kew Hall, Kew" },
  "all-known": { ...known, music: "received", works: "Seitz\nBach", status: "booked" },
  "exam-cancelled": { ...known, status: "cancelled" },
  "exam-over": { ...known, examDate: addDays(today, -2), music: "received" },
};

const file = {
  fileName: "Concerto.pdf",
  format: "pdf",
  pages: 3,
  bytes: Buffer.from("%PDF"),
} as const;

export const examStates = Object.keys(states);

export async function examsInEachState(db: Db): Promise<void> {
  const values = { name: "This season", firstDay: today, lastDay: addDays(today, 42) };
  const [session] = await db.insert(examSessions).values(values).returning();
  await db.insert(venues).values([{ name: "Hawthorn Hall", address: "Hawthorn" }, { name: "Kew" }]);
  for (const [name, given] of Object.entries(states)) {
    const pageToken = linkOf(name);
    const { id } = await aBooking(db, { ...undated, sessionId: session!.id, pageToken, ...given });
    if (given.music) await db.insert(sheetMusic).values({ ...file, bookingId: id });
    if (name === "all-known")
      await anInvoice(db, { amebBookingId: id, number: "INV-5001", dueOn: addDays(today, 10) });
  }
}

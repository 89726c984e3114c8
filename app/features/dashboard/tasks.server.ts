import { and, between, eq, ne } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  amebBookings,
  contactMessages,
  emails,
  invoices,
  isGenuineMessage,
  isListedBooking,
  openQuote,
} from "#app/server/database/tables.server.ts";
import { addDays, melbourneDay } from "#app/values/calendar.ts";

/** In days, today included. */
const examsAhead = 14;
const expiryAhead = 7;

export async function getTasks(db: Db, _by: Administrator, now = new Date()) {
  const today = melbourneDay(now);
  const newMessages = await db.$count(
    contactMessages,
    and(eq(contactMessages.state, "new"), isGenuineMessage),
  );
  const newBookings = await db.$count(
    amebBookings,
    and(eq(amebBookings.status, "pending"), isListedBooking),
  );
  const pendingQuotes = await db.$count(invoices, openQuote);
  const expiringQuotes = await db.$count(
    invoices,
    and(openQuote, between(invoices.validUntil, today, addDays(today, expiryAhead))),
  );
  const soon = and(
    between(amebBookings.examDate, today, addDays(today, examsAhead)),
    ne(amebBookings.status, "cancelled"),
    isListedBooking,
  );
  const exams = await db.$count(amebBookings, soon);
  const failedEmails = await db.$count(emails, eq(emails.state, "failed"));
  return {
    newMessages,
    newBookings,
    pendingQuotes,
    expiringQuotes,
    exams,
    examsFrom: today,
    examsTo: addDays(today, examsAhead),
    failedEmails,
  };
}

export type Tasks = Awaited<ReturnType<typeof getTasks>>;

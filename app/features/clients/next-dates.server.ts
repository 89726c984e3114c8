import { and, asc, desc, gte, inArray, ne, or, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { takingStates } from "#app/features/services/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  acceptedQuote,
  amebBookings,
  diaryEntries,
  quotes,
  isListedBooking,
} from "#app/server/database/tables.server.ts";
import { melbourneDay, startOfDay, wallTime } from "#app/values/calendar.ts";
import { timeOf, timeRange } from "#app/values/time-of-day.ts";
import type { NextDate } from "./model.ts";
import { isAppointment } from "./people.server.ts";

const maxDates = 50;

/** The hours of an accepted event, including the chosen add-ons. */
type HoursOf = (quote: typeof quotes.$inferSelect) => string | null;

export async function getNextDates(
  db: Db,
  _by: Administrator,
  email: string,
  hoursOf: HoursOf,
  now = new Date(),
): Promise<NextDate[]> {
  const address = email.toLowerCase();
  const today = melbourneDay(now);
  const bookings = await db
    .select()
    .from(amebBookings)
    .where(
      and(
        sql`lower("contact_email") = ${address}`,
        isListedBooking,
        ne(amebBookings.status, "cancelled"),
        or(gte(amebBookings.examDate, today), gte(amebBookings.rehearsalDate, today)),
      ),
    )
    .orderBy(asc(amebBookings.examDate))
    .limit(maxDates);
  const events = await db
    .select()
    .from(quotes)
    .where(
      and(sql`lower("client_email") = ${address}`, acceptedQuote, gte(quotes.eventDate, today)),
    )
    .orderBy(asc(quotes.eventDate), desc(quotes.createdAt))
    .limit(maxDates);
  const appointments = await db
    .select()
    .from(diaryEntries)
    .where(
      and(
        sql`lower("client_email") = ${address}`,
        isAppointment,
        inArray(diaryEntries.state, [...takingStates]),
        gte(diaryEntries.startsAt, startOfDay(today)),
      ),
    )
    .orderBy(asc(diaryEntries.startsAt), asc(diaryEntries.id))
    .limit(maxDates);
  return [
    ...appointments.map(dateOfAppointment),
    ...bookings.flatMap(datesOfBooking),
    ...events.map((quote) => dateOfEvent(quote, hoursOf(quote))),
  ]
    .filter(({ day }) => day >= today)
    .sort((first, second) => first.day.localeCompare(second.day));
}

const written = (...parts: (string | null)[]) => parts.filter(Boolean).join(", ");

function datesOfBooking(booking: typeof amebBookings.$inferSelect): NextDate[] {
  const { id, examDate, examTime, examBoardGrade, examVenue } = booking;
  const { rehearsalDate, rehearsalTime } = booking;
  const of = { kind: "booking", id } as const;
  const exam = written(`Exam: ${examBoardGrade}`, examTime, examVenue);
  const rehearsal = written(`Rehearsal: ${examBoardGrade}`, timeRange(timeOf(rehearsalTime), null));
  return [
    ...(examDate ? [{ key: `exam ${id}`, day: examDate, what: exam, of }] : []),
    ...(rehearsalDate ? [{ key: `rehearsal ${id}`, day: rehearsalDate, what: rehearsal, of }] : []),
  ];
}

function dateOfAppointment(entry: typeof diaryEntries.$inferSelect): NextDate {
  const { id, title, student, startsAt, endsAt, state } = entry;
  const [from, until] = [startsAt, endsAt].map((instant) => timeOf(wallTime(instant).slice(11)));
  const asked = state === "requested" ? "to answer" : null;
  return {
    key: `appointment ${id}`,
    day: melbourneDay(startsAt),
    what: written(timeRange(from ?? null, until ?? null), title, student, asked),
    of: { kind: "appointment", id },
  };
}

function dateOfEvent(quote: typeof quotes.$inferSelect, hours: string | null): NextDate {
  const { id, eventDate, eventTitle, invoiceType, eventLocation } = quote;
  return {
    key: `event ${id}`,
    day: eventDate!,
    what: written(eventTitle || invoiceType, hours, eventLocation),
    of: { kind: "quote", id },
  };
}

import { and, desc, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { matches, searchWords } from "#app/server/database/list.server.ts";
import {
  amebBookings,
  clientNotes,
  contactMessages,
  diaryEntries,
  quotes,
  salesInvoices,
  isGenuineMessage,
  isListedBooking,
} from "#app/server/database/tables.server.ts";
import { melbourneDay, shortTime } from "#app/values/calendar.ts";
import { foldText } from "#app/values/folding.ts";
import { cutCharacters, oneLine } from "#app/values/text.ts";
import { phoneDigits } from "./model.ts";

const maxShown = 6;

type FoundRecord = { id: string; name: string; about: string };

export type FoundRecords = {
  clients: { name: string; email: string }[];
  quotes: FoundRecord[];
  invoices: FoundRecord[];
  bookings: FoundRecord[];
  appointments: FoundRecord[];
  /** `about`: the text around the match. */
  messages: FoundRecord[];
};

// The search column includes the message; clients are found by name and email only.
export const nameAndEmail = sql`
  search_text(${contactMessages.name} || ' ' || ${contactMessages.email})`;

/** The digits of a message or of a client's phone number: columns generated in migrations. */
export const hasDigits = (table: PgTable, digits: string): SQL =>
  sql`${table}."digits" like ${`%${digits}%`}`;

/** Events and exams are found through their own records. */
const isOwnEntry = and(
  inArray(diaryEntries.kind, ["appointment", "block", "away"]),
  isNull(diaryEntries.spamReason),
);

export const hasPhone = (digits: string): SQL =>
  sql`regexp_replace(${diaryEntries.phone}, '[^0-9]', '', 'g') like ${`%${digits}%`}`;

const byName = (typed: string) =>
  and(matches(contactMessages, typed), matches(contactMessages, typed, nameAndEmail));

/** A phone number is found in any format. An empty search finds nothing. */
export async function findRecords(
  db: Db,
  by: Administrator,
  typed: string,
  now = new Date(),
): Promise<FoundRecords> {
  const search = cutCharacters(typed.trim(), 100);
  if (!search)
    return { clients: [], appointments: [], quotes: [], invoices: [], bookings: [], messages: [] };
  const digits = phoneDigits(search);
  const appointments = await findAppointments(db, search, digits, now);
  const foundQuotes = await findQuotes(db, search);
  const foundInvoices = await findInvoices(db, search);
  const bookings = await findBookings(db, search);
  const senders = await findMessages(
    db,
    digits ? hasDigits(contactMessages, digits) : byName(search),
  );
  const messages = await findMessages(
    db,
    or(matches(contactMessages, search), digits ? hasDigits(contactMessages, digits) : undefined),
  );
  const noted = await findNoted(db, search, digits);
  const people = new Map(
    [
      ...appointments.flatMap(({ name, email }) => (email ? [{ name: name ?? email, email }] : [])),
      ...foundInvoices,
      ...senders,
      ...bookings,
      ...foundQuotes,
      ...noted,
    ].map(({ name, email }) => [email.toLowerCase(), { name, email }]),
  );
  // To an assistant quotes and invoices only name clients.
  const shown = <Row>(rows: readonly Row[]) => (by.role === "assistant" ? [] : rows);
  return {
    clients: [...people.values()].slice(0, maxShown),
    appointments: appointments.map(({ id, name, student, title, startsAt, state }) => ({
      id,
      name: student || name || title,
      about: [
        shortTime(startsAt, melbourneDay(now)),
        (student || name) && title,
        state === "cancelled" && "cancelled",
      ]
        .filter(Boolean)
        .join(", "),
    })),
    quotes: shown(foundQuotes).map(({ id, name, type, title }) => ({
      id,
      name,
      about: title || type,
    })),
    invoices: shown(foundInvoices).map(({ id, number, name, title }) => ({
      id,
      name: [number ?? "Draft", name].filter(Boolean).join(", "),
      about: title,
    })),
    bookings: bookings.map(({ id, name, candidate, grade }) => ({
      id,
      name: candidate || name,
      about: grade,
    })),
    messages: messages.map(({ id, name, message }) => ({
      id,
      name,
      about: placeOf(message, search),
    })),
  };
}

const findAppointments = (db: Db, search: string, digits: string | null, now: Date) =>
  db
    .select({
      id: diaryEntries.id,
      name: diaryEntries.clientName,
      email: diaryEntries.clientEmail,
      student: diaryEntries.student,
      title: diaryEntries.title,
      startsAt: diaryEntries.startsAt,
      state: diaryEntries.state,
    })
    .from(diaryEntries)
    .where(
      and(or(matches(diaryEntries, search), digits ? hasPhone(digits) : undefined), isOwnEntry),
    )
    .orderBy(
      desc(sql`${diaryEntries.endsAt} > ${now.toISOString()}`),
      // A difference from `infinity` is an error in older versions of PostgreSQL.
      sql`abs(extract(epoch from ${diaryEntries.startsAt}) - ${now.getTime() / 1000}::numeric)`,
      diaryEntries.id,
    )
    .limit(maxShown);

const findQuotes = (db: Db, search: string) =>
  db
    .select({
      id: quotes.id,
      name: quotes.clientName,
      email: quotes.clientEmail,
      type: quotes.invoiceType,
      title: quotes.eventTitle,
    })
    .from(quotes)
    .where(matches(quotes, search))
    .orderBy(desc(quotes.createdAt))
    .limit(maxShown);

const findInvoices = (db: Db, search: string) =>
  db
    .select({
      id: salesInvoices.id,
      number: salesInvoices.number,
      name: salesInvoices.buyerName,
      email: salesInvoices.buyerEmail,
      title: salesInvoices.title,
    })
    .from(salesInvoices)
    .where(matches(salesInvoices, search))
    .orderBy(desc(salesInvoices.createdAt), desc(salesInvoices.number))
    .limit(maxShown);

const findBookings = (db: Db, search: string) =>
  db
    .select({
      id: amebBookings.id,
      name: amebBookings.studentParentName,
      email: amebBookings.contactEmail,
      candidate: amebBookings.candidateName,
      grade: amebBookings.examBoardGrade,
    })
    .from(amebBookings)
    .where(and(matches(amebBookings, search), isListedBooking))
    .orderBy(desc(amebBookings.createdAt))
    .limit(maxShown);

const findMessages = (db: Db, condition: SQL | undefined) =>
  db
    .select({
      id: contactMessages.id,
      name: contactMessages.name,
      email: contactMessages.email,
      message: contactMessages.message,
    })
    .from(contactMessages)
    .where(and(condition, isGenuineMessage))
    .orderBy(desc(contactMessages.createdAt))
    .limit(maxShown);

async function findNoted(db: Db, search: string, digits: string | null) {
  const isNamed = and(isNotNull(clientNotes.name), matches(clientNotes, search));
  const rows = await db
    .select({ email: clientNotes.email, name: clientNotes.name })
    .from(clientNotes)
    .where(digits ? hasDigits(clientNotes, digits) : isNamed)
    .limit(maxShown);
  return rows.map(({ email, name }) => ({ name: name ?? email, email }));
}

/** The text around the first typed word; its beginning if only the name matches. */
function placeOf(message: string, typed: string): string {
  const line = oneLine(message);
  const [word = ""] = searchWords(typed);
  const words = line.split(" ");
  const found = words.findIndex((one) => foldText(one).includes(word));
  const at = words.slice(0, Math.max(0, found)).join(" ").length;
  const from = at < 30 ? 0 : line.lastIndexOf(" ", at - 20) + 1;
  const place = cutCharacters(line.slice(from), 90);
  return `${from > 0 ? "... " : ""}${place}${from + place.length < line.length ? "..." : ""}`;
}

import {
  and,
  desc,
  eq,
  getTableColumns,
  type SQL,
  sql,
  asc,
  gte,
  inArray,
  ne,
  or,
} from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Administrator } from "#app/features/auth/model.ts";
import { stateLabel } from "#app/features/diary/model.ts";
import { emailStateLabels } from "#app/features/email/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  amebBookings,
  clientNotes,
  contactMessages,
  diaryEntries,
  emails,
  quotes,
  isGenuineMessage,
  isListedBooking,
  payments,
  salesInvoices,
  acceptedQuote,
} from "#app/server/database/tables.server.ts";
import {
  byInstant,
  melbourneDay,
  shortTime,
  type Day,
  withShortDays,
  startOfDay,
  wallTime,
} from "#app/values/calendar.ts";
import { type Invoice, type Payment, paymentMethodLabels } from "#app/features/invoices/model.ts";
import { formatMoney } from "#app/values/money.ts";
import { isAppointment } from "./people.server.ts";
import { takingStates } from "#app/features/services/model.ts";
import { timeOf, timeRange } from "#app/values/time-of-day.ts";
import type { NextDate } from "./model.ts";

const maxRecords = 200;

export type HistoryEntry = {
  kind: "message" | "appointment" | "booking" | "quote" | "invoice" | "email";
  id: string;
  at: Date;
  title: string;
  text: string;
};

export async function getClientHistory(db: Db, _by: Administrator, email: string) {
  const address = email.toLowerCase();
  const today = melbourneDay(new Date());
  const messages = await newestOf(db, contactMessages, "email", address, isGenuineMessage);
  const appointments = await newestOf(db, diaryEntries, "clientEmail", address, isAppointment);
  const bookings = await newestOf(db, amebBookings, "contactEmail", address, isListedBooking);
  const theirQuotes = await newestOf(db, quotes, "clientEmail", address);
  const invoices = await newestOf(db, salesInvoices, "buyerEmail", address);
  const paid = await findPayments(db, address);
  const received = await findEmails(db, address);
  const names = [
    ...appointments.flatMap(({ clientName }) => clientName ?? []),
    ...theirQuotes.map(({ clientName }) => clientName),
    ...bookings.map(({ studentParentName }) => studentParentName),
    ...messages.map(({ name }) => name),
    ...invoices.map(({ buyerName }) => buyerName),
  ];
  if (names.length === 0) names.push(...(await importedNames(db, address)));
  const entries: HistoryEntry[] = [
    ...messages.map(({ id, createdAt, message }) => ({
      kind: "message" as const,
      id,
      at: createdAt,
      title: "Sent a message",
      text: message,
    })),
    ...appointments.map(appointmentEntry),
    ...bookings.map(({ id, createdAt, examBoardGrade, status }) => ({
      kind: "booking" as const,
      id,
      at: createdAt,
      title: `Asked for ${examBoardGrade}`,
      text: status,
    })),
    ...theirQuotes.flatMap(quoteEntries),
    ...invoices.flatMap((invoice) => invoiceEntries(invoice, today)),
    ...paid.map(paymentEntry),
    ...received.map(({ id, createdAt, subject, state }) => ({
      kind: "email" as const,
      id,
      at: createdAt,
      title: `Email: ${subject}`,
      text: emailStateLabels[state],
    })),
  ];
  return { names: [...new Set(names)], entries: entries.sort(newestFirst) };
}

async function importedNames(db: Db, address: string): Promise<string[]> {
  const isTheirs = eq(clientNotes.email, address);
  const rows = await db.select({ name: clientNotes.name }).from(clientNotes).where(isTheirs);
  return rows.flatMap(({ name }) => name ?? []);
}

/** At equal times an effect sorts above its cause. */
const causes: HistoryEntry["kind"][] = [
  "message",
  "booking",
  "appointment",
  "quote",
  "invoice",
  "email",
];

const newestFirst = (first: HistoryEntry, second: HistoryEntry) =>
  byInstant(second.at, first.at) ||
  causes.indexOf(second.kind) - causes.indexOf(first.kind) ||
  second.title.localeCompare(first.title, "en", { numeric: true });

function newestOf<T extends PgTable & Record<"createdAt" | E, PgColumn>, E extends string>(
  db: Db,
  table: T,
  email: E,
  address: string,
  isShown?: SQL,
) {
  const found = db
    .select()
    .from(table as PgTable)
    .where(and(sql`lower(${table[email]}) = ${address}`, isShown))
    .orderBy(desc(table.createdAt))
    .limit(maxRecords);
  return found as unknown as Promise<T["$inferSelect"][]>;
}

const findEmails = (db: Db, address: string) =>
  db
    .select({
      id: emails.id,
      subject: emails.subject,
      state: emails.state,
      createdAt: emails.createdAt,
    })
    .from(emails)
    .where(sql`lower("recipient") = ${address}`)
    .orderBy(desc(emails.createdAt))
    .limit(maxRecords);

const findPayments = (db: Db, address: string) =>
  db
    .select({ ...getTableColumns(payments), number: salesInvoices.number })
    .from(payments)
    .innerJoin(salesInvoices, eq(salesInvoices.id, payments.salesInvoiceId))
    .where(sql`lower("buyer_email") = ${address}`)
    .orderBy(desc(payments.id))
    .limit(maxRecords);

function appointmentEntry(entry: typeof diaryEntries.$inferSelect): HistoryEntry {
  const { id, createdAt, title, student, startsAt } = entry;
  const text = [shortTime(startsAt, ""), student, stateLabel(entry).toLowerCase()];
  return {
    kind: "appointment",
    id,
    at: createdAt,
    title: `Appointment: ${title}`,
    text: text.filter(Boolean).join(", "),
  };
}

function quoteEntries(quote: typeof quotes.$inferSelect): HistoryEntry[] {
  const { id, createdAt, acceptedAt, rejectedAt, invoiceType, eventTitle } = quote;
  const entry = (at: Date, event: string): HistoryEntry => {
    return { kind: "quote", id, at, title: `${invoiceType} ${event}`, text: eventTitle ?? "" };
  };
  const created = entry(createdAt, "created");
  if (acceptedAt) return [created, entry(acceptedAt, "accepted")];
  return rejectedAt ? [created, entry(rejectedAt, "rejected")] : [created];
}

function invoiceEntries(invoice: Invoice, today: Day): HistoryEntry[] {
  const { id, number, kind, title, total, issuedAt, voidedAt, voidReason } = invoice;
  if (!issuedAt) return [];
  const name = `${kind === "credit-note" ? "Credit note" : "Invoice"} ${number}`;
  const text = [formatMoney(total), title && withShortDays(title, today)]
    .filter(Boolean)
    .join(", ");
  const issued = { kind: "invoice", id, at: issuedAt, title: `${name} issued`, text } as const;
  if (!voidedAt) return [issued];
  return [issued, { ...issued, at: voidedAt, title: `${name} voided`, text: voidReason ?? "" }];
}

function paymentEntry(payment: Payment & { number: string | null }): HistoryEntry {
  const { salesInvoiceId, at, amount, method, number, reversesId, reason } = payment;
  const sum = formatMoney(Math.abs(amount));
  const what = reversesId ? "Undone:" : amount < 0 ? "Refunded" : "Paid";
  return {
    kind: "invoice",
    id: salesInvoiceId,
    at,
    title: `${what} ${sum}`,
    text: [`${number}, ${paymentMethodLabels[method]}`, reason].filter(Boolean).join(": "),
  };
}

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

import { and, desc, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  amebBookings,
  contactMessages,
  emails,
  invoices,
  isGenuineMessage,
  isListedBooking,
} from "#app/server/database/tables.server.ts";
import { byInstant } from "#app/values/calendar.ts";

/** How much of each kind is told, newest first. */
const most = 200;

/** One thing that happened with a person. */
export type HistoryEntry = {
  kind: "message" | "booking" | "quote" | "letter";
  id: string;
  at: Date;
  title: string;
  text: string;
};

/** Everything that happened with the person behind an e-mail address, newest first, and the names they gave. */
export async function getClientHistory(
  db: Db,
  _by: Administrator,
  email: string,
): Promise<{ names: string[]; chapters: HistoryEntry[] }> {
  const address = email.toLowerCase();
  const messages = await db
    .select()
    .from(contactMessages)
    .where(and(sql`lower("email") = ${address}`, isGenuineMessage))
    .orderBy(desc(contactMessages.createdAt))
    .limit(most);
  const bookings = await db
    .select()
    .from(amebBookings)
    .where(and(sql`lower("contact_email") = ${address}`, isListedBooking))
    .orderBy(desc(amebBookings.createdAt))
    .limit(most);
  const quotes = await db
    .select()
    .from(invoices)
    .where(sql`lower("client_email") = ${address}`)
    .orderBy(desc(invoices.createdAt))
    .limit(most);
  const sent = await db
    .select({
      id: emails.id,
      subject: emails.subject,
      state: emails.state,
      createdAt: emails.createdAt,
    })
    .from(emails)
    .where(sql`lower("recipient") = ${address}`)
    .orderBy(desc(emails.createdAt))
    .limit(most);
  const chapters: HistoryEntry[] = [
    ...messages.map(({ id, createdAt: at, message: text }) => ({
      kind: "message" as const,
      id,
      at,
      title: "Wrote a message",
      text,
    })),
    ...bookings.map(({ id, createdAt: at, examBoardGrade, status }) => ({
      kind: "booking" as const,
      id,
      at,
      title: `Asked for ${examBoardGrade}`,
      text: status,
    })),
    ...quotes.flatMap((quote) => quoteChapters(quote)),
    ...sent.map(({ id, createdAt: at, subject, state }) => ({
      kind: "letter" as const,
      id,
      at,
      title: `Letter: ${subject}`,
      text: state,
    })),
  ];
  const names = [
    ...quotes.map(({ clientName }) => clientName),
    ...bookings.map(({ studentParentName }) => studentParentName),
    ...messages.map(({ name }) => name),
  ];
  return {
    names: [...new Set(names)],
    chapters: chapters.sort((first, second) => byInstant(second.at, first.at)),
  };
}

/** A quote is a chapter when it was made, and another when it was decided. */
function quoteChapters({
  id,
  createdAt,
  acceptedAt,
  rejectedAt,
  invoiceType,
  eventTitle,
}: typeof invoices.$inferSelect): HistoryEntry[] {
  const text = eventTitle ?? "";
  const made: HistoryEntry = {
    kind: "quote",
    id,
    at: createdAt,
    title: `${invoiceType} made`,
    text,
  };
  if (acceptedAt) return [made, { ...made, at: acceptedAt, title: `${invoiceType} accepted` }];
  return rejectedAt
    ? [made, { ...made, at: rejectedAt, title: `${invoiceType} rejected` }]
    : [made];
}

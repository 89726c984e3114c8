import { and, desc, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { matches } from "#app/server/database/list.server.ts";
import {
  amebBookings,
  contactMessages,
  invoices,
  isGenuineMessage,
  isListedBooking,
} from "#app/server/database/tables.server.ts";
import { cutCharacters } from "#app/values/text.ts";

/** How many of each kind are shown. */
const maxShown = 6;

export type FoundRecords = {
  clients: { name: string; email: string }[];
  quotes: { id: string; name: string; about: string }[];
};

// The search column has the words of a message too; a client is found by name and email only.
const nameAndEmail = sql`
  lower(' ' || ${contactMessages.name} || ' ' || translate(${contactMessages.email}, '@.-_+', '     '))`;

/** Clients and quotes whose text contains every typed word; an empty search finds nothing. */
export async function findClientsAndQuotes(
  db: Db,
  _by: Administrator,
  typed: string,
): Promise<FoundRecords> {
  const search = cutCharacters(typed.trim(), 100);
  if (!search) return { clients: [], quotes: [] };
  const quotes = await db
    .select({
      id: invoices.id,
      name: invoices.clientName,
      email: invoices.clientEmail,
      type: invoices.invoiceType,
      title: invoices.eventTitle,
    })
    .from(invoices)
    .where(matches(invoices, search))
    .orderBy(desc(invoices.createdAt))
    .limit(maxShown);
  const bookings = await db
    .select({ name: amebBookings.studentParentName, email: amebBookings.contactEmail })
    .from(amebBookings)
    .where(and(matches(amebBookings, search), isListedBooking))
    .orderBy(desc(amebBookings.createdAt))
    .limit(maxShown);
  const messages = await db
    .select({ name: contactMessages.name, email: contactMessages.email })
    .from(contactMessages)
    .where(
      and(
        matches(contactMessages, search),
        matches(contactMessages, search, nameAndEmail),
        isGenuineMessage,
      ),
    )
    .orderBy(desc(contactMessages.createdAt))
    .limit(maxShown);
  const people = new Map(
    [...messages, ...bookings, ...quotes].map(({ name, email }) => [
      email.toLowerCase(),
      { name, email },
    ]),
  );
  return {
    clients: [...people.values()].slice(0, maxShown),
    quotes: quotes.map(({ id, name, type, title }) => ({ id, name, about: title ?? type })),
  };
}

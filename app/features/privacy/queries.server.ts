import { and, asc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Administrator } from "#app/features/auth/model.ts";
import { recordActivity } from "#app/server/activity.server.ts";
import type { Db } from "#app/server/db.server.ts";
import { activity, amebBookings, contactMessages, invoices, letters, quoteEvents, subscriberEvents, subscribers, users } from "#app/server/tables.server.ts";

/** Rows whose column holds the address, in whatever case. */
export const ofAddress = (column: string, address: string): SQL => sql`lower(${sql.identifier(column)}) = ${address}`;

/** Entries of the log that are about these records, or that name the address. */
export function entriesAbout(ids: readonly string[], address: string): SQL | undefined {
  // An address inside a longer one is another's.
  const named = `(^|[^a-z0-9._%+-])${address.replace(/[!-/:-?[-`{-~]/g, "\\$&")}($|[^a-z0-9.-])`;
  const words = sql`lower(${activity.label} || ' ' || coalesce(${activity.before}::text, '') || ' ' || coalesce(${activity.after}::text, ''))`;
  return or(ids.length > 0 ? inArray(activity.subjectId, [...ids]) : undefined, sql`${words} ~ ${named}`);
}

/**
 * Everything that is held about an e-mail address, set apart and deleted rows among it, as it stands
 * in the tables. That it was asked for is written down.
 */
export async function exportPerson(db: Db, by: Administrator, email: string, now = new Date()) {
  const address = email.trim().toLowerCase();
  const all = <T extends PgTable>(table: T, where: SQL | undefined, order: SQL) => db.select().from(table as PgTable).where(where).orderBy(order) as unknown as Promise<T["$inferSelect"][]>;
  const messages = await all(contactMessages, ofAddress("email", address), asc(contactMessages.createdAt));
  const bookings = await all(amebBookings, ofAddress("contact_email", address), asc(amebBookings.createdAt));
  // Who accepted may have given another address than the quote's own.
  const acceptedBy = db.select({ id: quoteEvents.invoiceId }).from(quoteEvents).where(sql`lower(${quoteEvents.data}->>'clientEmail') = ${address}`);
  const quotes = await all(invoices, or(ofAddress("client_email", address), inArray(invoices.id, acceptedBy)), asc(invoices.createdAt));
  const events = await all(quoteEvents, inArray(quoteEvents.invoiceId, quotes.map(({ id }) => id)), asc(quoteEvents.id));
  const newsletter = await all(subscribers, eq(subscribers.email, address), asc(subscribers.createdAt));
  const consents = await all(subscriberEvents, inArray(subscriberEvents.subscriberId, newsletter.map(({ id }) => id)), asc(subscriberEvents.id));
  const written = await all(letters, or(ofAddress("recipient", address), ofAddress("reply_to", address)), asc(letters.createdAt));
  const changes = await all(activity, entriesAbout([...messages, ...bookings, ...quotes].map(({ id }) => id), address), asc(activity.id));
  const accounts = await db.select({ email: users.email, name: users.name, createdAt: users.createdAt }).from(users).where(and(eq(users.email, address)));
  await recordActivity(db, { actor: by.email, action: "exported", subject: { kind: "records", label: `of ${address}` } }, now);
  return { address, exportedAt: now, messages, bookings, quotes, quoteEvents: events, newsletter, newsletterEvents: consents, letters: written, changes, accounts };
}

import { asc, or, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Administrator } from "#app/features/auth/model.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  auditEntries,
  amebBookings,
  contactMessages,
  invoices,
  emails,
  quoteEvents,
  subscriberEvents,
  subscribers,
  users,
} from "#app/server/database/tables.server.ts";
import { recordsOf, activityAbout, isAnyOf, type Person } from "./person.server.ts";

/** Includes quarantined and deleted rows, as they stand in the tables. Recorded in the activity log. */
export async function exportPerson(db: Db, by: Administrator, person: Person, now = new Date()) {
  const theirs = recordsOf(db, person);
  const all = <T extends PgTable>(table: T, where: SQL | undefined, order: SQL) =>
    db
      .select()
      .from(table as PgTable)
      .where(where)
      .orderBy(order) as unknown as Promise<T["$inferSelect"][]>;
  const messages = await all(contactMessages, theirs.messages, asc(contactMessages.createdAt));
  const bookings = await all(amebBookings, theirs.bookings, asc(amebBookings.createdAt));
  const quotes = await all(
    invoices,
    or(theirs.quotes, theirs.acceptedQuotes),
    asc(invoices.createdAt),
  );
  const events = await all(
    quoteEvents,
    isAnyOf(
      quoteEvents.invoiceId,
      quotes.map(({ id }) => id),
    ),
    asc(quoteEvents.id),
  );
  const newsletter = await all(subscribers, theirs.newsletter, asc(subscribers.createdAt));
  const consents = await all(
    subscriberEvents,
    isAnyOf(
      subscriberEvents.subscriberId,
      newsletter.map(({ id }) => id),
    ),
    asc(subscriberEvents.id),
  );
  const theirEmails = await all(emails, theirs.emails, asc(emails.createdAt));
  const own = quotes.filter(({ clientEmail }) => clientEmail.toLowerCase() === person.address);
  const records = [...messages, ...bookings, ...own, ...newsletter, ...theirEmails].map(
    ({ id }) => id,
  );
  const changes = await all(
    auditEntries,
    isAnyOf(auditEntries.id, await activityAbout(db, person, records)),
    asc(auditEntries.id),
  );
  const accounts = await db
    .select({ email: users.email, name: users.name, createdAt: users.createdAt })
    .from(users)
    .where(theirs.accounts);
  const { address } = person;
  await recordActivity(
    db,
    { actor: by.email, action: "exported", subject: { kind: "records", label: `of ${address}` } },
    now,
  );
  return {
    address,
    exportedAt: now,
    messages,
    bookings,
    quotes,
    quoteEvents: events,
    newsletter,
    newsletterEvents: consents,
    emails: theirEmails,
    changes,
    accounts,
  };
}

import type { Db } from "#app/server/database/db.server.ts";
import { deleteJobsAbout } from "#app/server/jobs/maintenance.server.ts";
import {
  amebBookings,
  contactMessages,
  quotes,
  emails,
  quoteEvents,
  subscriberEvents,
  subscribers,
} from "#app/server/database/tables.server.ts";
import { isAnyOf } from "./person.server.ts";

/** Ids by kind. */
export type Removal = {
  messages: string[];
  bookings: string[];
  quotes: string[];
  subscribers: string[];
  emails: string[];
};

export async function idsOf(rows: PromiseLike<{ id: string }[]>): Promise<string[]> {
  return (await rows).map(({ id }) => id);
}

/** Rows of each kind per statement, within the statement timeout. */
const batchSize = 1_000;

/** Removes records and their events; references to them become null. Only within `eraseInTransaction`. */
export async function removeRecords(tx: Db, removal: Removal): Promise<void> {
  const longest = Math.max(...Object.values(removal).map(({ length }) => length));
  for (let from = 0; from < longest; from += batchSize) {
    const batch = (ids: string[]) => ids.slice(from, from + batchSize);
    await removeBatch(tx, {
      messages: batch(removal.messages),
      bookings: batch(removal.bookings),
      quotes: batch(removal.quotes),
      subscribers: batch(removal.subscribers),
      emails: batch(removal.emails),
    });
  }
}

async function removeBatch(tx: Db, removal: Removal): Promise<void> {
  await tx.delete(emails).where(isAnyOf(emails.id, removal.emails));
  await tx
    .update(emails)
    .set({ contactMessageId: null })
    .where(isAnyOf(emails.contactMessageId, removal.messages));
  await tx.update(emails).set({ quoteId: null }).where(isAnyOf(emails.quoteId, removal.quotes));
  await tx
    .update(emails)
    .set({ subscriberId: null })
    .where(isAnyOf(emails.subscriberId, removal.subscribers));
  await tx
    .update(quotes)
    .set({ enquiryId: null })
    .where(isAnyOf(quotes.enquiryId, removal.messages));
  await tx
    .update(quotes)
    .set({ replacesId: null })
    .where(isAnyOf(quotes.replacesId, removal.quotes));
  await tx.delete(quoteEvents).where(isAnyOf(quoteEvents.quoteId, removal.quotes));
  await tx.delete(quotes).where(isAnyOf(quotes.id, removal.quotes));
  await tx
    .delete(subscriberEvents)
    .where(isAnyOf(subscriberEvents.subscriberId, removal.subscribers));
  await tx.delete(subscribers).where(isAnyOf(subscribers.id, removal.subscribers));
  await tx.delete(contactMessages).where(isAnyOf(contactMessages.id, removal.messages));
  await tx.delete(amebBookings).where(isAnyOf(amebBookings.id, removal.bookings));
  await deleteJobsAbout(tx, [...removal.emails, ...removal.subscribers]);
}

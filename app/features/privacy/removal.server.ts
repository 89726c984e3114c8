import type { Db } from "#app/server/database/db.server.ts";
import { deleteJobsAbout } from "#app/server/jobs/maintenance.server.ts";
import {
  amebBookings,
  contactMessages,
  invoices,
  emails,
  quoteEvents,
  subscriberEvents,
  subscribers,
} from "#app/server/database/tables.server.ts";
import { isOneOf } from "./person.server.ts";

/** The ids of what goes, by kind. */
export type Removal = {
  messages: string[];
  bookings: string[];
  quotes: string[];
  subscribers: string[];
  letters: string[];
};

/** The ids that a query finds. */
export async function idsOf(rows: PromiseLike<{ id: string }[]>): Promise<string[]> {
  return (await rows).map(({ id }) => id);
}

/** How many of each kind go by one statement: the server breaks off what takes it too long. */
const atOnce = 1_000;

/** Removes records with all that hangs on them; what only points at them stays and points nowhere. Only with the records open. */
export async function removeRecords(tx: Db, gone: Removal): Promise<void> {
  const most = Math.max(...Object.values(gone).map(({ length }) => length));
  for (let from = 0; from < most; from += atOnce) {
    const some = (ids: string[]) => ids.slice(from, from + atOnce);
    await removeSome(tx, {
      messages: some(gone.messages),
      bookings: some(gone.bookings),
      quotes: some(gone.quotes),
      subscribers: some(gone.subscribers),
      letters: some(gone.letters),
    });
  }
}

async function removeSome(tx: Db, gone: Removal): Promise<void> {
  await tx.delete(emails).where(isOneOf(emails.id, gone.letters));
  await tx
    .update(emails)
    .set({ contactMessageId: null })
    .where(isOneOf(emails.contactMessageId, gone.messages));
  await tx.update(emails).set({ invoiceId: null }).where(isOneOf(emails.invoiceId, gone.quotes));
  await tx
    .update(emails)
    .set({ subscriberId: null })
    .where(isOneOf(emails.subscriberId, gone.subscribers));
  await tx
    .update(invoices)
    .set({ enquiryId: null })
    .where(isOneOf(invoices.enquiryId, gone.messages));
  await tx
    .update(invoices)
    .set({ replacesId: null })
    .where(isOneOf(invoices.replacesId, gone.quotes));
  await tx.delete(quoteEvents).where(isOneOf(quoteEvents.invoiceId, gone.quotes));
  await tx.delete(invoices).where(isOneOf(invoices.id, gone.quotes));
  await tx.delete(subscriberEvents).where(isOneOf(subscriberEvents.subscriberId, gone.subscribers));
  await tx.delete(subscribers).where(isOneOf(subscribers.id, gone.subscribers));
  await tx.delete(contactMessages).where(isOneOf(contactMessages.id, gone.messages));
  await tx.delete(amebBookings).where(isOneOf(amebBookings.id, gone.bookings));
  await deleteJobsAbout(tx, [...gone.letters, ...gone.subscribers]);
}

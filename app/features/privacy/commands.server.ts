import { and, eq, gte, inArray, isNull, ne, notInArray, or, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/db.server.ts";
import { getSettings, type Settings } from "#app/server/env.server.ts";
import { type Counts, whileRecordsOpen } from "#app/server/forgetting.server.ts";
import { forgetJobs } from "#app/server/jobs.server.ts";
import { forgetCaptured } from "#app/server/mail.server.ts";
import { senderMark } from "#app/server/secret.server.ts";
import { activity, amebBookings, contactMessages, invoices, letters, oneTimeCodes, submissions, subscribers, users, verifications } from "#app/server/tables.server.ts";
import { kept, keptSince } from "#app/values/retention.ts";
import { entriesAbout, ofAddress } from "./queries.server.ts";
import { idsOf, type Removal, removeRecords } from "./removal.server.ts";

/** The two letters that belong to the record of an acceptance. */
export const lettersOfRecord = ["acceptance-receipt", "acceptance-notice"];

/** What was erased, and how many accepted quotes the law keeps. */
export type Erasure = { erased: Counts; keptQuotes: number };

/** Where an address is held outside this database. */
type Elsewhere = {
  /** Has the newsletter's audience forget a subscriber, in the same transaction. */
  forgetMember: (tx: Db, email: string) => Promise<void>;
};

/**
 * Erases a person for good, by e-mail address. An accepted quote stays with its record, since tax
 * law asks for it, but its public page ends. An administrator's account is not a visitor's and stays.
 */
export async function erasePerson(db: Db, by: Administrator, email: string, { forgetMember }: Elsewhere, now = new Date(), settings: Pick<Settings, "DATA_DIR" | "ADMIN_EMAILS"> = getSettings()): Promise<Erasure> {
  const address = email.trim().toLowerCase();
  let keptQuotes = 0;
  const erased = await whileRecordsOpen(
    db,
    { actor: by.email, action: "erased", of: "of one person" },
    async (tx) => {
      const { gone, lawful, files } = await findPerson(tx, address, now);
      keptQuotes = lawful.length;
      await tx.update(invoices).set({ slug: null }).where(inArray(invoices.id, lawful));
      const leaving = await tx.select({ email: subscribers.email }).from(subscribers).where(inArray(subscribers.id, gone.subscribers));
      for (const subscriber of leaving) await forgetMember(tx, subscriber.email);
      await tx.update(activity).set({ label: "(erased)", before: null, after: null }).where(entriesAbout([...gone.messages, ...gone.bookings, ...gone.quotes, ...gone.letters], address));
      await removeRecords(tx, gone);
      await forgetTraces(tx, address, settings.ADMIN_EMAILS);
      // Before the end of the transaction: what could not be removed leaves everything to be tried again.
      await forgetCaptured(settings.DATA_DIR, files);
      const { messages, bookings, quotes, subscribers: readers, letters: sent } = gone;
      return { message: messages.length, "AMEB booking": bookings.length, quote: quotes.length, subscription: readers.length, letter: sent.length };
    },
    now,
  );
  return { erased, keptQuotes };
}

/** What is to go, what the law keeps, and the letters that may lie as files. */
async function findPerson(tx: Db, address: string, now: Date) {
  const messages = await idsOf(tx.select({ id: contactMessages.id }).from(contactMessages).where(ofAddress("email", address)));
  const bookings = await idsOf(tx.select({ id: amebBookings.id }).from(amebBookings).where(ofAddress("contact_email", address)));
  const readers = await idsOf(tx.select({ id: subscribers.id }).from(subscribers).where(eq(subscribers.email, address)));
  const theirs = ofAddress("client_email", address);
  const lawful = await idsOf(tx.select({ id: invoices.id }).from(invoices).where(and(theirs, askedByLaw(now))).for("update"));
  const quotes = await idsOf(tx.select({ id: invoices.id }).from(invoices).where(and(theirs, notInArray(invoices.id, lawful))).for("update"));
  const about = or(
    ofAddress("recipient", address),
    ofAddress("reply_to", address),
    inArray(letters.contactMessageId, messages),
    inArray(letters.amebBookingId, bookings),
    inArray(letters.invoiceId, [...quotes, ...lawful]),
    inArray(letters.subscriberId, readers),
  );
  const ofNoRecord = or(isNull(letters.invoiceId), inArray(letters.invoiceId, quotes), notInArray(letters.kind, lettersOfRecord));
  const files = await tx.select({ id: letters.id, kind: letters.kind, createdAt: letters.createdAt }).from(letters).where(and(about, ofNoRecord));
  const gone: Removal = { messages, bookings, quotes, subscribers: readers, letters: files.map(({ id }) => id) };
  return { gone, lawful, files };
}

/** Accepted, and not so long ago that the law has lost interest. */
function askedByLaw(now: Date) {
  return and(sql`${invoices.acceptedAt} is not null`, gte(sql`greatest(${invoices.acceptedAt}, ${invoices.eventDate}::timestamptz)`, keptSince(kept.acceptedQuote, now).toISOString()));
}

/** What is known by the address alone: keys of forms, jobs and codes under way, an account that opens nothing. */
async function forgetTraces(tx: Db, address: string, administrators: readonly string[]): Promise<void> {
  await tx.delete(submissions).where(eq(submissions.who, senderMark(address)));
  await forgetJobs(tx, [], address);
  await tx.delete(oneTimeCodes).where(eq(oneTimeCodes.purpose, `email:${address}`));
  await tx.delete(verifications).where(sql`strpos(lower(${verifications.identifier} || ' ' || ${verifications.value}), ${address}) > 0`);
  if (!administrators.includes(address)) await tx.delete(users).where(and(eq(users.email, address), ne(users.role, "admin")));
}

import { and, eq, gte, isNull, ne, not, notInArray, or, sql } from "drizzle-orm";
import { emailedCodesFor } from "#app/features/auth/codes.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { getSettings, type Settings } from "#app/server/env.server.ts";
import { type ErasureCounts, eraseInTransaction } from "./erasure.server.ts";
import { deleteJobsAbout } from "#app/server/jobs/maintenance.server.ts";
import { deleteCapturedEmails } from "#app/server/outbound/captured-emails.server.ts";
import { senderDigest } from "#app/server/secret.server.ts";
import {
  auditEntries,
  amebBookings,
  contactMessages,
  invoices,
  emails,
  oneTimeCodes,
  quoteEvents,
  setupLinks,
  submissions,
  subscribers,
  users,
  verifications,
} from "#app/server/database/tables.server.ts";
import { periodStart } from "#app/values/period.ts";
import { retention } from "./retention.ts";
import { namesEmail } from "./naming.ts";
import {
  recordsOf,
  activityAbout,
  isOneOf,
  verificationsAbout,
  type Person,
} from "./person.server.ts";
import { idsOf, type Removal, removeRecords } from "./removal.server.ts";

/** The letters that belong to the record of an acceptance. */
export const acceptanceEmailKinds = ["acceptance-receipt", "acceptance-copy", "acceptance-notice"];

/** What was erased, and how many accepted quotes the law keeps. */
export type Erasure = { erased: ErasureCounts; keptQuotes: number };

/** Where an address is held outside this database. */
type Elsewhere = {
  /** Has the newsletter's audience forget a subscriber, in the same transaction. */
  deleteMailchimpMember: (tx: Db, email: string) => Promise<void>;
};

/**
 * Erases a person for good. An accepted quote stays with its record, since tax law asks for it, but
 * the client's public page ends. A quote that the person only accepted is its client's: no more than
 * the acceptance goes, once no law asks for that.
 */
export async function erasePerson(
  db: Db,
  by: Administrator,
  person: Person,
  { deleteMailchimpMember }: Elsewhere,
  now = new Date(),
  settings: Pick<Settings, "DATA_DIR"> = getSettings(),
): Promise<Erasure> {
  let keptQuotes = 0;
  const erased = await eraseInTransaction(
    db,
    { actor: by.email, action: "erased", of: "of one person" },
    async (tx) => {
      const { gone, ended, lawful, files, acceptances } = await findAll(tx, person, now);
      keptQuotes = lawful.length;
      await tx.update(invoices).set({ slug: null }).where(isOneOf(invoices.id, ended));
      const leaving = await tx
        .select({ email: subscribers.email })
        .from(subscribers)
        .where(isOneOf(subscribers.id, gone.subscribers));
      for (const subscriber of leaving) await deleteMailchimpMember(tx, subscriber.email);
      const entries = await activityAbout(tx, person, Object.values(gone).flat());
      await tx
        .update(auditEntries)
        .set({ label: "(erased)", before: null, after: null })
        .where(isOneOf(auditEntries.id, entries));
      await tx
        .update(quoteEvents)
        .set({ data: { clientName: "(erased)", clientEmail: "(erased)" } })
        .where(isOneOf(quoteEvents.id, acceptances));
      await removeRecords(tx, gone);
      const accounts = await forgetTraces(tx, person);
      // Before the end of the transaction: what could not be removed leaves everything to be tried again.
      await deleteCapturedEmails(settings.DATA_DIR, files);
      const { messages, bookings, quotes, subscribers: readers, letters: sent } = gone;
      return {
        message: messages.length,
        "AMEB booking": bookings.length,
        quote: quotes.length,
        acceptance: acceptances.length,
        subscription: readers.length,
        letter: sent.length,
        change: entries.length,
        account: accounts,
      };
    },
    now,
  );
  return { erased, keptQuotes };
}

/** What is to go, what the law keeps, and the letters that may lie as files. */
async function findAll(tx: Db, person: Person, now: Date) {
  const theirs = recordsOf(tx, person);
  const messages = await idsOf(
    tx.select({ id: contactMessages.id }).from(contactMessages).where(theirs.messages),
  );
  const bookings = await idsOf(
    tx.select({ id: amebBookings.id }).from(amebBookings).where(theirs.bookings),
  );
  const readers = await idsOf(
    tx.select({ id: subscribers.id }).from(subscribers).where(theirs.newsletter),
  );
  const related = await tx
    .select({ id: invoices.id, own: theirs.quotes, lawful: askedByLaw(now) })
    .from(invoices)
    .where(or(theirs.quotes, theirs.acceptedQuotes))
    .for("update");
  const lawful = related.filter((quote) => quote.lawful).map(({ id }) => id);
  const ended = related.filter((quote) => quote.lawful && quote.own).map(({ id }) => id);
  const quotes = related.filter((quote) => !quote.lawful && quote.own).map(({ id }) => id);
  const shared = related.filter((quote) => !quote.lawful && !quote.own).map(({ id }) => id);
  const acceptances = await tx
    .select({ id: quoteEvents.id })
    .from(quoteEvents)
    .where(and(theirs.acceptances, isOneOf(quoteEvents.invoiceId, shared)));
  const ofNoRecord = or(
    isNull(emails.invoiceId),
    not(isOneOf(emails.invoiceId, lawful)),
    notInArray(emails.kind, acceptanceEmailKinds),
  );
  const file = { id: emails.id, kind: emails.kind, createdAt: emails.createdAt };
  const own = await tx.select(file).from(emails).where(and(theirs.emails, ofNoRecord));
  // The client of a quote that the person accepted was told by whom.
  const told = await tx
    .select({ ...file, subject: emails.subject, text: emails.text })
    .from(emails)
    .where(
      and(
        isOneOf(emails.invoiceId, shared),
        not(
          isOneOf(
            emails.id,
            own.map(({ id }) => id),
          ),
        ),
      ),
    );
  const naming = told.filter(({ subject, text }) => namesEmail([subject, text], person.address));
  const files = [...own, ...naming];
  const gone: Removal = {
    messages,
    bookings,
    quotes,
    subscribers: readers,
    letters: files.map(({ id }) => id),
  };
  return { gone, ended, lawful, files, acceptances: acceptances.map(({ id }) => id) };
}

/** Accepted, and not so long ago that the law has lost interest. */
function askedByLaw(now: Date) {
  const last = sql`greatest(${invoices.acceptedAt}, ${invoices.eventDate}::timestamptz)`;
  const since = periodStart(retention.acceptedQuote, now).toISOString();
  return sql<boolean>`${and(sql`${invoices.acceptedAt} is not null`, gte(last, since))}`;
}

/** What is known by the address alone: keys of forms, jobs and codes under way, an account that opens nothing. Says how many accounts. */
async function forgetTraces(tx: Db, person: Person): Promise<number> {
  const { address } = person;
  await tx.delete(submissions).where(eq(submissions.emailHash, senderDigest(address)));
  await deleteJobsAbout(tx, [], address);
  await tx.delete(oneTimeCodes).where(emailedCodesFor(address));
  await tx.delete(setupLinks).where(eq(sql`lower(${setupLinks.email})`, address));
  await tx
    .delete(verifications)
    .where(isOneOf(verifications.id, await verificationsAbout(tx, person)));
  const gone = await tx
    .delete(users)
    .where(and(recordsOf(tx, person).accounts, ne(users.role, "admin")))
    .returning({ id: users.id });
  return gone.length;
}

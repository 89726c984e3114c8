import { and, eq, ne, sql, gte, isNull, not, notInArray, or } from "drizzle-orm";
import { emailedCodesFor } from "#app/features/auth/credentials.server.ts";
import type { Owner } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { getSettings, type Settings } from "#app/server/env.server.ts";
import { deleteJobsAbout } from "#app/server/jobs/maintenance.server.ts";
import { deleteCapturedEmails } from "#app/server/outbound/email-transport.server.ts";
import { senderDigest } from "#app/server/secret.server.ts";
import {
  auditEntries,
  clientNotes,
  credits,
  quotes,
  oneTimeCodes,
  quoteEvents,
  salesInvoices,
  setupLinks,
  submissions,
  subscribers,
  users,
  verifications,
  waitingList,
  amebBookings,
  contactMessages,
  countedQuote,
  diaryEntries,
  emails,
  erasedPeople,
  imports,
} from "#app/server/database/tables.server.ts";
import { periodStart } from "#app/values/period.ts";
import {
  removeRecords,
  removeReminders,
  findIds,
  type Removal,
  type ErasureCounts,
  eraseInTransaction,
} from "./removal.server.ts";
import {
  activityAbout,
  isAnyOf,
  type Person,
  recordsOf,
  verificationsAbout,
  acceptanceEmailKinds,
  namesEmail,
} from "./person.server.ts";
import { invoicesOf } from "./retention.server.ts";
import { retention } from "./retention.ts";

type Erasure = { erased: ErasureCounts; keptQuotes: number; keptInvoices: number };

type OtherServices = { deleteMailchimpMember: (tx: Db, email: string) => Promise<void> };

/** Accepted quotes, invoices and payments stay for their tax period, unpublished; so does an acceptance on behalf. */
export async function erasePerson(
  db: Db,
  by: Owner,
  person: Person,
  { deleteMailchimpMember }: OtherServices,
  now = new Date(),
  settings: Pick<Settings, "DATA_DIR"> = getSettings(),
): Promise<Erasure> {
  const kept = { keptQuotes: 0, keptInvoices: 0 };
  const occasion = { actor: by.email, action: "erased", of: "of one person" } as const;
  const erase = async (tx: Db) => {
    const found = await findErasable(tx, person, now);
    const { removal, acceptances } = found;
    kept.keptQuotes = found.lawful.length;
    kept.keptInvoices = found.lawfulInvoices.length;
    await unpublish(tx, found);
    for (const email of await subscriberEmails(tx, removal.subscribers))
      await deleteMailchimpMember(tx, email);
    const about = [...Object.values(removal).flat(), ...found.inDiary];
    const entries = await activityAbout(tx, person, about);
    await redact(tx, entries, acceptances);
    await removeRecords(tx, removal);
    const notes = await tx
      .delete(clientNotes)
      .where(recordsOf(tx, person).notes)
      .returning({ email: clientNotes.email });
    const accounts = await eraseTraces(tx, person);
    // A file that waits to be imported may name the person.
    await tx.delete(imports).where(isNull(imports.importedAt));
    const emailHash = senderDigest(person.address);
    await tx.insert(erasedPeople).values({ emailHash, erasedAt: now }).onConflictDoNothing();
    // Inside the transaction: if a file can't be removed, everything can be tried again.
    await deleteCapturedEmails(settings.DATA_DIR, found.files);
    return {
      message: removal.messages.length,
      "AMEB booking": removal.bookings.length,
      quote: removal.quotes.length,
      invoice: removal.invoices.length,
      acceptance: acceptances.length,
      subscription: removal.subscribers.length,
      appointment: removal.appointments.length,
      note: notes.length,
      email: removal.emails.length,
      "activity record": entries.length,
      account: accounts,
    };
  };
  return { erased: await eraseInTransaction(db, occasion, erase, now), ...kept };
}

async function unpublish(
  tx: Db,
  { unpublished, lawfulInvoices }: Awaited<ReturnType<typeof findErasable>>,
): Promise<void> {
  await tx.update(quotes).set({ slug: null }).where(isAnyOf(quotes.id, unpublished));
  await tx
    .update(salesInvoices)
    .set({ slug: null, copyEmail: "" })
    .where(isAnyOf(salesInvoices.id, lawfulInvoices));
  await removeReminders(tx, "quote", unpublished);
  await removeReminders(tx, "invoice", lawfulInvoices);
}

async function subscriberEmails(tx: Db, ids: string[]): Promise<string[]> {
  const { email } = subscribers;
  const found = await tx.select({ email }).from(subscribers).where(isAnyOf(subscribers.id, ids));
  return found.map((subscriber) => subscriber.email);
}

async function redact(tx: Db, entries: number[], acceptances: number[]): Promise<void> {
  await tx
    .update(auditEntries)
    .set({ label: "(erased)", before: null, after: null })
    .where(isAnyOf(auditEntries.id, entries));
  await tx
    .update(quoteEvents)
    .set({ data: { clientName: "(erased)", clientEmail: "(erased)" } })
    .where(isAnyOf(quoteEvents.id, acceptances));
}

async function eraseTraces(tx: Db, person: Person): Promise<number> {
  const { address } = person;
  await tx.delete(submissions).where(eq(submissions.emailHash, senderDigest(address)));
  await deleteJobsAbout(tx, [], address);
  await tx.delete(credits).where(recordsOf(tx, person).packages);
  await tx.delete(waitingList).where(recordsOf(tx, person).waiting);
  const isCopied = eq(sql`lower(${salesInvoices.copyEmail})`, address);
  await tx.update(salesInvoices).set({ copyEmail: "" }).where(isCopied);
  await tx.delete(oneTimeCodes).where(emailedCodesFor(address));
  await tx.delete(setupLinks).where(eq(sql`lower(${setupLinks.email})`, address));
  await tx
    .delete(verifications)
    .where(isAnyOf(verifications.id, await verificationsAbout(tx, person)));
  const deleted = await tx
    .delete(users)
    .where(and(recordsOf(tx, person).accounts, ne(users.role, "admin")))
    .returning({ id: users.id });
  return deleted.length;
}

/** `files`: emails that may exist as files. `inDiary`: includes the records' events and exams. */
async function findErasable(tx: Db, person: Person, now: Date) {
  const theirs = recordsOf(tx, person);
  const { lawful, unpublished, erased, shared } = await quotesOf(tx, person, now);
  const invoices = await invoicesOf(tx, person, erased, now);
  const files = await emailsOf(tx, person, lawful, shared);
  const acceptances = await tx
    .select({ id: quoteEvents.id })
    .from(quoteEvents)
    .where(and(theirs.acceptances, isAnyOf(quoteEvents.quoteId, shared)));
  const removal: Removal = {
    messages: await findIds(tx, contactMessages, theirs.messages),
    bookings: await findIds(tx, amebBookings, theirs.bookings),
    quotes: erased,
    invoices: invoices.erased,
    subscribers: await findIds(tx, subscribers, theirs.newsletter),
    appointments: await findIds(
      tx,
      diaryEntries,
      and(theirs.diary, eq(diaryEntries.kind, "appointment")),
    ),
    emails: files.map(({ id }) => id),
  };
  const inDiary = await findIds(tx, diaryEntries, theirs.diary);
  return {
    removal,
    inDiary,
    unpublished,
    lawful,
    lawfulInvoices: invoices.lawful,
    files,
    acceptances: acceptances.map(({ id }) => id),
  };
}

/** `lawful`: kept for tax; `unpublished`: of those, the person's own; `shared`: only accepted by them. */
async function quotesOf(tx: Db, person: Person, now: Date) {
  const theirs = recordsOf(tx, person);
  const related = await tx
    .select({ id: quotes.id, own: theirs.quotes, lawful: isKeptForTax(now) })
    .from(quotes)
    .where(or(theirs.quotes, theirs.acceptedQuotes))
    .for("update");
  const idsWhere = (matches: (quote: (typeof related)[number]) => unknown) =>
    related.filter(matches).map(({ id }) => id);
  return {
    lawful: idsWhere((quote) => quote.lawful),
    unpublished: idsWhere((quote) => quote.lawful && quote.own),
    erased: idsWhere((quote) => !quote.lawful && quote.own),
    shared: idsWhere((quote) => !quote.lawful && !quote.own),
  };
}

/** Emails to or about the person, and those that told a shared quote's client who accepted it. */
async function emailsOf(tx: Db, person: Person, lawful: string[], shared: string[]) {
  const isErasable = or(
    isNull(emails.quoteId),
    not(isAnyOf(emails.quoteId, lawful)),
    notInArray(emails.kind, acceptanceEmailKinds),
  );
  const file = { id: emails.id, kind: emails.kind, createdAt: emails.createdAt };
  const own = await tx
    .select(file)
    .from(emails)
    .where(and(recordsOf(tx, person).emails, isErasable));
  const ownIds = own.map(({ id }) => id);
  const ofShared = await tx
    .select({ ...file, subject: emails.subject, text: emails.text })
    .from(emails)
    .where(and(isAnyOf(emails.quoteId, shared), not(isAnyOf(emails.id, ownIds))));
  const naming = ofShared.filter(({ subject, text }) =>
    namesEmail([subject, text], person.address),
  );
  return [...own, ...naming];
}

function isKeptForTax(now: Date) {
  const { acceptedAt, rejectedAt, eventDate } = quotes;
  const last = sql`greatest(${acceptedAt}, ${rejectedAt}, ${eventDate}::timestamptz)`;
  const since = periodStart(retention.acceptedQuote, now).toISOString();
  return sql<boolean>`${and(countedQuote, gte(last, since))}`;
}

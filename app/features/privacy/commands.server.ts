import { and, eq, ne, sql } from "drizzle-orm";
import { emailedCodesFor } from "#app/features/auth/codes.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { getSettings, type Settings } from "#app/server/env.server.ts";
import { deleteJobsAbout } from "#app/server/jobs/maintenance.server.ts";
import { deleteCapturedEmails } from "#app/server/outbound/captured-emails.server.ts";
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
} from "#app/server/database/tables.server.ts";
import { findErasable } from "./erasable.server.ts";
import { type ErasureCounts, eraseInTransaction } from "./erasure.server.ts";
import {
  activityAbout,
  isAnyOf,
  type Person,
  recordsOf,
  verificationsAbout,
} from "./person.server.ts";
import { removeRecords, removeReminders } from "./removal.server.ts";

export type Erasure = { erased: ErasureCounts; keptQuotes: number; keptInvoices: number };

type OtherServices = { deleteMailchimpMember: (tx: Db, email: string) => Promise<void> };

/**
 * Accepted quotes, issued invoices and payments stay for their tax period, without public pages. An
 * acceptance on a client's behalf is erased after that period.
 */
export async function erasePerson(
  db: Db,
  by: Administrator,
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

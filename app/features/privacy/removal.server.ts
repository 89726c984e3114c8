import { and, eq, notExists, sql } from "drizzle-orm";
import { lockDiary } from "#app/features/diary/entries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import type { ReminderKind } from "#app/server/database/enums.ts";
import { deleteJobsAbout } from "#app/server/jobs/maintenance.server.ts";
import {
  amebBookings,
  bankLines,
  contactMessages,
  diaryEntries,
  emailAttachments,
  quotes,
  emails,
  pausedReminders,
  payments,
  quoteEvents,
  reminders,
  salesInvoices,
  subscriberEvents,
  subscribers,
  auditEntries,
} from "#app/server/database/tables.server.ts";
import { countOf } from "#app/values/wording.ts";
import { isAnyOf } from "./person.server.ts";

export type Removal = {
  messages: string[];
  bookings: string[];
  quotes: string[];
  /** Credit notes before the invoices that they correct, so that a batch may end between them. */
  invoices: string[];
  subscribers: string[];
  /** Diary entries, without those of a quote's event or an exam, which go with their record. */
  appointments: string[];
  emails: string[];
};

export const noRemoval: Removal = {
  messages: [],
  bookings: [],
  quotes: [],
  invoices: [],
  subscribers: [],
  appointments: [],
  emails: [],
};

export async function idsOf(rows: PromiseLike<{ id: string }[]>): Promise<string[]> {
  return (await rows).map(({ id }) => id);
}

/** Rows of each kind per statement, within the statement timeout. */
const batchSize = 1_000;

/** References to them become null. Only within `eraseInTransaction`. */
export async function removeRecords(tx: Db, removal: Removal): Promise<void> {
  await lockDiary(tx);
  const longest = Math.max(...Object.values(removal).map(({ length }) => length));
  for (let from = 0; from < longest; from += batchSize) {
    const batch = (ids: string[]) => ids.slice(from, from + batchSize);
    await removeBatch(tx, {
      messages: batch(removal.messages),
      bookings: batch(removal.bookings),
      quotes: batch(removal.quotes),
      invoices: batch(removal.invoices),
      subscribers: batch(removal.subscribers),
      appointments: batch(removal.appointments),
      emails: batch(removal.emails),
    });
  }
}

async function removeBatch(tx: Db, removal: Removal): Promise<void> {
  await tx.delete(emails).where(isAnyOf(emails.id, removal.emails));
  await removeReminders(tx, "appointment", removal.appointments);
  await tx.delete(diaryEntries).where(isAnyOf(diaryEntries.id, removal.appointments));
  await removeInvoices(tx, removal.invoices);
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
  await tx
    .update(salesInvoices)
    .set({ quoteId: null })
    .where(isAnyOf(salesInvoices.quoteId, removal.quotes));
  await removeReminders(tx, "quote", removal.quotes);
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

async function removeInvoices(tx: Db, ids: string[]): Promise<void> {
  await tx.update(emails).set({ salesInvoiceId: null }).where(isAnyOf(emails.salesInvoiceId, ids));
  await tx.delete(emailAttachments).where(isAnyOf(emailAttachments.salesInvoiceId, ids));
  await removeReminders(tx, "invoice", ids);
  await tx
    .update(diaryEntries)
    .set({ salesInvoiceId: null })
    .where(isAnyOf(diaryEntries.salesInvoiceId, ids));
  const removed = await tx
    .delete(payments)
    .where(isAnyOf(payments.salesInvoiceId, ids))
    .returning({ line: payments.bankLineId });
  const lines = removed.map(({ line }) => line).filter((line) => line !== null);
  await tx.delete(bankLines).where(and(isAnyOf(bankLines.id, lines), paysNothing(tx)));
  await tx.delete(salesInvoices).where(isAnyOf(salesInvoices.id, ids));
}

export function paysNothing(tx: Db) {
  const paid = tx.select({ id: payments.id }).from(payments);
  return notExists(paid.where(eq(payments.bankLineId, bankLines.id)));
}

export async function removeReminders(tx: Db, kind: ReminderKind, ids: string[]): Promise<void> {
  for (const table of [reminders, pausedReminders])
    await tx.delete(table).where(and(eq(table.recordKind, kind), isAnyOf(table.recordId, ids)));
}

/* A trigger lets append-only tables change only in a transaction that names its activity entry. */

export type ErasureCounts = Readonly<Record<string, number>>;

type Occasion = { actor: string; action: "erased"; of: string };

/** Writes no entry when nothing was erased. */
export function eraseInTransaction<C extends ErasureCounts>(
  db: Db,
  { actor, action, of }: Occasion,
  erase: (tx: Db) => Promise<C>,
  now: Date,
): Promise<C> {
  return db.transaction(async (tx) => {
    const [entry] = await tx
      .insert(auditEntries)
      .values({ at: now, actor, action, subjectKind: "records", label: of })
      .returning({ id: auditEntries.id });
    const isEntry = eq(auditEntries.id, entry!.id);
    await tx.execute(sql`select set_config('privacy.entry', ${String(entry!.id)}, true)`);
    const counts = await erase(tx);
    const list = countsInWords(counts);
    if (list)
      await tx
        .update(auditEntries)
        .set({ label: `${of}: ${list}` })
        .where(isEntry);
    else await tx.delete(auditEntries).where(isEntry);
    return counts;
  });
}

/** `2 messages, 1 email` */
export function countsInWords(counts: ErasureCounts): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([noun, count]) => countOf(count, noun))
    .join(", ");
}

import { and, eq, notExists, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
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

export async function findIds(
  tx: Db,
  { id }: { id: PgColumn },
  where: SQL | undefined,
  ...order: SQL[]
): Promise<string[]> {
  const rows = await tx
    .select({ id: sql<string>`${id}` })
    .from(id.table)
    .where(where)
    .orderBy(...order);
  return rows.map((row) => row.id);
}

/** Rows of each kind per statement, within the statement timeout. */
const batchSize = 1_000;

/** References to them become null. Only within `eraseInTransaction`. */
export async function removeRecords(tx: Db, removal: Partial<Removal>): Promise<void> {
  await lockDiary(tx);
  const longest = Math.max(...Object.values(removal).map(({ length }) => length));
  for (let from = 0; from < longest; from += batchSize) {
    const batch = (ids: string[] = []) => ids.slice(from, from + batchSize);
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
  await remove(tx, emails.id, removal.emails);
  await removeReminders(tx, "appointment", removal.appointments);
  await remove(tx, diaryEntries.id, removal.appointments);
  await removeInvoices(tx, removal.invoices);
  await detach(tx, emails.contactMessageId, removal.messages);
  await detach(tx, emails.quoteId, removal.quotes);
  await detach(tx, emails.subscriberId, removal.subscribers);
  await detach(tx, quotes.enquiryId, removal.messages);
  await detach(tx, quotes.replacesId, removal.quotes);
  await detach(tx, salesInvoices.quoteId, removal.quotes);
  await removeReminders(tx, "quote", removal.quotes);
  await remove(tx, quoteEvents.quoteId, removal.quotes);
  await remove(tx, quotes.id, removal.quotes);
  await remove(tx, subscriberEvents.subscriberId, removal.subscribers);
  await remove(tx, subscribers.id, removal.subscribers);
  await remove(tx, contactMessages.id, removal.messages);
  await removeReminders(tx, "booking", removal.bookings);
  await remove(tx, amebBookings.id, removal.bookings);
  await deleteJobsAbout(tx, [...removal.emails, ...removal.subscribers]);
}

async function remove(tx: Db, column: PgColumn, ids: string[]): Promise<void> {
  await tx.delete(column.table).where(isAnyOf(column, ids));
}

async function detach(tx: Db, reference: PgColumn, ids: string[]): Promise<void> {
  await tx.execute(sql`update ${reference.table}
    set ${sql.identifier(reference.name)} = null where ${isAnyOf(reference, ids)}`);
}

async function removeInvoices(tx: Db, ids: string[]): Promise<void> {
  await detach(tx, emails.salesInvoiceId, ids);
  await remove(tx, emailAttachments.salesInvoiceId, ids);
  await removeReminders(tx, "invoice", ids);
  await detach(tx, diaryEntries.salesInvoiceId, ids);
  const removed = await tx
    .delete(payments)
    .where(isAnyOf(payments.salesInvoiceId, ids))
    .returning({ line: payments.bankLineId });
  const lines = removed.map(({ line }) => line).filter((line) => line !== null);
  await tx.delete(bankLines).where(and(isAnyOf(bankLines.id, lines), paysNothing(tx)));
  await remove(tx, salesInvoices.id, ids);
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

export function countsInWords(counts: ErasureCounts): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([noun, count]) => countOf(count, noun))
    .join(", ");
}

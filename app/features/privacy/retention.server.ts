import { existsSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import {
  and,
  eq,
  exists,
  gt,
  isNotNull,
  isNull,
  lt,
  not,
  notInArray,
  or,
  type SQL,
  sql,
  ne,
  notExists,
} from "drizzle-orm";
import { alias, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { isExpiredSession } from "#app/features/auth/sessions.server.ts";
import { isPending } from "#app/features/email/outbox.server.ts";
import { updateBackups } from "#app/server/backup/update.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  auditEntries,
  amebBookings,
  clientNotes,
  contactMessages,
  diaryEntries,
  emailTemplates,
  mailings,
  salesInvoices,
  quotes,
  emails,
  oneTimeCodes,
  sessions,
  setupLinks,
  signIns,
  subscriberEvents,
  subscribers,
  verifications,
  bankImports,
  bankLines,
  reminders,
} from "#app/server/database/tables.server.ts";
import { periodStart, type Period } from "#app/values/period.ts";
import { type Day, melbourneDay } from "#app/values/calendar.ts";
import {
  findIds,
  removeRecords,
  paysNothing,
  type ErasureCounts,
  eraseInTransaction,
} from "./removal.server.ts";
import { retention } from "./retention.ts";
import { acceptanceEmailKinds, isAnyOf, type Person, recordsOf } from "./person.server.ts";

export function eraseExpiredRecords(db: Db, now = new Date()): Promise<ErasureCounts> {
  const occasion = {
    actor: "Scheduled cleanup",
    action: "erased",
    of: "past their retention period",
  } as const;
  const erase = async (tx: Db) => {
    const expired = await expiredQuotes(tx, now);
    const removal = {
      quotes: expired,
      invoices: await expiredInvoices(tx, expired, now),
      bookings: await expiredBookings(tx, now),
      subscribers: await expiredSubscribers(tx, now),
      appointments: await expiredAppointments(tx, now),
      emails: await expiredEmails(tx, now),
    };
    await removeRecords(tx, removal);
    // Last: a message is kept as long as the quote that it led to.
    const messages = await expiredMessages(tx, now);
    await removeRecords(tx, { messages });
    const lines = await deleteExpiredBankLines(tx, now);
    await deleteSettledReminders(tx, now);
    const notes = await deleteOrphanedNotes(tx, now);
    const entries = await tx
      .delete(auditEntries)
      .where(lt(auditEntries.at, periodStart(retention.activity, now)))
      .returning({ id: auditEntries.id });
    return {
      message: messages.length,
      "AMEB booking": removal.bookings.length,
      quote: removal.quotes.length,
      invoice: removal.invoices.length,
      "bank line": lines,
      subscription: removal.subscribers.length,
      appointment: removal.appointments.length,
      email: removal.emails.length,
      note: notes,
      "activity record": entries.length,
    };
  };
  return eraseInTransaction(db, occasion, erase, now);
}

// received_at counts too, so that imported records are kept as long as new ones.
const isoStart = (period: Period, now: Date) => periodStart(period, now).toISOString();

const isOldSpam = (
  { spamReason, createdAt }: { spamReason: PgColumn; createdAt: PgColumn },
  now: Date,
) => and(isNotNull(spamReason), lt(createdAt, periodStart(retention.spam, now)));

function expiredMessages(tx: Db, now: Date): Promise<string[]> {
  const ledToQuote = tx
    .select({ id: quotes.enquiryId })
    .from(quotes)
    .where(isNotNull(quotes.enquiryId));
  const withoutQuote = and(
    lt(contactMessages.receivedAt, periodStart(retention.enquiry, now)),
    lt(contactMessages.createdAt, periodStart(retention.enquiry, now)),
    notInArray(contactMessages.id, ledToQuote),
  );
  return findIds(tx, contactMessages, or(isOldSpam(contactMessages, now), withoutQuote));
}

function expiredBookings(tx: Db, now: Date): Promise<string[]> {
  const pastExam = lt(
    sql`greatest(${amebBookings.createdAt}, ${amebBookings.receivedAt}, ${amebBookings.examDate}::timestamptz)`,
    isoStart(retention.enquiry, now),
  );
  return findIds(tx, amebBookings, or(isOldSpam(amebBookings, now), pastExam));
}

/** A quote that an accepted version replaced is kept with it. */
function expiredQuotes(tx: Db, now: Date): Promise<string[]> {
  const lastTouched = sql`greatest(
    ${quotes.createdAt}, ${quotes.receivedAt}, ${quotes.updatedAt}, ${quotes.sentAt},
    ${quotes.viewedAt}, ${quotes.rejectedAt}, ${quotes.eventDate}::timestamptz)`;
  const wasNeverAccepted = and(
    isNull(quotes.acceptedAt),
    sql`${quotes.closedAs} is distinct from 'replaced'`,
    sql`coalesce(${quotes.keptAmount}, 0) = 0`,
  );
  const isOld = lt(lastTouched, isoStart(retention.openQuote, now));
  return findIds(tx, quotes, and(wasNeverAccepted, isOld));
}

async function deleteOrphanedNotes(tx: Db, now: Date): Promise<number> {
  const hasRecords = (table: PgTable, email: string) =>
    sql`exists (select 1 from ${table} where lower(${sql.identifier(email)}) = ${clientNotes.email})`;
  const deleted = await tx
    .delete(clientNotes)
    .where(
      and(
        lt(clientNotes.updatedAt, periodStart(retention.enquiry, now)),
        not(hasRecords(contactMessages, "email")),
        not(hasRecords(amebBookings, "contact_email")),
        not(hasRecords(quotes, "client_email")),
        not(hasRecords(salesInvoices, "buyer_email")),
        not(hasRecords(diaryEntries, "client_email")),
      ),
    )
    .returning({ email: clientNotes.email });
  return deleted.length;
}

/** Entries of a quote's event or an exam are kept as long as their record. */
function expiredAppointments(tx: Db, now: Date): Promise<string[]> {
  const isPast = lt(
    sql`greatest(${diaryEntries.receivedAt}, ${diaryEntries.endsAt})`,
    isoStart(retention.appointment, now),
  );
  const isOwn = and(isNull(diaryEntries.quoteId), isNull(diaryEntries.amebBookingId));
  return findIds(tx, diaryEntries, and(isOwn, or(isOldSpam(diaryEntries, now), isPast)));
}

function expiredSubscribers(tx: Db, now: Date): Promise<string[]> {
  const lastEvent = sql`coalesce(
    (select max(${subscriberEvents.at}) from ${subscriberEvents}
      where ${subscriberEvents.subscriberId} = ${subscribers.id}),
    ${subscribers.createdAt})`;
  const unconfirmed = and(
    or(isNotNull(subscribers.spamReason), eq(subscribers.state, "pending")),
    lt(lastEvent, isoStart(retention.spam, now)),
  );
  const left = and(
    eq(subscribers.state, "unsubscribed"),
    lt(lastEvent, isoStart(retention.unsubscribed, now)),
  );
  return findIds(tx, subscribers, or(unconfirmed, left));
}

function expiredEmails(tx: Db, now: Date): Promise<string[]> {
  const isNoAcceptanceRecord = or(
    isNull(emails.quoteId),
    notInArray(emails.kind, acceptanceEmailKinds),
  );
  const isOld = lt(emails.createdAt, periodStart(retention.email, now));
  return findIds(tx, emails, and(not(isPending), isOld, isNoAcceptanceRecord));
}

export async function purgeDeletedRecords(db: Db, now = new Date()): Promise<void> {
  const before = periodStart(retention.deleted, now);
  await db.delete(amebBookings).where(lt(amebBookings.deletedAt, before));
  await db.delete(emailTemplates).where(lt(emailTemplates.deletedAt, before));
  await db.delete(mailings).where(lt(mailings.deletedAt, before));
}

export async function deleteExpiredSignIns(db: Db, now = new Date()): Promise<void> {
  for (const table of [sessions, verifications, oneTimeCodes, setupLinks]) {
    await db.delete(table).where(lt(table.expiresAt, now));
  }
  await db.delete(sessions).where(isExpiredSession(now));
  const newer = alias(signIns, "newer");
  const followed = exists(
    db
      .select({ id: newer.id })
      .from(newer)
      .where(and(eq(newer.userId, signIns.userId), gt(newer.id, signIns.id))),
  );
  await db.delete(signIns).where(and(lt(signIns.at, periodStart(retention.signIn, now)), followed));
}

export async function deleteExpiredFiles(dataDir: string, now = new Date()): Promise<void> {
  for (const [folder, period] of [
    ["mail", retention.email],
    ["sms", retention.textMessage],
    [updateBackups.folder, updateBackups.kept],
  ] as const) {
    const path = join(dataDir, folder);
    if (!existsSync(path)) continue;
    for (const name of await readdir(path)) {
      const file = join(path, name);
      // A file that is being written is renamed at the end, so it may be gone.
      const found = await stat(file).catch(() => null);
      if (found && found.mtime < periodStart(period, now)) await rm(file, { force: true });
    }
  }
}

async function deleteExpiredBankLines(tx: Db, now: Date): Promise<number> {
  const since = periodStart(retention.bankLine, now);
  const deleted = await tx
    .delete(bankLines)
    .where(and(lt(bankLines.day, melbourneDay(since)), paysNothing(tx)))
    .returning({ id: bankLines.id });
  const lines = tx.select({ id: bankLines.id }).from(bankLines);
  await tx
    .delete(bankImports)
    .where(
      and(
        lt(bankImports.createdAt, since),
        notExists(lines.where(eq(bankLines.importId, bankImports.id))),
      ),
    );
  return deleted.length;
}

/** Reminders are kept as long as the emails that they caused. */
async function deleteSettledReminders(tx: Db, now: Date): Promise<void> {
  const isOld = lt(reminders.settledAt, periodStart(retention.email, now));
  await tx.delete(reminders).where(and(ne(reminders.state, "wanted"), isOld));
}

const creditNotesFirst = sql`${salesInvoices.creditsId} is null`;

/** `lawful`: kept for tax; `erased`: drafts, old invoices, and the drafts of erased quotes. */
export async function invoicesOf(tx: Db, person: Person, erasedQuotes: string[], now: Date) {
  const related = await tx
    .select({ id: salesInvoices.id, lawful: isInvoiceKept(now) })
    .from(salesInvoices)
    .where(or(recordsOf(tx, person).invoices, isDraftOf(erasedQuotes)))
    .orderBy(creditNotesFirst)
    .for("update");
  return {
    lawful: related.filter(({ lawful }) => lawful).map(({ id }) => id),
    erased: related.filter(({ lawful }) => !lawful).map(({ id }) => id),
  };
}

/** Drafts expire with their quote, or like a quote that was never accepted. */
function expiredInvoices(tx: Db, quoteIds: string[], now: Date): Promise<string[]> {
  const isOldDraft = and(
    isNull(salesInvoices.number),
    isNull(salesInvoices.quoteId),
    lt(salesInvoices.createdAt, periodStart(retention.openQuote, now)),
  );
  const isOld = and(
    isNotNull(salesInvoices.number),
    lt(salesInvoices.issuedOn, sinceDay(now)),
    sql`${lastDay} < ${sinceDay(now)}`,
  );
  const isExpired = or(isOld, isOldDraft, isDraftOf(quoteIds));
  return findIds(tx, salesInvoices, isExpired, creditNotesFirst);
}

const isDraftOf = (quoteIds: string[]) =>
  and(isNull(salesInvoices.number), isAnyOf(salesInvoices.quoteId, quoteIds));

const sinceDay = (now: Date): Day => melbourneDay(periodStart(retention.invoice, now));

function isInvoiceKept(now: Date): SQL<boolean> {
  return sql`(${salesInvoices.number} is not null and ${lastDay} >= ${sinceDay(now)})`;
}

/** Shared by an invoice and its credit notes, which are kept and removed together. */
const lastDay = sql`(select greatest(max(of_one.issued_on), max(payment.paid_on),
    max(quote.event_date))
  from sales_invoices of_one
  left join payments payment on payment.sales_invoice_id = of_one.id
  left join invoices quote on quote.id = of_one.quote_id
  where coalesce(sales_invoices.credits_id, sales_invoices.id) in (of_one.id, of_one.credits_id))`;

import { asc, eq, getTableColumns, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Owner } from "#app/features/auth/model.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  auditEntries,
  amebBookings,
  bankLines,
  cardDisputes,
  creditMoves,
  credits,
  clientNotes,
  contactMessages,
  diaryEntries,
  emailAttachments,
  examMarks,
  pausedReminders,
  payments,
  quotes,
  emails,
  quoteEvents,
  reminders,
  salesInvoices,
  sheetMusic,
  subscriberEvents,
  subscribers,
  users,
  waitingList,
} from "#app/server/database/tables.server.ts";
import { recordsOf, activityAbout, isAnyOf, type Person } from "./person.server.ts";

/** Includes quarantined and deleted rows. Recorded in the activity log. */
export async function exportPerson(db: Db, by: Owner, person: Person, now = new Date()) {
  const theirs = recordsOf(db, person);
  const messages = await storedMessages(db, theirs.messages);
  const bookings = await rows(db, amebBookings, theirs.bookings, amebBookings.createdAt);
  const { bytes: _bytes, ...file } = getTableColumns(sheetMusic);
  const music = await db
    .select(file)
    .from(sheetMusic)
    .where(isAnyOf(sheetMusic.bookingId, bookings.map(idOf)));
  const ofExams = isAnyOf(examMarks.bookingId, bookings.map(idOf));
  const marks = await rows(db, examMarks, ofExams, examMarks.at);
  const isTheirs = or(theirs.quotes, theirs.acceptedQuotes);
  const theirQuotes = await rows(db, quotes, isTheirs, quotes.createdAt);
  const events = await rowsOfEach(db, quoteEvents, "quoteId", theirQuotes);
  const money = await moneyOf(db, theirs.invoices);
  const diary = await rows(db, diaryEntries, theirs.diary, diaryEntries.startsAt);
  const packages = await rows(db, credits, theirs.packages, credits.createdAt);
  const packageMoves = await rowsOfEach(db, creditMoves, "creditId", packages);
  const waiting = await rows(db, waitingList, theirs.waiting, waitingList.createdAt);
  const newsletter = await rows(db, subscribers, theirs.newsletter, subscribers.createdAt);
  const consents = await rowsOfEach(db, subscriberEvents, "subscriberId", newsletter);
  const theirEmails = await rows(db, emails, theirs.emails, emails.createdAt);
  const attachments = await db
    .select({ emailId: emailAttachments.emailId, invoice: salesInvoices.number })
    .from(emailAttachments)
    .innerJoin(salesInvoices, eq(salesInvoices.id, emailAttachments.salesInvoiceId))
    .where(isAnyOf(emailAttachments.emailId, theirEmails.map(idOf)));
  const own = theirQuotes.filter(({ clientEmail }) => clientEmail.toLowerCase() === person.address);
  const { invoices } = money;
  const owned = [messages, bookings, own, invoices, diary, newsletter, theirEmails];
  const records = owned.flatMap((found) => found.map(idOf));
  const about = isAnyOf(auditEntries.id, await activityAbout(db, person, records));
  const changes = await rows(db, auditEntries, about, auditEntries.id);
  const accounts = await db
    .select({ email: users.email, name: users.name, createdAt: users.createdAt })
    .from(users)
    .where(theirs.accounts);
  const notes = await rows(db, clientNotes, theirs.notes, clientNotes.email);
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
    sheetMusic: music,
    examMarks: marks,
    quotes: theirQuotes,
    quoteEvents: events,
    ...money,
    diary,
    packages,
    packageMoves,
    waiting,
    reminders: await remindersOf(db, [...own, ...invoices, ...diary, ...bookings]),
    newsletter,
    newsletterEvents: consents,
    emails: theirEmails,
    attachments,
    notes,
    changes,
    accounts,
  };
}

async function moneyOf(db: Db, theirs: SQL | undefined) {
  const invoices = await rows(db, salesInvoices, theirs, salesInvoices.createdAt);
  const paid = await rowsOfEach(db, payments, "salesInvoiceId", invoices);
  const lineIds = paid.map(({ bankLineId }) => bankLineId).filter((id) => id !== null);
  const lines = await rows(db, bankLines, isAnyOf(bankLines.id, lineIds), bankLines.id);
  const disputes = await rowsOfEach(db, cardDisputes, "salesInvoiceId", invoices);
  return { invoices, payments: paid, bankLines: lines, disputes };
}

async function remindersOf(db: Db, records: readonly { id: string }[]) {
  const paused = isAnyOf(pausedReminders.recordId, records.map(idOf));
  return {
    planned: await rowsOfEach(db, reminders, "recordId", records),
    paused: await rows(db, pausedReminders, paused, pausedReminders.pausedAt),
  };
}

const idOf = ({ id }: { id: string }) => id;

/** Returns the event as stored, whatever its shape. */
function storedMessages(db: Db, where: SQL | undefined) {
  const event = sql<unknown>`${contactMessages.event}`.mapWith((stored: unknown) => stored);
  return db
    .select({ ...getTableColumns(contactMessages), event })
    .from(contactMessages)
    .where(where)
    .orderBy(asc(contactMessages.createdAt));
}

function rows<T extends PgTable>(db: Db, table: T, where: SQL | undefined, order: PgColumn) {
  const found = db
    .select()
    .from(table as PgTable)
    .where(where)
    .orderBy(asc(order));
  return found as unknown as Promise<T["$inferSelect"][]>;
}

/** The rows that refer to any of the records. */
const rowsOfEach = <T extends PgTable & Record<"id" | R, PgColumn>, R extends string>(
  db: Db,
  table: T,
  reference: R,
  records: readonly { id: string }[],
) => rows(db, table, isAnyOf(table[reference], records.map(idOf)), table.id);

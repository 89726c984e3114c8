import { existsSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, exists, gt, isNotNull, isNull, lt, notInArray, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { isExpiredSession } from "#app/features/auth/sessions.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { type ErasureCounts, eraseInTransaction } from "./erasure.server.ts";
import {
  auditEntries,
  amebBookings,
  contactMessages,
  emailTemplates,
  invoices,
  emails,
  oneTimeCodes,
  sessions,
  setupLinks,
  signIns,
  subscriberEvents,
  subscribers,
  verifications,
} from "#app/server/database/tables.server.ts";
import { periodStart, type Period } from "#app/values/period.ts";
import { retention } from "./retention.ts";
import { acceptanceEmailKinds } from "./commands.server.ts";
import { idsOf, removeRecords } from "./removal.server.ts";

/** Forgets every record whose time is over (`app/features/privacy/retention.ts`); the log says how many, when there were any. */
export function eraseExpiredRecords(db: Db, now = new Date()): Promise<ErasureCounts> {
  return eraseInTransaction(
    db,
    { actor: "Housekeeping", action: "forgot", of: "past their time" },
    async (tx) => {
      const gone = {
        quotes: await oldQuotes(tx, now),
        messages: [] as string[],
        bookings: await oldBookings(tx, now),
        subscribers: await oldSubscribers(tx, now),
        letters: await oldLetters(tx, now),
      };
      await removeRecords(tx, gone);
      // What no quote came of is known once the quotes are gone.
      const messages = await oldMessages(tx, now);
      await removeRecords(tx, { quotes: [], messages, bookings: [], subscribers: [], letters: [] });
      const changes = await tx
        .delete(auditEntries)
        .where(lt(auditEntries.at, periodStart(retention.activity, now)))
        .returning({ id: auditEntries.id });
      return {
        message: messages.length,
        "AMEB booking": gone.bookings.length,
        quote: gone.quotes.length,
        subscription: gone.subscribers.length,
        letter: gone.letters.length,
        change: changes.length,
      };
    },
    now,
  );
}

/* What was brought from elsewhere keeps its own past, and is kept as long as if it had come today. */

const since = (span: Period, now: Date) => periodStart(span, now).toISOString();

function oldMessages(tx: Db, now: Date): Promise<string[]> {
  const answered = tx
    .select({ id: invoices.enquiryId })
    .from(invoices)
    .where(isNotNull(invoices.enquiryId));
  const suspected = and(
    isNotNull(contactMessages.spamReason),
    lt(contactMessages.createdAt, periodStart(retention.spam, now)),
  );
  const fruitless = and(
    lt(contactMessages.receivedAt, periodStart(retention.enquiry, now)),
    lt(contactMessages.createdAt, periodStart(retention.enquiry, now)),
    notInArray(contactMessages.id, answered),
  );
  return idsOf(
    tx.select({ id: contactMessages.id }).from(contactMessages).where(or(suspected, fruitless)),
  );
}

function oldBookings(tx: Db, now: Date): Promise<string[]> {
  const suspected = and(
    isNotNull(amebBookings.spamReason),
    lt(amebBookings.createdAt, periodStart(retention.spam, now)),
  );
  const over = lt(
    sql`greatest(${amebBookings.createdAt}, ${amebBookings.receivedAt}, ${amebBookings.examDate}::timestamptz)`,
    since(retention.enquiry, now),
  );
  return idsOf(tx.select({ id: amebBookings.id }).from(amebBookings).where(or(suspected, over)));
}

/** One that an accepted quote has replaced stays with it. */
function oldQuotes(tx: Db, now: Date): Promise<string[]> {
  const touched = sql`greatest(${invoices.createdAt}, ${invoices.receivedAt}, ${invoices.updatedAt}, ${invoices.sentAt}, ${invoices.viewedAt}, ${invoices.rejectedAt}, ${invoices.eventDate}::timestamptz)`;
  const never = and(
    isNull(invoices.acceptedAt),
    sql`${invoices.closedAs} is distinct from 'replaced'`,
  );
  return idsOf(
    tx
      .select({ id: invoices.id })
      .from(invoices)
      .where(and(never, lt(touched, since(retention.openQuote, now)))),
  );
}

function oldSubscribers(tx: Db, now: Date): Promise<string[]> {
  const last = sql`coalesce((select max(${subscriberEvents.at}) from ${subscriberEvents} where ${subscriberEvents.subscriberId} = ${subscribers.id}), ${subscribers.createdAt})`;
  const unsure = and(
    or(isNotNull(subscribers.spamReason), eq(subscribers.state, "pending")),
    lt(last, since(retention.spam, now)),
  );
  const left = and(
    eq(subscribers.state, "unsubscribed"),
    lt(last, since(retention.unsubscribed, now)),
  );
  return idsOf(tx.select({ id: subscribers.id }).from(subscribers).where(or(unsure, left)));
}

function oldLetters(tx: Db, now: Date): Promise<string[]> {
  const ofNoRecord = or(isNull(emails.invoiceId), notInArray(emails.kind, acceptanceEmailKinds));
  return idsOf(
    tx
      .select({ id: emails.id })
      .from(emails)
      .where(
        and(
          notInArray(emails.state, ["queued", "sending"]),
          lt(emails.createdAt, periodStart(retention.email, now)),
          ofNoRecord,
        ),
      ),
  );
}

/** Deletes for good what was deleted and can no longer be restored. */
export async function purgeDeletedRecords(db: Db, now = new Date()): Promise<void> {
  const before = periodStart(retention.deleted, now);
  await db.delete(amebBookings).where(lt(amebBookings.deletedAt, before));
  await db.delete(emailTemplates).where(lt(emailTemplates.deletedAt, before));
}

/** Forgets what has run out by itself: sessions, links, codes and sign-ins of long ago. */
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

/** Removes letters and text messages that lie as files longer than they are kept. */
export async function deleteExpiredFiles(dataDir: string, now = new Date()): Promise<void> {
  for (const [folder, span] of [
    ["mail", retention.email],
    ["sms", retention.textMessage],
  ] as const) {
    const path = join(dataDir, folder);
    if (!existsSync(path)) continue;
    for (const name of await readdir(path)) {
      const file = join(path, name);
      // A letter that is just being kept loses its first name meanwhile.
      const found = await stat(file).catch(() => null);
      if (found && found.mtime < periodStart(span, now)) await rm(file, { force: true });
    }
  }
}

import { and, eq, gt, isNull, sql, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Administrator } from "#app/features/auth/model.ts";
import { overdueInvoice } from "#app/features/invoices/lists.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  amebBookings,
  answerableQuote,
  contactMessages,
  diaryEntries,
  emails,
  quotes,
  salesInvoices,
  isGenuineMessage,
  isListedBooking,
  isRequestedEntry,
} from "#app/server/database/tables.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { countLimit, type WaitingCounts } from "./model.ts";

/** `countLimit` means that many or more. */
export async function getWaitingCounts(
  db: Db,
  _by: Administrator,
  now = new Date(),
): Promise<WaitingCounts> {
  const counted = (table: PgTable, where: SQL | undefined) =>
    sql<number>`(select count(*)::int from (select 1 from ${table} where ${where} limit ${countLimit}) rows)`;
  const [counts] = await db
    .select({
      messages: counted(contactMessages, and(eq(contactMessages.state, "new"), isGenuineMessage)),
      bookings: counted(amebBookings, and(eq(amebBookings.status, "pending"), isListedBooking)),
      requests: counted(
        diaryEntries,
        and(isRequestedEntry, isNull(diaryEntries.spamReason), gt(diaryEntries.startsAt, now)),
      ),
      quotes: counted(quotes, answerableQuote(melbourneDay(now))),
      invoices: counted(salesInvoices, overdueInvoice(melbourneDay(now))),
      emails: counted(emails, eq(emails.state, "failed")),
    })
    .from(sql`(select 1) one`);
  return counts!;
}

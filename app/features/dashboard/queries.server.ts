import {
  and,
  countDistinct,
  desc,
  eq,
  gt,
  inArray,
  ne,
  not,
  or,
  sql,
  isNull,
  type SQL,
  count,
  gte,
  lt,
} from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Administrator } from "#app/features/auth/model.ts";
import { readableBy } from "#app/features/email/queries.server.ts";
import { isExpiredSession } from "#app/features/auth/sessions.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import {
  acceptedQuote,
  quotes,
  sessions,
  users,
  amebBookings,
  answerableQuote,
  contactMessages,
  diaryEntries,
  emails,
  salesInvoices,
  isGenuineMessage,
  isListedBooking,
  isRequestedEntry,
  keptQuote,
} from "#app/server/database/tables.server.ts";
import { overdueInvoice } from "#app/features/invoices/queries.server.ts";
import {
  melbourneDay,
  addMonths,
  type Month,
  monthOf,
  startOfMonth,
} from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import { countLimit, type WaitingCounts, previousVisit, visitGap } from "./model.ts";
import { log } from "#app/server/log.server.ts";

export async function countActiveAdministrators(db: Db, _by: Administrator, now = new Date()) {
  const adminEmails = getSettings().ADMIN_EMAILS;
  const [row] = await db
    .select({ people: countDistinct(sessions.userId) })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        gt(sessions.expiresAt, now),
        not(isExpiredSession(now)),
        eq(users.emailVerified, true),
        or(
          ne(users.role, "user"),
          adminEmails.length > 0
            ? inArray(sql`lower(${users.email})`, [...adminEmails])
            : undefined,
        ),
      ),
    );
  return row!.people;
}

export function listRecentlyAccepted(db: Db, _by: Administrator) {
  return db
    .select({
      id: quotes.id,
      clientName: quotes.clientName,
      invoiceType: quotes.invoiceType,
      eventDate: quotes.eventDate,
      totalAmount: quotes.totalAmount,
      acceptedAt: sql<Date>`${quotes.acceptedAt}`.mapWith(quotes.acceptedAt),
    })
    .from(quotes)
    .where(acceptedQuote)
    .orderBy(desc(quotes.acceptedAt), desc(quotes.id))
    .limit(5);
}

export type RecentQuote = Awaited<ReturnType<typeof listRecentlyAccepted>>[number];

export async function getWaitingCounts(
  db: Db,
  by: Administrator,
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
      emails: counted(emails, and(eq(emails.state, "failed"), readableBy(by))),
    })
    .from(sql`(select 1) one`);
  return counts!;
}

export type MonthlyRevenue = { month: Month; revenue: Cents; quotes: number };

export type Revenue = {
  invoices: number;
  total: Cents;
  thisMonth: Cents;
  lastMonth: Cents;
  months: MonthlyRevenue[];
};

// PostgreSQL's numeric allows NaN, and a single NaN makes the whole sum NaN.
const isAmount = sql`${quotes.totalAmount} <> 'NaN'`;
const cents = sql<number>`
  coalesce(sum(${quotes.totalAmount}) filter (where ${isAmount}) * 100, 0)::float8`;

/** Accepted quotes, in total and for the last twelve Melbourne months, this one included. */
export async function getRevenue(db: Db, _by: Administrator, now = new Date()): Promise<Revenue> {
  const thisMonth = monthOf(melbourneDay(now));
  const [whole] = await db
    .select({ invoices: count(), total: cents })
    .from(quotes)
    .where(acceptedQuote);
  const month = sql<Month>`to_char(${quotes.acceptedAt} at time zone 'Australia/Melbourne', 'YYYY-MM')`;
  const found = await db
    .select({ month, revenue: cents, quotes: count() })
    .from(quotes)
    .where(
      and(
        gte(quotes.acceptedAt, startOfMonth(addMonths(thisMonth, -11))),
        lt(quotes.acceptedAt, startOfMonth(addMonths(thisMonth, 1))),
      ),
    )
    .groupBy(sql`1`);
  const kept = await getKept(db);
  const months = Array.from({ length: 12 }, (_, index) => addMonths(thisMonth, index - 11)).map(
    (name) =>
      sumOf(
        name,
        [...found, ...kept].filter((row) => row.month === name),
      ),
  );
  const { revenue, quotes: cancelled } = sumOf(thisMonth, kept);
  return {
    invoices: whole!.invoices + cancelled,
    total: whole!.total + revenue,
    thisMonth: months[11]!.revenue,
    lastMonth: months[10]!.revenue,
    months,
  };
}

/** Amounts kept of cancelled bookings, by the month of the decision. */
function getKept(db: Db): Promise<MonthlyRevenue[]> {
  const { rejectedAt, keptAmount } = quotes;
  return db
    .select({
      month: sql<Month>`to_char(${rejectedAt} at time zone 'Australia/Melbourne', 'YYYY-MM')`,
      revenue: sql<number>`(sum(${keptAmount}) * 100)::float8`,
      quotes: count(),
    })
    .from(quotes)
    .where(keptQuote)
    .groupBy(sql`1`);
}

const sumOf = (month: Month, rows: readonly MonthlyRevenue[]): MonthlyRevenue => ({
  month,
  revenue: rows.reduce((sum, { revenue }) => sum + revenue, 0),
  quotes: rows.reduce((sum, row) => sum + row.quotes, 0),
});

/** A visit is stored at most this often, in milliseconds. */
const interval = 60_000;
const lastNoted = new Map<string, number>();

/** Not awaited: no page waits for it or fails with it. */
export function noteVisit(db: Db, by: Administrator, now = new Date()): void {
  const last = lastNoted.get(by.userId);
  if (last !== undefined && now.getTime() - last < interval) return;
  lastNoted.set(by.userId, now.getTime());
  recordVisit(db, by, now).catch((error: unknown) => log.warn({ err: error }, "visit not noted"));
}

/** The first page of a new visit stores when the previous one ended. */
export async function recordVisit(db: Db, { userId }: Administrator, now: Date): Promise<void> {
  const gapBefore = new Date(now.getTime() - visitGap).toISOString();
  const isStale = lt(users.seenAt, new Date(now.getTime() - interval));
  await db
    .update(users)
    .set({
      previousVisitAt: sql`case when ${users.seenAt} < ${gapBefore}
        then ${users.seenAt} else ${users.previousVisitAt} end`,
      seenAt: now,
    })
    .where(and(eq(users.id, userId), or(isNull(users.seenAt), isStale)));
}

/** Null at the first visit. Also right before the current visit is recorded. */
export async function getPreviousVisit(db: Db, by: Administrator, now = new Date()) {
  const [visits] = await db
    .select({ seenAt: users.seenAt, previousVisitAt: users.previousVisitAt })
    .from(users)
    .where(eq(users.id, by.userId));
  return visits ? previousVisit(visits, now) : null;
}

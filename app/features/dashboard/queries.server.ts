import {
  and,
  between,
  count,
  countDistinct,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  sql,
} from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import {
  amebBookings,
  contactMessages,
  emails,
  invoices,
  isGenuineMessage,
  isListedBooking,
  sessions,
  users,
} from "#app/server/database/tables.server.ts";
import {
  addDays,
  addMonths,
  melbourneDay,
  type Month,
  monthOf,
  startOfMonth,
} from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";

/** How far ahead exams lie on the desk, in days. */
const examsAhead = 14;

/** How far ahead the end of a quote lies on the desk, in days. */
const expiryAhead = 7;

/** What needs doing today. */
export async function getTasks(db: Db, _by: Administrator, now = new Date()) {
  const today = melbourneDay(now);
  const newMessages = await db.$count(
    contactMessages,
    and(eq(contactMessages.state, "new"), isGenuineMessage),
  );
  const newBookings = await db.$count(
    amebBookings,
    and(eq(amebBookings.status, "pending"), isListedBooking),
  );
  const open = and(
    isNull(invoices.acceptedAt),
    isNull(invoices.rejectedAt),
    eq(invoices.draft, false),
  );
  const pendingQuotes = await db.$count(invoices, open);
  const expiringQuotes = await db.$count(
    invoices,
    and(open, between(invoices.validUntil, today, addDays(today, expiryAhead))),
  );
  const soon = and(
    between(amebBookings.examDate, today, addDays(today, examsAhead)),
    ne(amebBookings.status, "cancelled"),
    isListedBooking,
  );
  const exams = await db.$count(amebBookings, soon);
  const failedLetters = await db.$count(emails, eq(emails.state, "failed"));
  return {
    newMessages,
    newBookings,
    pendingQuotes,
    expiringQuotes,
    exams,
    examsFrom: today,
    examsTo: addDays(today, examsAhead),
    failedLetters,
  };
}

export type MonthlyRevenue = { month: Month; revenue: Cents; quotes: number };

export type Revenue = {
  invoices: number;
  total: Cents;
  thisMonth: Cents;
  lastMonth: Cents;
  months: MonthlyRevenue[];
};

/** One amount that is none would make the whole sum none. */
const cents = sql<number>`coalesce(sum(${invoices.totalAmount}) filter (where ${invoices.totalAmount} <> 'NaN') * 100, 0)::float8`;

/** Accepted quotes and what they bring, as a whole and by Melbourne's months: the last twelve, this one included. */
export async function getRevenue(db: Db, _by: Administrator, now = new Date()): Promise<Revenue> {
  const thisMonth = monthOf(melbourneDay(now));
  const [whole] = await db
    .select({ invoices: count(), total: cents })
    .from(invoices)
    .where(isNotNull(invoices.acceptedAt));
  const month = sql<Month>`to_char(${invoices.acceptedAt} at time zone 'Australia/Melbourne', 'YYYY-MM')`;
  const found = await db
    .select({ month, revenue: cents, quotes: count() })
    .from(invoices)
    .where(
      and(
        gte(invoices.acceptedAt, startOfMonth(addMonths(thisMonth, -11))),
        lt(invoices.acceptedAt, startOfMonth(addMonths(thisMonth, 1))),
      ),
    )
    .groupBy(sql`1`);
  const months = Array.from({ length: 12 }, (_, index) => addMonths(thisMonth, index - 11)).map(
    (name) => found.find((row) => row.month === name) ?? { month: name, revenue: 0, quotes: 0 },
  );
  return {
    invoices: whole!.invoices,
    total: whole!.total,
    thisMonth: months[11]!.revenue,
    lastMonth: months[10]!.revenue,
    months,
  };
}

/** How many administrators have a session that has not run out. */
export async function countActiveAdministrators(
  db: Db,
  _by: Administrator,
  now = new Date(),
): Promise<number> {
  const listed = getSettings().ADMIN_EMAILS;
  const [row] = await db
    .select({ people: countDistinct(sessions.userId) })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        gt(sessions.expiresAt, now),
        eq(users.emailVerified, true),
        or(
          eq(users.role, "admin"),
          listed.length > 0 ? inArray(sql`lower(${users.email})`, [...listed]) : undefined,
        ),
      ),
    );
  return row!.people;
}

/** The five quotes accepted last. */
export function listRecentlyAccepted(db: Db, _by: Administrator) {
  return db
    .select({
      id: invoices.id,
      clientName: invoices.clientName,
      invoiceType: invoices.invoiceType,
      eventDate: invoices.eventDate,
      totalAmount: invoices.totalAmount,
      acceptedAt: sql<Date>`${invoices.acceptedAt}`.mapWith(invoices.acceptedAt),
    })
    .from(invoices)
    .where(isNotNull(invoices.acceptedAt))
    .orderBy(desc(invoices.acceptedAt), desc(invoices.id))
    .limit(5);
}

export type RecentQuote = Awaited<ReturnType<typeof listRecentlyAccepted>>[number];

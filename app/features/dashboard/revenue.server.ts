import { and, count, gte, lt, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { acceptedQuote, keptQuote, quotes } from "#app/server/database/tables.server.ts";
import {
  addMonths,
  melbourneDay,
  type Month,
  monthOf,
  startOfMonth,
} from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";

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

import { and, count, gte, lt, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { acceptedQuote, quotes } from "#app/server/database/tables.server.ts";
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

// A single NaN, which PostgreSQL's numeric allows, would make the whole sum NaN.
const isAmount = sql`${quotes.totalAmount} <> 'NaN'`;
const cents = sql<number>`
  coalesce(sum(${quotes.totalAmount}) filter (where ${isAmount}) * 100, 0)::float8`;

/** Of accepted quotes, in all and by Melbourne months: the last twelve, this one included. */
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

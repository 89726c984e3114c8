import { and, asc, count, eq, gte, isNotNull, max, or, type SQL, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { inMonth, matches, readPage } from "#app/server/database/list.server.ts";
import {
  acceptedQuote,
  answerableQuote,
  countedQuote,
  expiredQuote,
  quotes,
  quoteEvents,
} from "#app/server/database/tables.server.ts";
import type { ListPage, ListQuery } from "#app/ui/admin/list-query.ts";
import { type Day, melbourneDay } from "#app/values/calendar.ts";
import { type CsvColumns, dayCell } from "#app/values/csv.ts";
import type { AgreedQuote } from "./calendar.server.ts";
import { type QuoteDate, type QuoteList, quoteLists } from "./lists.ts";
import { type Quote, countedAmount, quoteState, quoteStateLabels } from "./model.ts";
import { playingTime } from "./kinds.ts";

const { acceptedAt, createdAt, eventDate, rejectedAt, updatedAt, validUntil } = quotes;

const conditions: Record<QuoteList, (today: Day) => SQL | undefined> = {
  accepted: () => countedQuote,
  pending: answerableQuote,
  drafts: () => eq(quotes.draft, true),
  expired: expiredQuote,
  rejected: () => isNotNull(rejectedAt),
  all: () => undefined,
};

const dates = (today: Day): Record<QuoteDate, SQL | typeof acceptedAt | typeof validUntil> => ({
  newest: acceptedAt,
  // The next thing to happen: expiry or event. Past events don't count as due.
  due: sql`least(${validUntil}, case when ${eventDate} >= ${today} then ${eventDate} end)`,
  expired: validUntil,
  changed: sql`coalesce(${updatedAt}, ${createdAt})`,
  closed: rejectedAt,
  active: lastActivityColumn,
});

/** {@link lastActivityOf} in SQL. */
const lastActivityColumn = sql`greatest(${createdAt}, ${updatedAt}, ${quotes.sentAt}, ${
  quotes.viewedAt
}, ${acceptedAt}, ${rejectedAt})`;

export function listQuotes(
  db: Db,
  _administrator: Administrator,
  name: QuoteList,
  list: ListQuery,
  now = new Date(),
): Promise<ListPage<Quote>> {
  const today = melbourneDay(now);
  const sorts = {
    ...dates(today),
    name: sql`lower("client_name")`,
    event: eventDate,
    amount: quotes.totalAmount,
  };
  return readPage(db, { table: quotes, sorts, id: quotes.id }, list, [
    conditions[name](today),
    name === "accepted"
      ? or(inMonth(acceptedAt, list.filters.month), inMonth(rejectedAt, list.filters.month))
      : inMonth(createdAt, list.filters.month),
    matches(quotes, list.search),
  ]);
}

export async function countQuotes(
  db: Db,
  _administrator: Administrator,
  now = new Date(),
): Promise<Record<QuoteList, number>> {
  const today = melbourneDay(now);
  const counted = (name: QuoteList) =>
    sql<number>`count(*) filter (where ${conditions[name](today) ?? sql`true`})`.mapWith(Number);
  const names = Object.keys(quoteLists) as QuoteList[];
  const [counts] = await db
    .select(Object.fromEntries(names.map((name) => [name, counted(name)])))
    .from(quotes);
  return counts as Record<QuoteList, number>;
}

export function listAgreedSince(db: Db, day: Day): Promise<AgreedQuote[]> {
  return db
    .select({
      quote: quotes,
      reopenings: count(quoteEvents.id),
      reopenedAt: max(quoteEvents.at),
    })
    .from(quotes)
    .leftJoin(
      quoteEvents,
      and(eq(quoteEvents.quoteId, quotes.id), eq(quoteEvents.kind, "reopened")),
    )
    .where(and(acceptedQuote, gte(quotes.eventDate, day)))
    .groupBy(quotes.id)
    .orderBy(asc(quotes.eventDate), asc(quotes.id));
}

export const quoteColumns: CsvColumns<Quote> = {
  "Client Name": ({ clientName }) => clientName,
  "Client Email": ({ clientEmail }) => clientEmail,
  "Quote Type": ({ invoiceType }) => invoiceType,
  "Event Title": ({ eventTitle }) => eventTitle,
  "Event Date": (quote) => dayCell(quote.eventDate),
  "Event Time": (quote) => playingTime(quote),
  "Event Location": ({ eventLocation }) => eventLocation,
  Guests: ({ guests }) => guests,
  "Total Amount": (quote) => Number(countedAmount(quote)),
  Status: (quote) => quoteStateLabels[quoteState(quote, new Date())],
  "Created At": (quote) => quote.createdAt,
  "Accepted On": (quote) => quote.acceptedAt,
  "Rejected On": (quote) => quote.rejectedAt,
};

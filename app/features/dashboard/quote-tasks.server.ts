import { and, asc, between, desc, eq, gt, gte, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import {
  acceptedQuote,
  answerableQuote,
  expiredQuote,
  quotes,
} from "#app/server/database/tables.server.ts";
import {
  addDays,
  type Day,
  daysBetween,
  melbourneDay,
  shortDay,
  startOfDay,
} from "#app/values/calendar.ts";
import { formatMoney, toCents } from "#app/values/money.ts";
import { daysAhead, maxTasks, type Task } from "./model.ts";
import { invoicesOfQuotes, owedOf } from "./money-tasks.server.ts";
import { type Occasion, aLineOf, limitedGroupOf, totalRows } from "./task-group.server.ts";

/** In days, including today. */
const expiryAhead = 7;
/** For this many days an expired quote is worth a question. */
const expiredAgo = 14;
/** How far back the first visit shows acceptances, in milliseconds. */
const firstVisitAgo = 7 * 86_400_000;

type Quote = typeof quotes.$inferSelect;

const findQuotes = (db: Db, where: SQL | undefined, ...order: SQL[]) =>
  db
    .select({ quote: quotes, total: totalRows })
    .from(quotes)
    .where(where)
    .orderBy(...order, desc(quotes.id))
    .limit(maxTasks);

const namesOf = (quote: Quote, day: string | null = null) => ({
  id: quote.id,
  who: quote.clientName,
  what: [
    aLineOf(quote.eventTitle || quote.invoiceType),
    ...(day ? [day] : []),
    formatMoney(toCents(quote.totalAmount)),
  ].join(", "),
});

export async function findAccepted(db: Db, { since, now }: Occasion) {
  const from = since ?? new Date(now.getTime() - firstVisitAgo);
  const today = melbourneDay(now);
  const rows = await findQuotes(
    db,
    and(acceptedQuote, gt(quotes.acceptedAt, from)),
    desc(quotes.acceptedAt),
  );
  return limitedGroupOf(rows, ({ quote }) => ({
    ...namesOf(quote, quote.eventDate && shortDay(quote.eventDate, today)),
    when: { at: quote.acceptedAt! },
    isNew: since !== null,
  }));
}

export async function findDrafts(db: Db) {
  const changedAt = sql`coalesce(${quotes.updatedAt}, ${quotes.createdAt})`;
  const rows = await findQuotes(db, eq(quotes.draft, true), desc(changedAt));
  return limitedGroupOf(rows, ({ quote }) => ({
    ...namesOf(quote),
    when: { word: "changed", at: quote.updatedAt ?? quote.createdAt },
  }));
}

export async function findWaiting(db: Db, { now }: Occasion) {
  const today = melbourneDay(now);
  const rows = await findQuotes(
    db,
    answerableQuote(today),
    sql`${quotes.validUntil} asc nulls last`,
    desc(quotes.createdAt),
  );
  return limitedGroupOf(rows, ({ quote }) => ({
    ...namesOf(quote),
    when: waitingTime(quote),
    urgent: quote.validUntil ? expiryNote(quote.validUntil, today) : null,
  }));
}

function waitingTime({ validUntil, sentAt, createdAt }: Quote): Task["when"] {
  if (validUntil) return { word: "until", day: validUntil };
  return sentAt ? { word: "sent", at: sentAt } : { word: "made", at: createdAt };
}

function expiryNote(validUntil: Day, today: Day): string | null {
  const days = daysBetween(today, validUntil);
  // NaN for an invalid day.
  if (!(days <= expiryAhead)) return null;
  if (days === 0) return "Expires tonight";
  return days === 1 ? "Expires tomorrow" : `Expires in ${days} days`;
}

export async function findExpired(db: Db, { since, now }: Occasion) {
  const today = melbourneDay(now);
  const recently = gte(quotes.validUntil, addDays(today, -expiredAgo));
  const rows = await findQuotes(db, and(expiredQuote(today), recently), desc(quotes.validUntil));
  return limitedGroupOf(rows, ({ quote }) => ({
    ...namesOf(quote),
    when: { word: "ended", day: quote.validUntil! },
    isNew: since !== null && startOfDay(addDays(quote.validUntil!, 1)) > since,
  }));
}

export async function findEvents(db: Db, { now, rules }: Occasion) {
  const today = melbourneDay(now);
  const soon = between(quotes.eventDate, today, addDays(today, daysAhead));
  const rows = await findQuotes(db, and(acceptedQuote, soon), asc(quotes.eventDate));
  const invoices = await invoicesOfQuotes(
    db,
    rows.map(({ quote }) => quote.id),
  );
  return limitedGroupOf(rows, ({ quote }) => {
    const { id, clientName, eventTitle, invoiceType, eventLocation } = quote;
    const issued = invoices.get(id);
    const owed = issued ? owedOf(issued) : rules.balanceOf(quote);
    return {
      id,
      who: clientName,
      what: aLineOf(
        [eventTitle || invoiceType, rules.hoursOf(quote), eventLocation].filter(Boolean).join(", "),
      ),
      when: { day: quote.eventDate! },
      urgent: owed && owedNote(issued ? "" : "Balance of ", owed, today),
      isAhead: owed !== null && owed.due >= today,
    };
  });
}

function owedNote(what: string, { amount, due }: { amount: number; due: Day }, today: Day): string {
  const verb = due < today ? "was due" : "is due";
  return `${what}${formatMoney(amount)} ${verb} ${shortDay(due, today)}`;
}

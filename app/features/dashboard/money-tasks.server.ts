import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  ne,
  sql,
  between,
  gt,
  gte,
  type SQL,
} from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import {
  findAccounts,
  overdueInvoice,
  refundedInvoice,
} from "#app/features/invoices/queries.server.ts";
import { askedOf, type Invoice } from "#app/features/invoices/model.ts";
import { findHeldReminders } from "#app/features/invoices/reminder-plans.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { openDisputes } from "#app/server/database/enums.ts";
import {
  cardDisputes,
  salesInvoices,
  acceptedQuote,
  answerableQuote,
  expiredQuote,
  quotes,
} from "#app/server/database/tables.server.ts";
import {
  melbourneDay,
  addDays,
  type Day,
  daysBetween,
  shortDay,
  startOfDay,
} from "#app/values/calendar.ts";
import { formatMoney, toCents } from "#app/values/money.ts";
import { allOf } from "#app/values/wording.ts";
import { maxTasks, type Overdue, daysAhead, type Task } from "./model.ts";
import {
  aLineOf,
  groupOf,
  isNewRow,
  limitedGroupOf,
  type Occasion,
  topRows,
  totalOf,
} from "./task-group.server.ts";

export async function getOverdue(
  db: Db,
  _by: Administrator,
  now = new Date(),
): Promise<Overdue | null> {
  const overdue = db
    .select({
      ...getTableColumns(salesInvoices),
      buyer: sql<string>`lower(${salesInvoices.buyerEmail})`.as("buyer"),
    })
    .from(salesInvoices)
    .where(overdueInvoice(melbourneDay(now)))
    .as("overdue");
  const [sums] = await db
    .select({
      amount:
        sql`coalesce(sum(${overdue.total} - ${overdue.paid} - ${overdue.credited}), 0)`.mapWith(
          Number,
        ),
      clients: sql`count(distinct ${overdue.buyer})`.mapWith(Number),
      name: sql<string>`max(${overdue.buyerName})`,
    })
    .from(overdue);
  if (!sums || sums.clients === 0) return null;
  return { ...sums, name: sums.clients === 1 ? sums.name : null };
}

export async function findInvoiceDrafts(db: Db) {
  const rows = await db
    .select({
      invoice: salesInvoices,
      total: totalOf(salesInvoices, isNull(salesInvoices.number)),
    })
    .from(salesInvoices)
    .where(isNull(salesInvoices.number))
    .orderBy(desc(salesInvoices.createdAt), desc(salesInvoices.id))
    .limit(maxTasks);
  return limitedGroupOf(rows, ({ invoice: { id, buyerName, kind, title, total, createdAt } }) => ({
    id,
    who: buyerName,
    what: aLineOf(`${kind === "balance" ? "Balance for " : ""}${title}, ${formatMoney(total)}`),
    when: { word: "made", at: createdAt },
  }));
}

/** A refunded invoice asks for nothing until the owner says why the money went back. */
export async function findRefunds(db: Db) {
  const accounts = await findAccounts(db, refundedInvoice);
  return groupOf(accounts, ({ id, buyerName, number, returned = 0, issuedOn }) => ({
    id,
    who: buyerName,
    what: `Refunded ${formatMoney(returned)} on ${number}: credit it?`,
    when: { word: "issued", day: issuedOn! },
  }));
}

/** Reminders that wait for the owner to check her account: one task per email. */
export async function findReminders(db: Db, { now }: Occasion) {
  const held = (await findHeldReminders(db, now)).filter(({ isTomorrow }) => !isTomorrow);
  const invoices = new Map(held.map(({ invoice }) => [invoice.id, invoice])).values();
  const off = new Set(held.flatMap((one) => (one.isCalledOff ? [one.invoice.id] : [])));
  const clients = [...Map.groupBy(invoices, ({ buyerEmail }) => buyerEmail.toLowerCase()).values()];
  const idsOf = (all: readonly Invoice[]) => all.map(({ id }) => id);
  const group = groupOf(clients, (theirs) => ({
    id: theirs[0]!.id,
    who: theirs[0]!.buyerName,
    what:
      `${allOf(theirs.map(({ number }) => number!))}, ${formatMoney(sumOf(theirs))}` +
      (theirs.some(({ id }) => off.has(id)) ? ": what it's for is cancelled" : ""),
    when: { word: "due", day: theirs[0]!.dueOn! },
    invoices: idsOf(theirs),
  }));
  return { ...group, invoices: clients.flatMap(idsOf) };
}

const sumOf = (invoices: readonly Invoice[]) =>
  invoices.reduce((sum, invoice) => sum + askedOf(invoice), 0);

/** Listed until the card service says that they are over. */
export async function findDisputes(db: Db, { since }: Occasion) {
  const { amount, status, answerBy, openedAt } = cardDisputes;
  const isOpen = inArray(status, [...openDisputes]);
  const rows = await db
    .select({
      id: salesInvoices.id,
      number: salesInvoices.number,
      who: salesInvoices.buyerName,
      amount,
      status,
      answerBy,
      openedAt,
      isNew: sql<boolean>`${isNewRow(openedAt, since)}`,
      total: totalOf(cardDisputes, isOpen),
    })
    .from(cardDisputes)
    .innerJoin(salesInvoices, eq(salesInvoices.id, cardDisputes.salesInvoiceId))
    .where(isOpen)
    .orderBy(asc(answerBy), asc(cardDisputes.id))
    .limit(maxTasks);
  return limitedGroupOf(rows, ({ id, who, isNew, ...dispute }) => ({
    id,
    who,
    what: `${formatMoney(dispute.amount)} by card for ${dispute.number}`,
    when: dispute.answerBy
      ? { word: "answer by", at: dispute.answerBy }
      : { word: "opened", at: dispute.openedAt },
    urgent: dispute.status.endsWith("needs_response") ? "Answer it in Stripe" : null,
    isNew,
  }));
}

/** Invoices in force, by quote; a quote from before invoicing was on has none. */
async function invoicesOfQuotes(db: Db, quoteIds: string[]): Promise<Map<string, Invoice[]>> {
  if (quoteIds.length === 0) return new Map();
  const accounts = await findAccounts(
    db,
    and(
      inArray(salesInvoices.quoteId, quoteIds),
      isNotNull(salesInvoices.number),
      isNull(salesInvoices.voidedAt),
      ne(salesInvoices.kind, "credit-note"),
    ),
  );
  return Map.groupBy(accounts, ({ quoteId }) => quoteId!);
}

/** Null when everything is paid; `due`: the earliest due day. */
function owedOf(invoices: readonly Invoice[]): { amount: number; due: string } | null {
  const open = invoices.filter((invoice) => askedOf(invoice) > 0 && invoice.dueOn);
  const [due] = open.map(({ dueOn }) => dueOn!).toSorted();
  return due ? { amount: sumOf(open), due } : null;
}

/** In days, including today. */
const expiryAhead = 7;
/** For this many days an expired quote is worth a question. */
const expiredAgo = 14;
/** How far back the first visit shows acceptances, in milliseconds. */
const firstVisitAgo = 7 * 86_400_000;

type Quote = typeof quotes.$inferSelect;

function findQuotes(db: Db, where: SQL | undefined, ...by: SQL[]) {
  const order = [...by, desc(quotes.id)];
  return db
    .select({ quote: quotes, total: totalOf(quotes, where) })
    .from(quotes)
    .where(topRows(db, quotes, where, order))
    .orderBy(...order);
}

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

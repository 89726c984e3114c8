import {
  eq,
  inArray,
  and,
  asc,
  count,
  gte,
  isNotNull,
  max,
  or,
  type SQL,
  sql,
  desc,
} from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { emailInHistory } from "#app/features/audit/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  contactMessages,
  quotes,
  emails,
  quoteEvents,
  acceptedQuote,
  answerableQuote,
  countedQuote,
  expiredQuote,
  keptQuote,
} from "#app/server/database/tables.server.ts";
import { toCents, formatMoney } from "#app/values/money.ts";
import { findNextVersion, lastEvent, isUnaltered } from "./guard.server.ts";
import {
  isoOf,
  type PublicQuote,
  type Quote,
  quoteState,
  quoteTitle,
  toPublicQuote,
  countedAmount,
  quoteStateLabels,
  linesOf,
  type QuoteAmount,
  studentLinesOf,
  studentsHeading,
} from "./model.ts";
import { inMonth, matches, readPage } from "#app/server/database/list.server.ts";
import type { ListPage, ListQuery } from "#app/ui/admin/list-query.ts";
import { type Day, melbourneDay, longDay } from "#app/values/calendar.ts";
import { type CsvColumns, dayCell } from "#app/values/csv.ts";
import {
  playingTime,
  hoursText,
  playingHours,
  acceptedPrice,
  isPriceConsistent,
} from "./pricing.ts";
import { href } from "react-router";
import type { FieldValues } from "#app/features/email/fields.ts";
import type { EmailRecord } from "#app/features/email/model.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { firstNameOf } from "#app/values/names.ts";
import { clockTime } from "#app/values/time-of-day.ts";

const bySlug = (db: Db) =>
  db
    .select()
    .from(quotes)
    .where(eq(quotes.slug, sql.placeholder("slug")))
    .prepare("");
/** Drizzle needs longer to write this statement than to read its answer. */
const writtenBySlug = new WeakMap<Db, ReturnType<typeof bySlug>>();

export async function getPublicQuote(db: Db, slug: string, now = new Date()) {
  const statement = writtenBySlug.get(db) ?? bySlug(db);
  writtenBySlug.set(db, statement);
  const [quote] = await statement.execute({ slug });
  return quote ? publicQuoteOf(db, quote, now) : null;
}

export async function publicQuoteOf(db: Db, quote: Quote, now: Date): Promise<PublicQuote> {
  return {
    ...toPublicQuote(quote, now),
    recordHash: quote.acceptedAt ? await recordHashOf(db, quote.id) : null,
    previousAcceptance:
      quote.replacesId && !quote.acceptedAt
        ? await previousAcceptanceOf(db, quote.replacesId)
        : null,
  };
}

/** The SHA-256 of what was accepted; null where the record is altered or missing. */
async function recordHashOf(db: Db, quoteId: string): Promise<string | null> {
  // The last of several, which reversals allow.
  const acceptance = await lastEvent(db, quoteId, "accepted");
  return acceptance && isUnaltered(acceptance.data) ? String(acceptance.data.sha256) : null;
}

async function previousAcceptanceOf(
  db: Db,
  id: string,
): Promise<PublicQuote["previousAcceptance"]> {
  const [before] = await db
    .select({ acceptedAt: quotes.acceptedAt, total: quotes.totalAmount })
    .from(quotes)
    .where(eq(quotes.id, id));
  return before?.acceptedAt
    ? { acceptedAt: isoOf(before.acceptedAt)!, total: toCents(before.total) }
    : null;
}

export async function getQuote(db: Db, _administrator: Administrator, id: string) {
  const [quote] = await db.select().from(quotes).where(eq(quotes.id, id));
  return quote ?? null;
}

/** Oldest first; `intact`: the record is unaltered. */
export async function getQuoteHistory(db: Db, _administrator: Administrator, quoteId: string) {
  const events = await db
    .select()
    .from(quoteEvents)
    .where(eq(quoteEvents.quoteId, quoteId))
    .orderBy(quoteEvents.id);
  const sent = await db
    .select(emailInHistory)
    .from(emails)
    .where(eq(emails.quoteId, quoteId))
    .orderBy(emails.createdAt, emails.id);
  return {
    events: events.map((event) => ({
      ...event,
      intact: event.data.snapshot === undefined ? null : isUnaltered(event.data),
    })),
    emails: sent,
  };
}

export async function getVersions(db: Db, _administrator: Administrator, quote: Quote) {
  const next = await findNextVersion(db, quote.id);
  return { before: quote.replacesId, next: next ? { id: next.id, draft: next.draft } : null };
}

export async function getEnquiry(db: Db, _administrator: Administrator, id: string) {
  const [message] = await db
    .select({
      id: contactMessages.id,
      name: contactMessages.name,
      email: contactMessages.email,
      message: contactMessages.message,
      event: contactMessages.event,
      createdAt: contactMessages.createdAt,
    })
    .from(contactMessages)
    .where(eq(contactMessages.id, id));
  return message ?? null;
}

export async function listQuotesOfEnquiries(
  db: Db,
  _administrator: Administrator,
  ids: readonly string[],
  now = new Date(),
) {
  if (ids.length === 0) return [];
  const found = await db
    .select()
    .from(quotes)
    .where(inArray(quotes.enquiryId, [...ids]))
    .orderBy(quotes.createdAt, quotes.id);
  return found.map((quote) => ({
    id: quote.id,
    enquiryId: quote.enquiryId!,
    state: quoteState(quote, now),
    total: toCents(quote.totalAmount),
    event: quoteTitle(quote),
  }));
}

const { acceptedAt, createdAt, eventDate, rejectedAt, updatedAt, validUntil } = quotes;

export type QuoteList = "accepted" | "pending" | "drafts" | "expired" | "rejected" | "all";

/** A list's own date. */
export type QuoteDate = "newest" | "due" | "changed" | "expired" | "closed" | "active";

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

/** `lastActivityOf` in SQL. */
const lastActivityColumn = sql`greatest(${createdAt}, ${updatedAt}, ${quotes.sentAt}, ${
  quotes.viewedAt
}, ${acceptedAt}, ${rejectedAt})`;

/** {@link countedAmount} in SQL. */
const countedColumn = sql`coalesce(${quotes.keptAmount}, ${quotes.totalAmount})`;

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
    amount: countedColumn,
  };
  return readPage(db, { table: quotes, sorts, sparse: ["due"], id: quotes.id }, list, [
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
  // Each by itself, as an index has all that it needs.
  const counted = (where: SQL | undefined) =>
    sql`(select count(*) from ${quotes} where ${where})`.mapWith(Number);
  const [counts] = await db
    .select({
      accepted: counted(acceptedQuote),
      kept: counted(keptQuote),
      pending: counted(conditions.pending(today)),
      drafts: counted(conditions.drafts(today)),
      expired: counted(conditions.expired(today)),
      rejected: counted(conditions.rejected(today)),
    })
    .from(sql`(select 1) one`);
  const { accepted, kept, ...others } = counts!;
  const all = Object.values(others).reduce((sum, one) => sum + one, accepted);
  return { ...others, accepted: accepted + kept, all };
}

/** `reopenings`: how often its acceptance was undone, or it was replaced for a while. */
export function listAgreedSince(db: Db, day: Day) {
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

export const quoteUrl = (slug: string) => absoluteUrl(href("/quotes/:slug?", { slug }));

/** Without an id, the newest quote. */
export async function getQuoteEmailRecord(
  db: Db,
  _by: Administrator,
  id: string | null,
): Promise<EmailRecord | null> {
  const [quote] = await db
    .select()
    .from(quotes)
    .where(id === null ? undefined : eq(quotes.id, id))
    .orderBy(desc(quotes.createdAt))
    .limit(1);
  if (!quote) return null;
  return {
    about: { kind: "quotes", id: quote.id, label: quote.clientName },
    recipientEmail: quote.clientEmail,
    subject: `Regarding your quote for ${quote.eventTitle || quote.invoiceType}`,
    record: quoteFields(quote),
  };
}

/** @param link where the client reads it; by default its own, which a draft does not have */
export function quoteFields(
  quote: Quote,
  link = quote.slug && !quote.draft ? quoteUrl(quote.slug) : "",
  now = new Date(),
): FieldValues<"quotes"> {
  const until = quote.validUntil ? longDay(quote.validUntil) : "";
  const hours = playingHours(quote);
  const { total, deposit, balance } = acceptedPrice(quote);
  return {
    first_name: firstNameOf(quote.clientName),
    client_name: quote.clientName,
    client_email: quote.clientEmail,
    invoice_type: quote.invoiceType,
    event: quote.eventTitle || "your event",
    event_title: quote.eventTitle,
    event_date: quote.eventDate,
    event_time: hoursText(hours),
    event_start: hours && clockTime(hours.start),
    event_end: hours?.end && clockTime(hours.end),
    event_location: quote.eventLocation,
    guests: quote.guests,
    prepared_by: quote.preparedBy,
    total_amount: formatMoney(total),
    deposit: formatMoney(deposit),
    balance: formatMoney(balance),
    details: detailsText(quote, now),
    quote_link: link,
    valid_until: until,
    valid_until_sentence: until && `It's valid until ${until}. `,
    created_at: quote.createdAt,
    accepted_at: quote.acceptedAt,
    rejected_at: quote.rejectedAt,
    slug: quote.slug,
    id: quote.id,
  };
}

/** A draft's link is made on sending. */
export const sendingFields = (quote: Quote) =>
  quoteFields(quote, quote.slug ? quoteUrl(quote.slug) : "(the link to this quote)");

/** Shown by the price lines already. */
const inPrice = ["rates", "selected_add_ons", "offered_add_ons"];

function detailsText(quote: Quote, now: Date): string {
  const amounts = (lines: readonly QuoteAmount[], before = "") =>
    lines.map(([label, amount]) => `${before}${label}: ${formatMoney(amount)}`);
  const shown = toPublicQuote(quote, now);
  const price = isPriceConsistent(quote)
    ? [...amounts(linesOf(shown)), ...amounts(studentLinesOf(shown), `${studentsHeading}, `)]
    : [];
  const others = Object.entries(quote.details ?? {}).filter(([key]) => !inPrice.includes(key));
  return [...price, ...others.flatMap(([key, value]) => linesFor(inWords(key), value))].join("\n");
}

function linesFor(label: string, value: unknown): string[] {
  if (value === null || value === undefined || value === "") return [];
  if (typeof value === "boolean") return [`${label}: ${value ? "yes" : "no"}`];
  if (typeof value !== "object") return [`${label}: ${String(value)}`];
  const inner = Object.entries(value);
  const isPlain = (one: unknown) => typeof one !== "object" || one === null;
  if (Array.isArray(value) && value.every(isPlain)) return [`${label}: ${value.join(", ")}`];
  return inner.flatMap(([key, one]) =>
    linesFor(
      `${label}, ${inWords(Array.isArray(value) ? String(Number(key) + 1) : key, "lower")}`,
      one,
    ),
  );
}

/** `sound_check` and `soundCheck` become `Sound check`. */
function inWords(key: string, first: "upper" | "lower" = "upper"): string {
  const words = key
    .replace(/[_-]+/g, " ")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .trim();
  return first === "upper" ? words.charAt(0).toUpperCase() + words.slice(1) : words;
}

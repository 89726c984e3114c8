import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/db.server.ts";
import { matches, readPage } from "#app/server/list.server.ts";
import { invoices, letters, quoteEvents, searchWords } from "#app/server/tables.server.ts";
import type { ListAddress, Page } from "#app/values/list.ts";
import { type PublicQuote, type Quote, type QuoteList, toPublicQuote } from "./model.ts";

/** What the page behind a public link may show, or null when there is no such link. */
export async function getPublicQuote(db: Db, slug: string): Promise<PublicQuote | null> {
  const [quote] = await db.select().from(invoices).where(eq(invoices.slug, slug));
  return quote ? toPublicQuote(quote) : null;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A quote by its id, or null; also when the text is no id at all. */
export async function getQuote(db: Db, _asker: Administrator, id: string): Promise<Quote | null> {
  if (!uuid.test(id)) return null;
  const [quote] = await db.select().from(invoices).where(eq(invoices.id, id));
  return quote ?? null;
}

const conditions: Record<QuoteList, SQL | undefined> = {
  accepted: isNotNull(invoices.acceptedAt),
  pending: and(isNull(invoices.acceptedAt), isNull(invoices.rejectedAt)),
  rejected: isNotNull(invoices.rejectedAt),
  all: undefined,
};

/** One of the owner's lists, as its address asks for it: accepted quotes by their acceptance, the others by when they were made, newest first. */
export function listQuotes(db: Db, _asker: Administrator, name: QuoteList, list: ListAddress, everything = false): Promise<Page<Quote>> {
  const sorts = { newest: name === "accepted" ? invoices.acceptedAt : invoices.createdAt, name: sql`lower("client_name")`, event: invoices.eventDate, amount: invoices.totalAmount };
  return readPage(db, { table: invoices, sorts, id: invoices.id }, list, [conditions[name], matches(searchWords.invoices, list.search)], everything);
}

/** What happened to a quote, oldest first, and the letters that belong to it. */
export async function getQuoteHistory(db: Db, _asker: Administrator, invoiceId: string) {
  const events = await db.select().from(quoteEvents).where(eq(quoteEvents.invoiceId, invoiceId)).orderBy(quoteEvents.id);
  const sent = await db
    .select({ id: letters.id, subject: letters.subject, recipient: letters.recipient, state: letters.state, createdAt: letters.createdAt })
    .from(letters)
    .where(eq(letters.invoiceId, invoiceId))
    .orderBy(letters.createdAt, letters.id);
  return { events, letters: sent };
}

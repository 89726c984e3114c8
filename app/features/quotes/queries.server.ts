import { and, desc, eq, isNotNull, isNull, type SQL } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/db.server.ts";
import { invoices, letters, quoteEvents } from "#app/server/tables.server.ts";
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

/** One of the owner's lists: accepted quotes with the newest acceptance first, the others with the newest quote first. */
export function listQuotes(db: Db, _asker: Administrator, list: QuoteList): Promise<Quote[]> {
  const newest = list === "accepted" ? invoices.acceptedAt : invoices.createdAt;
  return db.select().from(invoices).where(conditions[list]).orderBy(desc(newest), invoices.id);
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

import { eq, inArray } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  contactMessages,
  quotes,
  emails,
  quoteEvents,
} from "#app/server/database/tables.server.ts";
import { toCents } from "#app/values/money.ts";
import { findNextVersion, lastEvent } from "./guard.server.ts";
import {
  type EnquiryQuote,
  isoOf,
  type PublicQuote,
  type Quote,
  quoteState,
  quoteTitle,
  toPublicQuote,
} from "./model.ts";
import { isUnaltered } from "./snapshot.server.ts";

export async function getPublicQuote(
  db: Db,
  slug: string,
  now = new Date(),
): Promise<PublicQuote | null> {
  const [quote] = await db.select().from(quotes).where(eq(quotes.slug, slug));
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

export async function getQuote(
  db: Db,
  _administrator: Administrator,
  id: string,
): Promise<Quote | null> {
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
    .select({
      id: emails.id,
      kind: emails.kind,
      subject: emails.subject,
      recipient: emails.recipient,
      state: emails.state,
      createdAt: emails.createdAt,
    })
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

export async function getVersions(
  db: Db,
  _administrator: Administrator,
  quote: Quote,
): Promise<{ before: string | null; next: { id: string; draft: boolean } | null }> {
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
): Promise<EnquiryQuote[]> {
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

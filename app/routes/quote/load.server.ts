import type { LinkedInvoice } from "#app/features/invoices/public-invoice.ts";
import { hoursText, hoursWith } from "#app/features/quotes/pricing.ts";
import { getPublicQuote } from "#app/features/quotes/queries.server.ts";
import {
  agreementOf,
  type QuoteAmount,
  recordNumber,
  type PublicQuote,
} from "#app/features/quotes/model.ts";
import { getDb, type Db } from "#app/server/database/db.server.ts";
import { log } from "#app/server/log.server.ts";
import { longDay } from "#app/values/calendar.ts";
import { invoicesForClient } from "#app/features/invoices/queries.server.ts";
import { and, eq, sql } from "drizzle-orm";
import { getSignedIn, administratorOf } from "#app/features/auth/session.server.ts";
import { recordEvent } from "#app/features/quotes/guard.server.ts";
import { quotes, openQuote } from "#app/server/database/tables.server.ts";

export type Confirmed = Exclude<Awaited<ReturnType<typeof loadConfirmed>>, "open" | null>;

/** `open`: not accepted. Null if unknown or unreadable: the page never fails. */
export async function loadConfirmed(slug: string) {
  try {
    const quote = await getPublicQuote(getDb(), slug);
    if (!quote) return null;
    if (quote.state !== "accepted") return "open";
    const { title, type, sums } = agreementOf(quote);
    const [total, deposit, balance] = sums as [QuoteAmount, QuoteAmount, QuoteAmount];
    const time = hoursText(hoursWith(quote.hours, quote.addOns));
    return {
      slug,
      title: title ?? type,
      day: quote.eventDate && longDay(quote.eventDate),
      facts: [time, quote.eventLocation].filter((fact): fact is string => Boolean(fact)),
      total,
      deposit,
      balance,
      record: quote.recordHash && recordNumber(quote.recordHash),
      invoices: await quoteInvoices(slug),
    };
  } catch (error) {
    log.error({ err: error }, "accepted quote not loaded");
    return null;
  }
}

/** Empty if they can't be read: the thank-you page never fails because of them. */
export async function quoteInvoices(slug: string): Promise<LinkedInvoice[]> {
  try {
    return await invoicesForClient(getDb(), slug, new Date());
  } catch (error) {
    log.error({ err: error }, "invoices of a quote not loaded");
    return [];
  }
}

const prefetchHeaders = ["sec-purpose", "purpose", "x-purpose", "x-moz"];

/** Only a person's page view: mail scanners and link previews don't send Sec-Fetch-Dest. */
function isPageView({ method, headers }: Request): boolean {
  const isShown =
    headers.get("sec-fetch-dest") === "document" && headers.get("sec-fetch-mode") === "navigate";
  const isPrefetch = prefetchHeaders.some((name) => headers.has(name));
  return method === "GET" && isShown && !headers.has("content-type") && !isPrefetch;
}

/** Doesn't count the owner's views. A failed count never fails the page. */
export async function countView(request: Request, slug: string, { state }: PublicQuote) {
  if (!isPageView(request) || (state !== "pending" && state !== "expired")) return;
  try {
    const user = request.headers.has("cookie") ? await getSignedIn(request) : null;
    if (!user || !administratorOf(user)) await recordView(getDb(), slug);
  } catch (error) {
    log.warn({ err: error }, "view not counted");
  }
}

/** Only while the quote is open; the first view is an event. */
export function recordView(db: Db, slug: string, now = new Date()): Promise<void> {
  return db.transaction(async (tx) => {
    const [seen] = await tx
      .update(quotes)
      .set({
        views: sql`${quotes.views} + 1`,
        viewedAt: sql`coalesce(${quotes.viewedAt}, ${now.toISOString()}::timestamptz)`,
      })
      .where(and(eq(quotes.slug, slug), openQuote))
      .returning({ id: quotes.id, views: quotes.views });
    if (seen?.views === 1) await recordEvent(tx, seen.id, "viewed", "client", now);
  });
}

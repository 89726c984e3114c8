import type { LinkedInvoice } from "#app/features/invoices/public-invoice.ts";
import { hoursText, hoursWith } from "#app/features/quotes/kinds.ts";
import { getPublicQuote } from "#app/features/quotes/queries.server.ts";
import { agreementOf, type QuoteAmount, recordNumber } from "#app/features/quotes/wording.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { log } from "#app/server/log.server.ts";
import { longDay } from "#app/values/calendar.ts";
import { invoicesForClient } from "#app/features/invoices/queries.server.ts";

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

import type { AgreedSale } from "#app/features/invoices/agreed-documents.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { isDay } from "#app/values/calendar.ts";
import { check, emailAddress } from "#app/values/rules.ts";
import { acceptedPrice } from "./pricing.ts";
import { type Quote, quoteTitle, toPublicQuote } from "./model.ts";
import { earlierVersions } from "./versions.server.ts";
import { linesOf } from "./wording.ts";

/** The client, or someone else with the link. */
type AcceptedBy = { clientName: string; clientEmail: string };

/**
 * The buyer is the quote's client, even when someone else accepted: anyone with the link could
 * otherwise choose the name on the invoices. If the client is empty or wrong, it is who accepted.
 */
export async function saleOf(
  tx: Db,
  quote: Quote,
  now: Date,
  by?: AcceptedBy,
): Promise<AgreedSale> {
  const email = check(emailAddress(""), quote.clientEmail);
  const { eventDate } = quote;
  return {
    quoteId: quote.id,
    earlier: await earlierVersions(tx, quote),
    buyerName: quote.clientName.trim() || by?.clientName || "",
    buyerEmail: email.ok ? email.value : (by?.clientEmail ?? quote.clientEmail),
    title: quoteTitle(quote),
    eventDate: eventDate && isDay(eventDate) ? eventDate : null,
    lines: linesOf(toPublicQuote(quote, now)).map(([text, amount]) => ({ text, amount })),
    total: acceptedPrice(quote).total,
  };
}

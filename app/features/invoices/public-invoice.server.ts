import { and, eq, inArray, isNull, ne } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { quotes, salesInvoices } from "#app/server/database/tables.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { findAccounts } from "./accounts.server.ts";
import { getBusinessDetails } from "./business.server.ts";
import { howToPay, type PaymentFact } from "./how-to-pay.ts";
import { shownPayments } from "./payments-shown.ts";
import {
  type LinkedInvoice,
  linkedInvoice,
  type PublicInvoice,
  toPublicInvoice,
} from "./public-invoice.ts";
import { getPublicInvoice } from "./queries.server.ts";

/** The invoice as its client may see it, with how to pay it. */
export async function findPublicInvoice(
  db: Db,
  slug: string,
  now: Date,
): Promise<{ invoice: PublicInvoice; payment: PaymentFact[] } | null> {
  const found = await getPublicInvoice(db, slug);
  if (!found) return null;
  const { id, quoteId } = found;
  const surroundings = {
    payments: shownPayments(found.payments),
    credits: found.creditNotes.filter(({ voidedAt }) => !voidedAt),
    corrects: found.corrects,
    others: quoteId ? await othersOf(db, id, quoteId) : [],
    quoteSlug: quoteId ? await slugOfQuote(db, quoteId) : null,
  };
  const invoice = toPublicInvoice(found, surroundings, melbourneDay(now));
  return { invoice, payment: howToPay(await getBusinessDetails(db), found) };
}

/** What the client of a quote is asked to pay for it; void and replaced invoices are not there. */
export async function invoicesForClient(
  db: Db,
  quoteSlug: string,
  now: Date,
): Promise<LinkedInvoice[]> {
  const ofQuote = db.select({ id: quotes.id }).from(quotes).where(eq(quotes.slug, quoteSlug));
  const accounts = await findAccounts(db, and(inArray(salesInvoices.quoteId, ofQuote), isAsked));
  return accounts.flatMap((account) => linkedInvoice(account, melbourneDay(now)) ?? []);
}

const isAsked = and(isNull(salesInvoices.voidedAt), ne(salesInvoices.kind, "credit-note"));

function othersOf(db: Db, id: string, quoteId: string) {
  const ofQuote = and(eq(salesInvoices.quoteId, quoteId), ne(salesInvoices.id, id));
  return findAccounts(db, and(ofQuote, isAsked));
}

async function slugOfQuote(db: Db, id: string): Promise<string | null> {
  const [quote] = await db
    .select({ slug: quotes.slug, draft: quotes.draft })
    .from(quotes)
    .where(eq(quotes.id, id));
  return quote && !quote.draft ? quote.slug : null;
}

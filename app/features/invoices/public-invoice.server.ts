import { and, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
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
    others: await othersOf(db, id, quoteId),
    quoteSlug: quoteId ? await slugOfQuote(db, quoteId) : null,
  };
  const invoice = toPublicInvoice(found, surroundings, melbourneDay(now));
  return { invoice, payment: howToPay(await getBusinessDetails(db), found) };
}

/** With those of earlier versions, without void and fully credited ones; oldest first. */
export async function invoicesForClient(
  db: Db,
  quoteSlug: string,
  now: Date,
): Promise<LinkedInvoice[]> {
  const versions = sql`(with recursive versions (id, replaces_id) as (
    select id, replaces_id from invoices where slug = ${quoteSlug}
    union select before.id, before.replaces_id from invoices before
      join versions on before.id = versions.replaces_id) select id from versions)`;
  const accounts = await findAccounts(db, and(inArray(salesInvoices.quoteId, versions), isAsked));
  return accounts
    .flatMap((account) => linkedInvoice(account, melbourneDay(now)) ?? [])
    .filter(({ state }) => state !== "credited");
}

const isAsked = and(isNull(salesInvoices.voidedAt), ne(salesInvoices.kind, "credit-note"));

/** Of the same quote, or the replacement of this invoice. */
function othersOf(db: Db, id: string, quoteId: string | null) {
  const ofQuote = quoteId
    ? and(eq(salesInvoices.quoteId, quoteId), ne(salesInvoices.id, id))
    : undefined;
  return findAccounts(db, and(or(ofQuote, eq(salesInvoices.replacesId, id)), isAsked));
}

async function slugOfQuote(db: Db, id: string): Promise<string | null> {
  const [quote] = await db
    .select({ slug: quotes.slug, draft: quotes.draft })
    .from(quotes)
    .where(eq(quotes.id, id));
  return quote && !quote.draft ? quote.slug : null;
}

import { and, eq, inArray, isNull, ne } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { payments, quotes, salesInvoices } from "#app/server/database/tables.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { findAccounts } from "./accounts.server.ts";
import type { InvoiceAccount } from "./model.ts";
import { shownPayments } from "./payments-shown.ts";
import { type LinkedInvoice, linkedInvoice, toPublicInvoice } from "./public-invoice.ts";

/** The invoice as its client may see it, and its account for what only the server needs. */
export async function findPublicInvoice(db: Db, slug: string, now: Date) {
  const [account] = await findAccounts(db, eq(salesInvoices.slug, slug));
  if (!account?.number) return null;
  const surroundings = {
    payments: await paymentsOf(db, account.id),
    credits: await findAccounts(
      db,
      and(eq(salesInvoices.creditsId, account.id), isNull(salesInvoices.voidedAt)),
    ),
    corrects: account.creditsId
      ? (await findAccounts(db, eq(salesInvoices.id, account.creditsId)))[0]
      : undefined,
    others: account.quoteId ? await othersOf(db, account, account.quoteId) : [],
    quoteSlug: account.quoteId ? await slugOfQuote(db, account.quoteId) : null,
  };
  return { account, invoice: toPublicInvoice(account, surroundings, melbourneDay(now)) };
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

function othersOf(db: Db, { id }: InvoiceAccount, quoteId: string) {
  const ofQuote = and(eq(salesInvoices.quoteId, quoteId), ne(salesInvoices.id, id));
  return findAccounts(db, and(ofQuote, isAsked));
}

async function paymentsOf(db: Db, invoiceId: string) {
  const { id, amount, paidOn, method, reversesId } = payments;
  const rows = await db
    .select({ id, amount, paidOn, method, reversesId })
    .from(payments)
    .where(eq(payments.salesInvoiceId, invoiceId))
    .orderBy(payments.id);
  return shownPayments(rows);
}

async function slugOfQuote(db: Db, id: string): Promise<string | null> {
  const [quote] = await db
    .select({ slug: quotes.slug, draft: quotes.draft })
    .from(quotes)
    .where(eq(quotes.id, id));
  return quote && !quote.draft ? quote.slug : null;
}

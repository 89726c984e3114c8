import { and, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { salesInvoices } from "#app/server/database/tables.server.ts";
import { type Day, melbourneDay } from "#app/values/calendar.ts";
import { periodStart } from "#app/values/period.ts";
import { isAnyOf, type Person, recordsOf } from "./person.server.ts";
import { findIds } from "./removal.server.ts";
import { retention } from "./retention.ts";

const creditNotesFirst = sql`${salesInvoices.creditsId} is null`;

/** `lawful`: kept for tax; `erased`: drafts, old invoices, and the drafts of erased quotes. */
export async function invoicesOf(
  tx: Db,
  person: Person,
  erasedQuotes: string[],
  now: Date,
): Promise<{ lawful: string[]; erased: string[] }> {
  const related = await tx
    .select({ id: salesInvoices.id, lawful: isKeptForTax(now) })
    .from(salesInvoices)
    .where(or(recordsOf(tx, person).invoices, isDraftOf(erasedQuotes)))
    .orderBy(creditNotesFirst)
    .for("update");
  return {
    lawful: related.filter(({ lawful }) => lawful).map(({ id }) => id),
    erased: related.filter(({ lawful }) => !lawful).map(({ id }) => id),
  };
}

/** Drafts expire with their quote, or like a quote that was never accepted. */
export function expiredInvoices(tx: Db, expiredQuotes: string[], now: Date): Promise<string[]> {
  const isOldDraft = and(
    isNull(salesInvoices.number),
    isNull(salesInvoices.quoteId),
    lt(salesInvoices.createdAt, periodStart(retention.openQuote, now)),
  );
  const isOld = and(
    isNotNull(salesInvoices.number),
    lt(salesInvoices.issuedOn, sinceDay(now)),
    sql`${lastDay} < ${sinceDay(now)}`,
  );
  const isExpired = or(isOld, isOldDraft, isDraftOf(expiredQuotes));
  return findIds(tx, salesInvoices, isExpired, creditNotesFirst);
}

const isDraftOf = (quotes: string[]) =>
  and(isNull(salesInvoices.number), isAnyOf(salesInvoices.quoteId, quotes));

const sinceDay = (now: Date): Day => melbourneDay(periodStart(retention.invoice, now));

function isKeptForTax(now: Date): SQL<boolean> {
  return sql`(${salesInvoices.number} is not null and ${lastDay} >= ${sinceDay(now)})`;
}

/** Shared by an invoice and its credit notes, which are kept and removed together. */
const lastDay = sql`(select greatest(max(of_one.issued_on), max(payment.paid_on),
    max(quote.event_date))
  from sales_invoices of_one
  left join payments payment on payment.sales_invoice_id = of_one.id
  left join invoices quote on quote.id = of_one.quote_id
  where coalesce(sales_invoices.credits_id, sales_invoices.id) in (of_one.id, of_one.credits_id))`;

import { and, eq, isNotNull, type SQL, sql, inArray, isNull, ne, notExists, or } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Administrator } from "#app/features/auth/model.ts";
import { listExamPages } from "#app/features/email/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  payments,
  salesInvoices,
  quotes,
  isOpenInvoice,
} from "#app/server/database/tables.server.ts";
import { check, emailAddress } from "#app/values/rules.ts";
import { melbourneDay, addDays, type Day } from "#app/values/calendar.ts";
import { type Invoice, shownPayments, transferDays } from "./model.ts";
import { getBusinessDetails } from "#app/features/business/queries.server.ts";
import { howToPay, type PaymentFact } from "./document-texts.ts";
import {
  type LinkedInvoice,
  linkedInvoice,
  type PublicInvoice,
  toPublicInvoice,
} from "./public-invoice.ts";

/** For a row of payments with the alias `payment`. */
export const isUnansweredRefund = sql`(payment.amount_cents < 0 and payment.reverses_id is null
  and not exists (select from payments undo where undo.reverses_id = payment.id)
  and not exists (select from refund_answers answer where answer.payment_id = payment.id))`;

const reversal = alias(payments, "reversal");

/** Neither a reversal nor reversed. */
export const isStanding = (db: Db) =>
  and(
    isNull(payments.reversesId),
    notExists(db.select().from(reversal).where(eq(reversal.reversesId, payments.id))),
  );

export function findAccounts(db: Db, condition: SQL | undefined): Promise<Invoice[]> {
  return db
    .select()
    .from(salesInvoices)
    .where(condition)
    .orderBy(salesInvoices.createdAt, salesInvoices.number);
}

export async function findAccount(db: Db, id: string): Promise<Invoice | undefined> {
  const [account] = await findAccounts(db, eq(salesInvoices.id, id));
  return account;
}

export const isReachable = ({ buyerEmail }: Pick<Invoice, "buyerEmail">): boolean =>
  check(emailAddress(""), buyerEmail).ok;

/** `isLate` in SQL. */
export const lateInvoice = (today: Day) =>
  sql`due_on < ${today} and issued_on < ${addDays(today, -transferDays)}`;

export const askingInvoice = sql`${isOpenInvoice} and returned_cents = 0`;

export const overdueInvoice = (today: Day) => sql`${askingInvoice} and ${lateInvoice(today)}`;

/** Left unpaid by an unexplained refund. */
export const refundedInvoice = sql`${isOpenInvoice} and returned_cents > 0`;

/** In a fixed order: two transactions would otherwise deadlock. */
export async function lockAccounts(tx: Db, condition: SQL | undefined): Promise<void> {
  await tx
    .select({ id: salesInvoices.id })
    .from(salesInvoices)
    .where(condition)
    .orderBy(salesInvoices.id)
    .for("update");
}

/** Until the transaction ends: payments and voids of one invoice run one at a time. */
export async function lockAccount(tx: Db, id: string): Promise<Invoice | undefined> {
  await lockAccounts(tx, eq(salesInvoices.id, id));
  return findAccount(tx, id);
}

export type InvoiceRecord = NonNullable<Awaited<ReturnType<typeof findRecord>>>;

export function getInvoice(db: Db, _administrator: Administrator, id: string) {
  return findRecord(db, eq(salesInvoices.id, id));
}

/** Never a draft. */
export function getPublicInvoice(db: Db, slug: string): Promise<InvoiceRecord | null> {
  return findRecord(db, and(eq(salesInvoices.slug, slug), isNotNull(salesInvoices.number)));
}

/** Includes drafts, void invoices and credit notes; oldest first. */
export function invoicesOfQuote(db: Db, quoteId: string): Promise<Invoice[]> {
  return findAccounts(db, eq(salesInvoices.quoteId, quoteId));
}

async function findRecord(db: Db, condition: SQL | undefined) {
  const [account] = await findAccounts(db, condition);
  if (!account) return null;
  const { id, creditsId } = account;
  const received = await db
    .select()
    .from(payments)
    .where(eq(payments.salesInvoiceId, id))
    .orderBy(payments.id);
  const creditNotes = await findAccounts(db, eq(salesInvoices.creditsId, id));
  const [corrects] = creditsId ? await findAccounts(db, eq(salesInvoices.id, creditsId)) : [];
  return { ...account, payments: received, creditNotes, corrects: corrects ?? null };
}

export async function findPublicInvoice(
  db: Db,
  slug: string,
  now: Date,
): Promise<{ invoice: PublicInvoice; payment: PaymentFact[] } | null> {
  const found = await getPublicInvoice(db, slug);
  if (!found) return null;
  const { quoteId, copyEmail } = found;
  const surroundings = {
    payments: shownPayments(found.payments),
    credits: found.creditNotes.filter(({ voidedAt }) => !voidedAt),
    corrects: found.corrects,
    others: await othersOf(db, found),
    // Whoever gets a copy has this link, too.
    quoteSlug: quoteId && !copyEmail ? await slugOfQuote(db, quoteId) : null,
    examPage: copyEmail ? undefined : (await listExamPages(db, [found], found.buyerEmail))[0],
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

export const isAsked = and(isNull(salesInvoices.voidedAt), ne(salesInvoices.kind, "credit-note"));

export const invoicesOfBookings = (ids: readonly string[]) =>
  and(inArray(salesInvoices.amebBookingId, [...ids]), isAsked);

/** Of the same quote, or the replacement of this invoice. */
function othersOf(db: Db, { id, quoteId, copyEmail }: Invoice) {
  const isReadAlike = copyEmail ? eq(salesInvoices.copyEmail, copyEmail) : undefined;
  const ofQuote = quoteId
    ? and(eq(salesInvoices.quoteId, quoteId), ne(salesInvoices.id, id))
    : undefined;
  return findAccounts(db, and(or(ofQuote, eq(salesInvoices.replacesId, id)), isReadAlike, isAsked));
}

async function slugOfQuote(db: Db, id: string): Promise<string | null> {
  const [quote] = await db
    .select({ slug: quotes.slug, draft: quotes.draft })
    .from(quotes)
    .where(eq(quotes.id, id));
  return quote && !quote.draft ? quote.slug : null;
}

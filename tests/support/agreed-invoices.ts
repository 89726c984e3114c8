import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { restOf } from "#app/features/invoices/model.ts";
import { type NewPayment, recordPayment } from "#app/features/ledger/payments.server.ts";
import { invoicesOfQuote } from "#app/features/invoices/queries.server.ts";
import { acceptQuote } from "#app/features/quotes/acceptance.server.ts";
import { acceptOnBehalf } from "#app/features/quotes/decisions.server.ts";
import { beginNewVersion, editQuote, revisionOf } from "#app/features/quotes/drafts.server.ts";
import { sendQuote } from "#app/features/quotes/sending.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { salesInvoices } from "#app/server/database/tables.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { aDraft, anAcceptance, owner, theBusiness } from "./factories.ts";
import { aSentQuote, LATER, quoteEmailInput, quoteRow } from "./quotes.ts";

/** Accepted at A$1,550: a deposit and a balance of A$775, the second due 13 June. */
export async function anInvoicedQuote(db: Db) {
  await theBusiness(db);
  const quote = await aSentQuote(db);
  await acceptQuote(db, anAcceptance({ slug: quote.slug!, wantsExtraHour: true }), LATER);
  return quote;
}

export async function aSentVersion(db: Db, id: string, base: number) {
  const begun = await beginNewVersion(db, owner, id, LATER);
  if (!begun.ok) throw new Error("No new version.");
  const next = begun.quote;
  await editQuote(db, owner, next.id, revisionOf(next), aDraft({ base }), LATER);
  await sendQuote(db, owner, next.id, quoteEmailInput, LATER);
  return quoteRow(db, next.id);
}

/** A new version over this many cents, sent and accepted. */
export async function replace(db: Db, id: string, base: number) {
  const next = await aSentVersion(db, id, base);
  const acceptance = anAcceptance({ slug: next.slug!, version: next.version });
  expect(await acceptQuote(db, acceptance, LATER)).toMatchObject({ ok: true });
  return next.id;
}

/** The same, but accepted by the owner, who can reverse that. */
export async function replaceOnBehalf(db: Db, id: string, base: number) {
  const next = await aSentVersion(db, id, base);
  expect(await acceptOnBehalf(db, owner, next.id, LATER)).toMatchObject({ ok: true });
  return next.id;
}

/** Money as it is recorded on the day, with its receipt and whatever follows from it. */
export const bookMoney = (
  db: Db,
  invoiceId: string,
  given: Partial<NewPayment> = {},
  now = LATER,
  actor = owner.email,
) =>
  db.transaction((tx) => {
    const payment = {
      invoiceId,
      paidOn: melbourneDay(now),
      amount: 775_00,
      method: "payid",
    } as const;
    return recordPayment(tx, { ...payment, ...given }, actor, now);
  });

export async function payNumber(db: Db, number: string, amount: number) {
  const [invoice] = await db.select().from(salesInvoices).where(eq(salesInvoices.number, number));
  const reason = amount < 0 ? { reason: "Refunded" } : {};
  expect(await bookMoney(db, invoice!.id, { amount, ...reason })).toMatchObject({ ok: true });
}

/** `INV-0001 deposit 775.00 void`: each document of a quote, by number. */
export async function documentsOf(db: Db, quoteId: string) {
  const all = await invoicesOfQuote(db, quoteId);
  const lines = all.map((invoice) =>
    [
      invoice.number ?? "draft",
      invoice.kind,
      (invoice.total / 100).toFixed(2),
      ...(invoice.voidedAt ? ["void"] : []),
      ...(invoice.paid ? [`paid ${(invoice.paid / 100).toFixed(2)}`] : []),
      ...(invoice.credited ? [`credited ${(invoice.credited / 100).toFixed(2)}`] : []),
      ...(restOf(invoice) < 0 ? [`to refund ${(-restOf(invoice) / 100).toFixed(2)}`] : []),
    ].join(" "),
  );
  return lines.toSorted();
}

import { hash } from "node:crypto";
import { eq } from "drizzle-orm";
import { href } from "react-router";
import type Stripe from "stripe";
import { findAccounts, lockAccount } from "#app/features/invoices/queries.server.ts";
import { endCardPages } from "#app/features/invoices/issue.server.ts";
import {
  type Invoice,
  invoiceState,
  isToPay,
  restOf,
  type InvoiceState,
} from "#app/features/invoices/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { cardPages, payments, salesInvoices } from "#app/server/database/tables.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import { cutCharacters } from "#app/values/text.ts";

type Checkout = { is: "not-found" | "nothing-to-pay" } | { is: "started"; url: string };

/** Returns the same page for the same rest. Throws when the card service fails or refuses. */
export async function startCheckout(
  db: Db,
  stripe: Stripe,
  slug: string,
  { siteUrl, now }: { siteUrl: string; now: Date },
): Promise<Checkout> {
  const [invoice] = await findAccounts(db, eq(salesInvoices.slug, slug));
  if (!invoice) return { is: "not-found" };
  const amount = cardAmountOf(invoice, now);
  if (amount === 0) return { is: "nothing-to-pay" };
  const page = new URL(href("/invoices/:slug", { slug }), siteUrl).href;
  const wanted = sessionOf(invoice, amount, page);
  const entries = await db.$count(payments, eq(payments.salesInvoiceId, invoice.id));
  // Stripe refuses a known key with other values, such as those of a later version.
  const values = hash("sha256", JSON.stringify(wanted), "hex").slice(0, 16);
  const key = `invoice-${invoice.id}-${amount}-${entries}-${values}`;
  let session = await stripe.checkout.sessions.create(wanted, { idempotencyKey: key });
  // Stripe repeats a key's answer for longer than a session can be paid.
  if (session.expires_at * 1000 <= now.getTime())
    session = await stripe.checkout.sessions.create(wanted, {
      idempotencyKey: `${key}-${session.id}`,
    });
  if (!session.url) throw new Error("The checkout session has no address.");
  if (!(await keepPage(db, session, { invoice, amount }, now))) return { is: "nothing-to-pay" };
  return { is: "started", url: session.url };
}

/** Stores an open page, or ends it if the amount to pay has changed. */
function keepPage(
  db: Db,
  { id, expires_at: expires }: Stripe.Checkout.Session,
  { invoice, amount }: { invoice: Invoice; amount: Cents },
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const current = await lockAccount(tx, invoice.id);
    const page = { id, salesInvoiceId: invoice.id, expiresAt: new Date(expires * 1000) };
    await tx.insert(cardPages).values(page).onConflictDoNothing();
    const isSame = current && cardAmountOf(current, now) === amount;
    if (!isSame) await endCardPages(tx, [invoice.id], now);
    return isSame === true;
  });
}

const cardAmountOf = (invoice: Invoice, now: Date) =>
  payableByCard({ state: invoiceState(invoice, melbourneDay(now)), rest: restOf(invoice) });

export async function endCardPage(stripe: Stripe, sessionId: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(sessionId);
  } catch (error) {
    // It was paid, or has expired.
    if ((error as Partial<Stripe.errors.StripeError>).type !== "StripeInvalidRequestError")
      throw error;
  }
}

function sessionOf(
  { id, number, title, buyerEmail }: Invoice,
  amount: Cents,
  page: string,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { invoice: id, number: number! };
  const name = `Invoice ${number}`;
  return {
    mode: "payment",
    allowed_payment_method_types: ["card"],
    // In the invoice's dollars, wherever the card is from.
    adaptive_pricing: { enabled: false },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: "aud",
          unit_amount: amount,
          product_data: { name, ...(title && { description: cutCharacters(title, 200) }) },
        },
      },
    ],
    ...(buyerEmail && { customer_email: buyerEmail }),
    client_reference_id: id,
    metadata,
    payment_intent_data: { description: name, metadata },
    success_url: `${page}?card=paid`,
    cancel_url: page,
  };
}

/** Stripe refuses less than A$0.50. */
const smallest: Cents = 50;

export function payableByCard({ state, rest }: { state: InvoiceState; rest: Cents }): Cents {
  return isToPay({ state }) && rest >= smallest ? rest : 0;
}

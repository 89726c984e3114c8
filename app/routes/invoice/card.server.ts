import { data, href, redirect } from "react-router";
import { startCheckout, payableByCard } from "#app/features/cards/checkout.server.ts";
import { openStripe } from "#app/features/cards/stripe.server.ts";
import { takesCards } from "#app/features/invoices/business.server.ts";
import {
  type PublicInvoice,
  invoiceNotFoundMessage,
} from "#app/features/invoices/public-invoice.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import { log } from "#app/server/log.server.ts";

/** `isOnItsWay`: the client has just paid by card. */
export type CardOffer = { amount: number; isOnItsWay: boolean };

export function cardOfferOf(request: Request, invoice: PublicInvoice): CardOffer | null {
  const amount = takesCards() ? payableByCard(invoice) : 0;
  const isOnItsWay = new URL(request.url).searchParams.get("card") === "paid";
  return amount > 0 ? { amount, isOnItsWay } : null;
}

export async function payByCard(slug: string) {
  const stripe = await openStripe();
  if (!stripe) return refused(invoiceNotFoundMessage, 404);
  const options = { siteUrl: getSettings().SITE_URL, now: new Date() };
  try {
    const checkout = await startCheckout(getDb(), stripe, slug, options);
    if (checkout.is === "not-found") return refused(invoiceNotFoundMessage, 404);
    const page = href("/invoices/:slug", { slug });
    const location = checkout.is === "started" ? checkout.url : page;
    return redirect(location, { status: 303, headers: secretLinkHeaders });
  } catch (error) {
    log.error({ err: error }, "card payment not started");
    return refused(
      "Paying by card isn't working right now.",
      503,
      "Nothing was charged. Please try again in a few minutes, or pay by bank transfer.",
    );
  }
}

function refused(message: string, status: number, detail?: string) {
  return data<FormState>({ ok: false, message, detail }, { status, headers: secretLinkHeaders });
}

import { getSettings, type Settings } from "#app/server/env.server.ts";

/** Whether an invoice's page offers to pay by card. */
export function takesCards(
  { STRIPE_SECRET_KEY }: Pick<Settings, "STRIPE_SECRET_KEY"> = getSettings(),
): boolean {
  return STRIPE_SECRET_KEY !== undefined;
}

/** The button of an email that asks for a payment. */
export const payLabel = (byCard = takesCards()) =>
  byCard ? "View and pay your invoice" : "View your invoice";

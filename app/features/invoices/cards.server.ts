import { getSettings, type Settings } from "#app/server/env.server.ts";

export function takesCards(
  { STRIPE_SECRET_KEY }: Pick<Settings, "STRIPE_SECRET_KEY"> = getSettings(),
): boolean {
  return STRIPE_SECRET_KEY !== undefined;
}

export const payLabel = (byCard = takesCards()) =>
  byCard ? "View and pay your invoice" : "View your invoice";

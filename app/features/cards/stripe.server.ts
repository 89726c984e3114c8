import type Stripe from "stripe";
import { takesCards } from "#app/features/business/queries.server.ts";
import { getSettings, type Settings } from "#app/server/env.server.ts";

type StripeSettings = Pick<Settings, "STRIPE_SECRET_KEY" | "STRIPE_BASE_URL">;

export function cardFormTargets(settings: StripeSettings = getSettings()): string[] {
  if (!takesCards(settings)) return [];
  return ["https://checkout.stripe.com", new URL(settings.STRIPE_BASE_URL).origin];
}

/** Null without keys. Imported on demand: the library is large. */
export async function openStripe(settings: StripeSettings = getSettings()): Promise<Stripe | null> {
  const { STRIPE_SECRET_KEY: key, STRIPE_BASE_URL } = settings;
  if (!key) return null;
  const { default: StripeClient } = await import("stripe");
  const { hostname, port, protocol } = new URL(STRIPE_BASE_URL);
  const isPlain = protocol === "http:";
  return new StripeClient(key, {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? "http" : "https",
    timeout: 10_000,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

/** Stripe ids are stable strings; an expanded object has it as `id`. */
export function idIn(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}

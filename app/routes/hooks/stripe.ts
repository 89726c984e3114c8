import type Stripe from "stripe";
import { bookCardEvent } from "#app/features/cards/events.server.ts";
import { openStripe } from "#app/features/cards/stripe.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { apiFailure } from "#app/server/http/api.server.ts";
import { log } from "#app/server/log.server.ts";
import type { Route } from "./+types/stripe";

/** In seconds: somebody may have recorded an older event to send it again. */
const signatureAge = 300;

export async function loader() {
  if (!(await openStripe())) return notFound();
  return apiFailure(405, "method", "Send events with POST.", { headers: { Allow: "POST" } });
}

/** Without a success status the card service sends the event again for days. */
export async function action({ request }: Route.ActionArgs) {
  const stripe = await openStripe();
  if (!stripe) return notFound();
  const now = new Date();
  const event = await signedEvent(stripe, request, now);
  if (!event) return apiFailure(400, "signature", "This event isn't signed as it should be.");
  try {
    await bookCardEvent(getDb(), stripe, event, now);
    return Response.json({ received: true });
  } catch (error) {
    log.error({ err: error, event: event.type }, "card event not booked");
    return apiFailure(503, "unavailable", "Not booked. Please send this event again.", {
      headers: { "Retry-After": "5" },
    });
  }
}

/** Null unless the service signed exactly these bytes recently. */
async function signedEvent(
  stripe: Stripe,
  request: Request,
  now: Date,
): Promise<Stripe.Event | null> {
  const payload = Buffer.from(await request.arrayBuffer());
  const signature = request.headers.get("stripe-signature") ?? "";
  const secret = getSettings().STRIPE_WEBHOOK_SECRET!;
  try {
    const { webhooks } = stripe;
    return webhooks.constructEvent(payload, signature, secret, signatureAge, undefined, +now);
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.name : "unknown" }, "card event refused");
    return null;
  }
}

const notFound = () => apiFailure(404, "not-found", "There is nothing at this address.");

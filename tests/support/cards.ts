import { asc } from "drizzle-orm";
import type Stripe from "stripe";
import { afterAll, beforeAll } from "vitest";
import { startCheckout } from "#app/features/cards/checkout.server.ts";
import { bookCardEvent } from "#app/features/cards/events.server.ts";
import { openStripe } from "#app/features/cards/stripe.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { payments } from "#app/server/database/tables.server.ts";
import { eventOf, type FakeSession, type StripeEvent, startStripe } from "#tests/fakes/stripe.ts";

/** The card service for the tests of a file, with a client who pays and events that are booked. */
export function useCardService() {
  let server: Awaited<ReturnType<typeof startStripe>>;
  let stripe: Stripe;
  beforeAll(async () => {
    server = await startStripe();
    stripe = (await openStripe(server.settings))!;
  });
  afterAll(() => server.stop());
  return {
    server: () => server,
    stripe: () => stripe,
    /** The session in which a client pays the rest of an invoice. */
    async session(db: Db, now: Date, slug = "link-of-inv-0001"): Promise<FakeSession> {
      const before = server.sessions.length;
      await startCheckout(db, stripe, slug, { siteUrl: "https://site.example", now });
      return server.sessions[before]!;
    },
    book: (db: Db, event: StripeEvent, now: Date) =>
      bookCardEvent(db, stripe, eventOf(event) as unknown as Stripe.Event, now),
  };
}

/** Every entry in order, in whole cents. */
export const bookedAmounts = async (db: Db) =>
  (await db.select().from(payments).orderBy(asc(payments.id))).map(({ amount }) => amount);

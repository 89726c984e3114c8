import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import { describe, expect } from "vitest";
import { creditInvoice, voidInvoice } from "#app/features/ledger/corrections.server.ts";
import { recordPayment } from "#app/features/ledger/payments.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import { cardPages } from "#app/server/database/tables.server.ts";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { useCardService } from "#tests/support/cards.ts";
import { dbTest } from "#tests/support/db.ts";
import { anInvoice, owner, theBusiness } from "#tests/support/factories.ts";
import { endCardPage, startCheckout } from "./checkout.server.ts";

const cards = useCardService();
const now = new Date();
const today = melbourneDay(now);

/** Does what the queue was asked to do. */
async function endPages(db: Db): Promise<void> {
  const jobs = await rowsOf<{ session: string }>(
    db,
    sql`select data->>'sessionId' as session from pgboss.job where name = 'card-pages'`,
  );
  for (const { session } of jobs) await endCardPage(cards.stripe(), session);
}

const pay = (db: Db, invoiceId: string, amount: number) =>
  db.transaction((tx) =>
    recordPayment(tx, { invoiceId, paidOn: today, amount, method: "payid" }, owner.email, now),
  );

const changes: Record<string, (db: Db, id: string) => Promise<unknown>> = {
  paid: (db, id) => pay(db, id, 775_00),
  "paid in part": (db, id) => pay(db, id, 300_00),
  void: (db, id) => voidInvoice(db, owner, id, "A mistake", now),
  credited: (db, id) => creditInvoice(db, owner, id, { amount: 775_00, reason: "Late" }, now),
};

describe("the card service's page of an invoice", () => {
  for (const [what, change] of Object.entries(changes))
    dbTest(`ends once the invoice is ${what}`, async ({ db }) => {
      await theBusiness(db);
      const { id } = await anInvoice(db, { issuedOn: addDays(today, -30) });
      const session = await cards.session(db, now);
      await endPages(db);
      expect(session.status).toBe("open");
      await change(db, id);
      await endPages(db);
      expect(session.status).toBe("expired");
      expect(await db.$count(cardPages)).toBe(0);
    });

  dbTest("ends at once where the invoice was paid while it opened", async ({ db }) => {
    const { id } = await anInvoice(db, { issuedOn: addDays(today, -30) });
    const { sessions } = cards.stripe().checkout;
    const create: typeof sessions.create = async (...given) => {
      const session = await sessions.create(...given);
      await pay(db, id, 775_00);
      return session;
    };
    const slow = { checkout: { sessions: { create } } } as unknown as Stripe;
    const options = { siteUrl: "https://site.example", now };
    expect(await startCheckout(db, slow, "link-of-inv-0001", options)).toEqual({
      is: "nothing-to-pay",
    });
    await endPages(db);
    expect(cards.server().sessions.at(-1)!.status).toBe("expired");
  });

  dbTest("that was paid is left as it is", async ({ db }) => {
    await anInvoice(db, { issuedOn: addDays(today, -30) });
    const session = await cards.session(db, now);
    await cards.book(db, cards.server().pay(session), now);
    await endPages(db);
    expect(session.status).toBe("complete");
  });

  dbTest("is ended again later while the card service can't be reached", async ({ db }) => {
    await anInvoice(db);
    const session = await cards.session(db, now);
    cards.server().failWith(503);
    await expect(endCardPage(cards.stripe(), session.id)).rejects.toThrow();
    cards.server().failWith(null);
    await endCardPage(cards.stripe(), session.id);
    expect(session.status).toBe("expired");
  });
});

import { asc, eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { findAccount } from "#app/features/invoices/queries.server.ts";
import { reissueWithGst } from "#app/features/invoices/reissue.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  documentCounters,
  emails,
  gstRegistrations,
  salesInvoices,
} from "#app/server/database/tables.server.ts";
import type { StripeEvent } from "#tests/fakes/stripe.ts";
import { bookedAmounts, useCardService } from "#tests/support/cards.ts";
import { dbTest } from "#tests/support/db.ts";
import { anInvoice, owner, theBusiness } from "#tests/support/factories.ts";

const cards = useCardService();
const now = new Date();
const book = (db: Db, event: StripeEvent) => cards.book(db, event, now);

/** An invoice that can be issued again with GST. */
async function withoutGst(db: Db) {
  await theBusiness(db);
  await db.insert(documentCounters).values({ kind: "invoice", last: 100 });
  await db.insert(gstRegistrations).values({ starts: "2026-01-01", ends: null });
  return anInvoice(db, { gst: null, kind: "other" });
}

async function reissue(db: Db, id: string): Promise<string> {
  const result = await reissueWithGst(db, owner, id, now);
  if (!result.ok) throw new Error(result.reason);
  return result.invoice.id;
}

describe("a card payment and refund", () => {
  dbTest("are on the invoice that takes the place of theirs meanwhile", async ({ db }) => {
    const { id } = await withoutGst(db);
    const paid = cards.server().pay(await cards.session(db, now));
    const [replacing] = await Promise.all([reissue(db, id), book(db, paid)]);
    expect(await findAccount(db, replacing)).toMatchObject({ paid: 775_00 });
    expect(await db.$count(emails, eq(emails.subject, "Please refund A$775.00 for INV-0001"))).toBe(
      0,
    );
  });
});

describe("a card refund", () => {
  dbTest("is booked where its payment has moved meanwhile", async ({ db }) => {
    const { id } = await withoutGst(db);
    const session = await cards.session(db, now);
    await book(db, cards.server().pay(session));
    let replacing = "";
    const late = Object.assign(Object.create(db) as Db, {
      transaction: (async (run) => {
        replacing ||= await reissue(db, id);
        return db.transaction(run);
      }) as Db["transaction"],
    });
    await book(late, cards.server().refund(session, 75_00).created);
    expect(await findAccount(db, replacing)).toMatchObject({ paid: 700_00 });
  });

  dbTest("that the invoice doesn't take is told the owner, once for each news", async ({ db }) => {
    const { id } = await anInvoice(db);
    const session = await cards.session(db, now);
    await book(db, cards.server().pay(session));
    await db.delete(emails);
    const { created, refunded } = cards.server().refund(session, 775_00);
    await book(db, created);
    await db.update(salesInvoices).set({ voidedAt: now }).where(eq(salesInvoices.id, id));
    const failed = { type: "refund.failed", object: { ...created.object, status: "failed" } };
    for (const event of [failed, failed]) await book(db, event);
    const second = cards.server().refund(session, 1_00);
    for (const event of [second.created, refunded, second.created]) await book(db, event);
    const told = await db.select().from(emails).orderBy(asc(emails.createdAt));
    expect(told).toMatchObject([
      { subject: "A refund of A$775.00 has failed for INV-0001" },
      { subject: "A refund of A$1.00 isn't booked for INV-0001" },
    ]);
    expect(told[0]!.text).toContain(
      `Stripe couldn't send A$775.00 back to Ada Client for invoice INV-0001: you have it again.

It isn't booked: the invoice is void. Refund it in Stripe, or send a new invoice and record it there.`,
    );
  });

  dbTest("is booked once, in whichever of its events it is reported", async ({ db }) => {
    await anInvoice(db);
    const session = await cards.session(db, now);
    await book(db, cards.server().pay(session));
    const first = cards.server().refund(session, 75_00);
    for (const event of [first.created, first.refunded, first.refunded]) await book(db, event);
    const second = cards.server().refund(session, 100_00);
    for (const event of [second.refunded, first.refunded, second.created]) await book(db, event);
    expect(await bookedAmounts(db)).toEqual([775_00, -75_00, -100_00]);
  });

  dbTest("that is reported before its payment books both", async ({ db }) => {
    await anInvoice(db);
    const session = await cards.session(db, now);
    const paid = cards.server().pay(session);
    await book(db, cards.server().refund(session, 75_00).created);
    await book(db, paid);
    expect(await bookedAmounts(db)).toEqual([775_00, -75_00]);
  });

  dbTest("that failed is undone, also when that is reported first", async ({ db }) => {
    await anInvoice(db);
    const session = await cards.session(db, now);
    await book(db, cards.server().pay(session));
    const { created } = cards.server().refund(session, 75_00);
    const failed = { type: "refund.failed", object: { ...created.object, status: "failed" } };
    for (const event of [failed, created, failed]) await book(db, event);
    expect(await bookedAmounts(db)).toEqual([775_00, -75_00, 75_00]);
  });

  dbTest("of a payment that is none of ours is left alone", async ({ db }) => {
    const object = { id: "re_1", amount: 1, currency: "aud", status: "succeeded", created: 1 };
    await book(db, { type: "refund.created", object: { ...object, payment_intent: null } });
    expect(await bookedAmounts(db)).toEqual([]);
  });

  dbTest("is reported again later when Stripe can't be asked about it", async ({ db }) => {
    await anInvoice(db);
    const session = await cards.session(db, now);
    cards.server().pay(session);
    const { created } = cards.server().refund(session, 75_00);
    cards.server().failWith(503);
    await expect(book(db, created)).rejects.toThrow();
    cards.server().failWith(null);
    await book(db, created);
    expect(await bookedAmounts(db)).toEqual([775_00, -75_00]);
  });
});

dbTest("a payment reported after a refund asks the owner what that was for", async ({ db }) => {
  await anInvoice(db);
  const first = await cards.session(db, now);
  await book(db, cards.server().pay(first, 700_00));
  const late = cards.server().pay(await cards.session(db, now));
  await book(db, cards.server().refund(first, 700_00).created);
  await book(db, late);
  const ofLate = eq(emails.subject, "A$75.00 by card for INV-0001");
  const [notice] = await db.select().from(emails).where(ofLate);
  expect(notice!.text).toContain("On invoice INV-0001, please say what the refund was for");
  expect(notice!.text).not.toContain("still to come");
});

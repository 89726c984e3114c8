import { asc, eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { explainRefunds } from "#app/features/ledger/payments.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  auditEntries,
  emails,
  payments,
  salesInvoices,
  documentCounters,
  gstRegistrations,
} from "#app/server/database/tables.server.ts";
import type { StripeEvent } from "#tests/fakes/stripe.ts";
import { bookedAmounts, useCardService } from "#tests/support/cards.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { anInvoice, aPayment, owner, theBusiness } from "#tests/support/factories.ts";
import { emailsOfKind } from "#tests/support/emails-of-kind.ts";
import { findAccount } from "#app/features/invoices/queries.server.ts";
import { reissueWithGst } from "#app/features/ledger/corrections.server.ts";
import { startCheckout } from "./checkout.server.ts";

const cards = useCardService();
const now = new Date();
const book = (db: Db, event: StripeEvent) => cards.book(db, event, now);
const start = (db: Db, slug = "link-of-inv-0001", at = now) =>
  startCheckout(db, cards.stripe(), slug, { siteUrl: "https://site.example", now: at });

const booked = (db: Db) =>
  db
    .select({ amount: payments.amount, method: payments.method, externalId: payments.externalId })
    .from(payments)
    .orderBy(asc(payments.id));
const sentKinds = async (db: Db) => {
  const rows = await db.select({ kind: emails.kind }).from(emails).orderBy(asc(emails.kind));
  return rows.map(({ kind }) => kind);
};

describe("a card payment", () => {
  dbTest("is asked for the rest, in Australian dollars and nothing on top", async ({ db }) => {
    const { id } = await anInvoice(db);
    await aPayment(db, { salesInvoiceId: id, amount: 300_00 });
    const session = await cards.session(db, now);
    expect(session).toMatchObject({
      amount_total: 475_00,
      currency: "aud",
      client_reference_id: id,
      metadata: { invoice: id },
      customer_email: "ada@client.example",
      success_url: "https://site.example/invoices/link-of-inv-0001?card=paid",
      cancel_url: "https://site.example/invoices/link-of-inv-0001",
    });
    const asked = Object.fromEntries(cards.server().requests.at(-1)!);
    expect(asked["line_items[0][price_data][product_data][name]"]).toBe("Invoice INV-0001");
    expect(asked["allowed_payment_method_types[0]"]).toBe("card");
    expect(asked["payment_intent_data[metadata][invoice]"]).toBe(id);
  });

  onBoth("is asked for once, however often the button is pressed", async ({ db }) => {
    await anInvoice(db);
    const before = cards.server().sessions.length;
    const pressed = await Promise.all([start(db), start(db), start(db)]);
    expect(new Set(pressed.map((one) => one.is === "started" && one.url)).size).toBe(1);
    expect(cards.server().sessions).toHaveLength(before + 1);
  });

  dbTest("is asked for anew once the session can't be paid any more", async ({ db }) => {
    await anInvoice(db);
    const first = await start(db);
    const tomorrow = new Date(now.getTime() + 25 * 3_600_000);
    const second = await start(db, undefined, tomorrow);
    expect(second).toMatchObject({ is: "started" });
    expect(second).not.toEqual(first);
    expect(await start(db, undefined, tomorrow)).toEqual(second);
  });

  dbTest(
    "is asked for anew once the same amount, gone back, is to be paid again",
    async ({ db }) => {
      const { id } = await anInvoice(db);
      const session = await cards.session(db, now);
      await book(db, cards.server().pay(session));
      await book(db, cards.server().refund(session, 775_00).created);
      expect(await start(db)).toEqual({ is: "nothing-to-pay" });
      await explainRefunds(db, owner, id, { purpose: "again", reason: "", seen: 775_00 }, now);
      expect((await cards.session(db, now)).id).not.toBe(session.id);
    },
  );

  dbTest("isn't asked for where nothing is to be paid", async ({ db }) => {
    const { id } = await anInvoice(db);
    await anInvoice(db, { number: "INV-0002", voidedAt: now });
    await aPayment(db, { salesInvoiceId: id });
    expect(await start(db)).toEqual({ is: "nothing-to-pay" });
    expect(await start(db, "link-of-inv-0002")).toEqual({ is: "nothing-to-pay" });
    expect(await start(db, "no-such-link")).toEqual({ is: "not-found" });
  });

  dbTest("is booked, with a receipt to the client and a word to the owner", async ({ db }) => {
    const { id } = await anInvoice(db);
    const session = await cards.session(db, now);
    await book(db, cards.server().pay(session));
    expect(await booked(db)).toEqual([
      { amount: 775_00, method: "card", externalId: session.payment_intent },
    ]);
    expect(await sentKinds(db)).toEqual(["card-payment", "payment-receipt"]);
    const [notice] = await emailsOfKind(db, "card-payment");
    expect(notice).toMatchObject({
      subject: "A$775.00 by card for INV-0001",
      replyTo: "ada@client.example",
      salesInvoiceId: id,
    });
    expect(notice!.text).toContain("Ada Client has paid A$775.00");
    expect(notice!.text).toContain(
      "That's invoice INV-0001 paid in full. They've been sent a receipt.",
    );
    expect(notice!.text).toContain("Paid by card: A$775.00");
    expect(await db.select().from(auditEntries)).toMatchObject([
      { actor: "Card payments", subjectKind: "invoice", subjectId: id },
    ]);
  });

  onBoth("is booked once, though it is reported twice and in two ways", async ({ db }) => {
    await anInvoice(db);
    const session = await cards.session(db, now);
    const paid = cards.server().pay(session);
    await Promise.all([
      book(db, paid),
      book(db, paid),
      book(db, cards.server().intentEvent(session)),
    ]);
    await book(db, { ...paid, type: "checkout.session.async_payment_succeeded" });
    expect(await bookedAmounts(db)).toEqual([775_00]);
    expect(await sentKinds(db)).toEqual(["card-payment", "payment-receipt"]);
  });

  dbTest("is booked as what came, not as what was asked", async ({ db }) => {
    await anInvoice(db);
    await book(db, cards.server().pay(await cards.session(db, now), 800_00));
    expect(await bookedAmounts(db)).toEqual([800_00]);
  });

  dbTest("that isn't there yet is not booked", async ({ db }) => {
    await anInvoice(db);
    const { type, object } = cards.server().pay(await cards.session(db, now));
    await book(db, { type, object: { ...object, payment_status: "unpaid" } });
    expect(await bookedAmounts(db)).toEqual([]);
  });

  dbTest("in another currency, or of another business, is not booked", async ({ db }) => {
    const { id } = await anInvoice(db);
    const { type, object } = cards.server().pay(await cards.session(db, now));
    await book(db, { type, object: { ...object, currency: "usd" } });
    const stranger = { metadata: {}, client_reference_id: id };
    await book(db, { type, object: { ...object, ...stranger } });
    const unknown = { metadata: { invoice: "11111111-1111-1111-1111-111111111111" } };
    await book(db, { type, object: { ...object, ...unknown } });
    await book(db, { type: "customer.created", object: { id: "cus_1" } });
    expect(await bookedAmounts(db)).toEqual([]);
    expect(await sentKinds(db)).toEqual([]);
  });

  dbTest("for an invoice that was cancelled meanwhile is told the owner, once", async ({ db }) => {
    const { id } = await anInvoice(db);
    const paid = cards.server().pay(await cards.session(db, now));
    await db.update(salesInvoices).set({ voidedAt: now }).where(eq(salesInvoices.id, id));
    await book(db, paid);
    await book(db, paid);
    expect(await bookedAmounts(db)).toEqual([]);
    expect(await db.select().from(emails)).toMatchObject([
      { kind: "card-payment", subject: "Please refund A$775.00 for INV-0001" },
    ]);
  });
});

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

import { describe, expect } from "vitest";
import { recordTypedPayment, undoPayment } from "#app/features/ledger/payments.server.ts";
import { paymentAnswer } from "#app/routes/admin/invoice/actions.server.ts";
import { findAccount } from "#app/features/invoices/queries.server.ts";
import { restOf } from "#app/features/invoices/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { auditEntries, cardMatches, emails, payments } from "#app/server/database/tables.server.ts";
import { addDays, longDay, melbourneDay } from "#app/values/calendar.ts";
import { bookedAmounts, useCardService } from "#tests/support/cards.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { anInvoice, owner } from "#tests/support/factories.ts";

const cards = useCardService();
const now = new Date();
const today = melbourneDay(now);
const book = (db: Db, event: Parameters<typeof cards.book>[1]) => cards.book(db, event, now);

type Typed = { amount: number; paidOn?: string; method?: "card" | "other"; reason?: string };

/** Types money on the page as it stands. */
async function type(db: Db, id: string, { paidOn = today, method = "card", ...typed }: Typed) {
  const form = { key: crypto.randomUUID(), seenRest: restOf((await findAccount(db, id))!) };
  return recordTypedPayment(db, owner, id, { paidOn, method, ...typed }, form, now);
}

const anInvoiceOfToday = (db: Db) => anInvoice(db, { issuedOn: addDays(today, -30) });

describe("a payment that the owner has typed and the card service then reports", () => {
  for (const [amount, days] of [
    [775_00, 0],
    [775_00, -3],
    [300_00, -1],
  ] as const)
    onBoth(`is one: ${amount} cents, ${-days} days before`, async ({ db }) => {
      const { id } = await anInvoiceOfToday(db);
      const session = await cards.session(db, now);
      await type(db, id, { amount, paidOn: addDays(today, days) });
      const paid = cards.server().pay(session, amount);
      await Promise.all([book(db, paid), book(db, paid)]);
      await book(db, cards.server().intentEvent(session));
      expect(await bookedAmounts(db)).toEqual([amount]);
      expect((await db.select().from(emails)).map(({ kind }) => kind)).not.toContain(
        "card-payment",
      );
      expect((await db.select().from(auditEntries).orderBy(auditEntries.id)).at(-1)).toMatchObject({
        actor: "Card payments",
        action: "confirmed what was typed for",
        subjectId: id,
      });
    });

  dbTest("is found again when a part of it is refunded", async ({ db }) => {
    const { id } = await anInvoiceOfToday(db);
    const session = await cards.session(db, now);
    await type(db, id, { amount: 775_00 });
    cards.server().pay(session);
    const { created } = cards.server().refund(session, 75_00);
    await book(db, created);
    expect(await bookedAmounts(db)).toEqual([775_00, -75_00]);
  });

  dbTest("is another one where amount, day, invoice or method differ", async ({ db }) => {
    const { id } = await anInvoiceOfToday(db);
    const { id: other } = await anInvoice(db, { number: "INV-0002" });
    const session = await cards.session(db, now);
    await type(db, id, { amount: 300_00 });
    await type(db, id, { amount: 775_00, paidOn: addDays(today, -4) });
    await type(db, id, { amount: 775_00, method: "other" });
    await type(db, other, { amount: 775_00 });
    await book(db, cards.server().pay(session));
    expect(await db.$count(payments)).toBe(5);
    expect(await db.$count(cardMatches)).toBe(0);
  });

  onBoth("is taken for one report only", async ({ db }) => {
    const { id } = await anInvoiceOfToday(db);
    const first = await cards.session(db, now);
    await type(db, id, { amount: 300_00 });
    const second = await cards.session(db, now);
    await Promise.all([
      book(db, cards.server().pay(first, 300_00)),
      book(db, cards.server().pay(second, 300_00)),
    ]);
    expect(await bookedAmounts(db)).toEqual([300_00, 300_00]);
  });

  dbTest("is not found again once it was undone", async ({ db }) => {
    const { id } = await anInvoiceOfToday(db);
    const session = await cards.session(db, now);
    const typed = await type(db, id, { amount: 775_00 });
    if (!typed.ok) throw new Error("not recorded");
    await undoPayment(db, owner, id, { payment: typed.payment.id, reason: "Too early" }, now);
    await book(db, cards.server().pay(session));
    expect(await bookedAmounts(db)).toEqual([775_00, -775_00, 775_00]);
  });
});

describe("a refund that the owner has typed and the card service then reports", () => {
  for (const amount of [775_00, 75_00])
    dbTest(`is one: ${amount} cents`, async ({ db }) => {
      const { id } = await anInvoiceOfToday(db);
      const session = await cards.session(db, now);
      await book(db, cards.server().pay(session));
      const { created, refunded } = cards.server().refund(session, amount);
      await type(db, id, { amount: -amount, reason: "Cancelled" });
      for (const event of [created, refunded, created]) await book(db, event);
      expect(await bookedAmounts(db)).toEqual([775_00, -amount]);
    });

  dbTest("is undone when the service says that it failed, in any order", async ({ db }) => {
    const { id } = await anInvoiceOfToday(db);
    const session = await cards.session(db, now);
    await book(db, cards.server().pay(session));
    const { created } = cards.server().refund(session, 75_00);
    await type(db, id, { amount: -75_00, reason: "Cancelled" });
    const failed = { type: "refund.failed", object: { ...created.object, status: "failed" } };
    for (const event of [failed, created, failed]) await book(db, event);
    expect(await bookedAmounts(db)).toEqual([775_00, -75_00, 75_00]);
  });
});

describe("money that the card service has reported", () => {
  dbTest("is not recorded again when the owner types it", async ({ db }) => {
    const { id } = await anInvoiceOfToday(db);
    const session = await cards.session(db, now);
    await book(db, cards.server().pay(session));
    const payment = await type(db, id, { amount: 775_00, paidOn: addDays(today, -2) });
    expect(paymentAnswer(payment, "payment")).toMatchObject({
      ok: false,
      errors: {
        method: `Stripe has already reported a payment of A$775.00, on ${longDay(
          today,
        )}. If this is another one, choose Other.`,
      },
    });
    await book(db, cards.server().refund(session, 75_00).created);
    const refund = await type(db, id, { amount: -75_00, reason: "Cancelled" });
    expect(refund).toMatchObject({ ok: false, reason: "reported", payment: { amount: -75_00 } });
    expect(await bookedAmounts(db)).toEqual([775_00, -75_00]);
    expect(await type(db, id, { amount: 775_00, method: "other" })).toMatchObject({ ok: true });
  });

  dbTest("is not recorded again when the owner had typed it before", async ({ db }) => {
    const { id } = await anInvoiceOfToday(db);
    const session = await cards.session(db, now);
    await type(db, id, { amount: 775_00 });
    await book(db, cards.server().pay(session));
    expect(await type(db, id, { amount: 775_00 })).toMatchObject({ reason: "reported" });
  });
});

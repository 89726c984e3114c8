import { asc, eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { findAccount } from "#app/features/invoices/queries.server.ts";
import { creditInvoice, voidInvoice } from "#app/features/ledger/corrections.server.ts";
import { invoiceState } from "#app/features/invoices/model.ts";
import { findDisputes } from "#app/features/dashboard/money-tasks.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { cardDisputes, emails, salesInvoices } from "#app/server/database/tables.server.ts";
import { addDays, longDay, melbourneDay } from "#app/values/calendar.ts";
import { bookedAmounts, useCardService } from "#tests/support/cards.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { anInvoice, owner, theBusiness } from "#tests/support/factories.ts";

const cards = useCardService();
const now = new Date();
const today = melbourneDay(now);

async function aPaidInvoice(db: Db) {
  const { id } = await anInvoice(db, { issuedOn: addDays(today, -30) });
  const session = await cards.session(db, now);
  await cards.book(db, cards.server().pay(session), now);
  await db.delete(emails);
  return { id, session, dispute: cards.server().dispute(session) };
}

const subjects = async (db: Db) =>
  (await db.select().from(emails).orderBy(asc(emails.createdAt))).map(({ subject }) => subject);
const tasks = (db: Db) =>
  findDisputes(db, { since: null, now, rules: null as never }).then((group) => group.tasks);

describe("a disputed card payment", () => {
  dbTest("is told the owner, and stands in Today until it is over", async ({ db }) => {
    const { id, dispute } = await aPaidInvoice(db);
    for (const event of [dispute.created, dispute.created]) await cards.book(db, event, now);
    const [email, ...others] = await db.select().from(emails);
    expect(others).toEqual([]);
    expect(email).toMatchObject({
      subject: "Dispute over A$775.00 for INV-0001",
      salesInvoiceId: id,
    });
    expect(email!.text).toContain(
      `The client's bank disputes the A$775.00 that Ada Client paid by card for invoice INV-0001. \
Reason given: product not received.

Answer in Stripe by ${longDay(melbourneDay(new Date(+now + 7 * 86_400_000)))}: without an answer the money is lost.`,
    );
    expect(await tasks(db)).toMatchObject([
      {
        id,
        who: "Ada Client",
        what: "A$775.00 by card for INV-0001",
        urgent: "Answer it in Stripe",
      },
    ]);
    await cards.book(db, dispute.lost, now);
    expect(await tasks(db)).toEqual([]);
  });

  dbTest("is booked when the money goes, and asks the client for nothing", async ({ db }) => {
    const { id, dispute } = await aPaidInvoice(db);
    await cards.book(db, dispute.created, now);
    for (const event of [dispute.withdrawn, dispute.withdrawn]) await cards.book(db, event, now);
    expect(await bookedAmounts(db)).toEqual([775_00, -775_00]);
    expect(invoiceState((await findAccount(db, id))!, today)).toBe("refunded");
    expect(await subjects(db)).toEqual([
      "Dispute over A$775.00 for INV-0001",
      "Stripe has taken back A$775.00 for INV-0001",
    ]);
  });

  dbTest("is paid again when the money comes back, without a receipt", async ({ db }) => {
    const { id, dispute } = await aPaidInvoice(db);
    for (const step of ["created", "withdrawn", "won", "reinstated"] as const)
      await cards.book(db, dispute[step], now);
    expect(await bookedAmounts(db)).toEqual([775_00, -775_00, 775_00]);
    expect(invoiceState((await findAccount(db, id))!, today)).toBe("paid");
    expect(await db.$count(emails, eq(emails.kind, "card-payment"))).toBe(4);
    expect(await db.$count(emails)).toBe(4);
  });

  onBoth("comes to the same whatever order its events come in, and at once", async ({ db }) => {
    const { id, dispute } = await aPaidInvoice(db);
    const { created, withdrawn, won, reinstated } = dispute;
    await cards.book(db, reinstated, now);
    await Promise.all([won, withdrawn, created, reinstated].map((one) => cards.book(db, one, now)));
    expect(await bookedAmounts(db)).toEqual([775_00, -775_00, 775_00]);
    expect(invoiceState((await findAccount(db, id))!, today)).toBe("paid");
    expect(await db.select().from(cardDisputes)).toMatchObject([{ status: "won" }]);
    expect(await db.$count(emails)).toBe(4);
  });

  dbTest("over more than is left is told, though it can't be booked", async ({ db }) => {
    const { session, dispute } = await aPaidInvoice(db);
    await cards.book(db, cards.server().refund(session, 700_00).created, now);
    await cards.book(db, dispute.withdrawn, now);
    expect(await bookedAmounts(db)).toEqual([775_00, -700_00]);
    const [email] = await db.select().from(emails);
    expect(email!.text).toContain("It isn't booked: the invoice has less than that on it.");
  });

  dbTest("keeps its invoice from being voided, so that money won is booked", async ({ db }) => {
    await theBusiness(db);
    const { id, dispute } = await aPaidInvoice(db);
    await cards.book(db, dispute.withdrawn, now);
    expect(await voidInvoice(db, owner, id, "", now)).toMatchObject({ reason: "refunded" });
    const credit = { amount: 775_00, reason: "" };
    expect(await creditInvoice(db, owner, id, credit, now)).toMatchObject({ ok: true });
    await cards.book(db, dispute.reinstated, now);
    expect(await findAccount(db, id)).toMatchObject({ paid: 775_00, credited: 775_00 });
  });

  dbTest("that is won once its invoice is void is told as not booked", async ({ db }) => {
    const { id, dispute } = await aPaidInvoice(db);
    await cards.book(db, dispute.withdrawn, now);
    await db.update(salesInvoices).set({ voidedAt: now }).where(eq(salesInvoices.id, id));
    await cards.book(db, dispute.reinstated, now);
    const subject = "Stripe has returned A$775.00 for INV-0001";
    const [email] = await db.select().from(emails).where(eq(emails.subject, subject));
    expect(email!.text).toContain(
      "It isn't booked: the invoice is void. \
Refund it in Stripe, or send a new invoice and record it there.",
    );
    expect(email!.text).not.toContain("counts again");
  });

  dbTest("that is reported before its payment books the payment first", async ({ db }) => {
    await anInvoice(db, { issuedOn: addDays(today, -30) });
    const session = await cards.session(db, now);
    const paid = cards.server().pay(session);
    await cards.book(db, cards.server().dispute(session, 300_00).withdrawn, now);
    await cards.book(db, paid, now);
    expect(await bookedAmounts(db)).toEqual([775_00, -300_00]);
  });

  dbTest("of another business is left alone", async ({ db }) => {
    const { dispute } = await aPaidInvoice(db);
    const { type, object } = dispute.withdrawn;
    await cards.book(db, { type, object: { ...object, payment_intent: null } }, now);
    expect(await bookedAmounts(db)).toEqual([775_00]);
  });
});

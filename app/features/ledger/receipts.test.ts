import { and, asc, eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { failEmail, resendEmail } from "#app/features/email/delivery.server.ts";
import { emails, payments } from "#app/server/database/tables.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import { delivered } from "#tests/support/delivered.ts";
import { bookMoney } from "#tests/support/agreed-invoices.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { anInvoice, owner } from "#tests/support/factories.ts";
import { creditInvoice } from "./corrections.server.ts";
import { type NewPayment, reversePayment } from "./payments.server.ts";

const NOW = new Date("2026-11-24T03:00:00Z");

async function pay(db: Db, invoiceId: string, given: Partial<NewPayment> = {}) {
  const result = await bookMoney(db, invoiceId, given, NOW);
  if (!result.ok) throw new Error(result.reason);
  return result.payment.id;
}

const undo = (db: Db, paymentId: number) =>
  db.transaction((tx) => reversePayment(tx, paymentId, "The wrong client", owner.email, NOW));

const receipts = (db: Db) =>
  db
    .select()
    .from(emails)
    .where(eq(emails.kind, "payment-receipt"))
    .orderBy(asc(emails.createdAt), asc(emails.paymentId));
const waiting = async (db: Db) => (await receipts(db)).filter(({ state }) => state === "queued");
const minutesLater = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const corrections = (db: Db) =>
  db.select().from(emails).where(eq(emails.kind, "receipt-correction"));

/** In how many seconds each email is delivered. */
const waits = (db: Db) =>
  rowsOf<{ seconds: number }>(
    db,
    sql`select round(extract(epoch from start_after - created_on))::int as seconds
      from pgboss.job where name = 'letters' order by start_after`,
  );

describe("a receipt", () => {
  dbTest("waits ten minutes", async ({ db }) => {
    const { id } = await anInvoice(db);
    await pay(db, id);
    expect(await waits(db)).toEqual([{ seconds: 600 }]);
  });

  dbTest("of a card payment that the card service reports leaves at once", async ({ db }) => {
    const { id } = await anInvoice(db);
    await pay(db, id, { method: "card", externalId: "pi_1" });
    expect(await waits(db)).toEqual([{ seconds: 0 }]);
  });

  dbTest("of a part payment says what is left", async ({ db }) => {
    const { id } = await anInvoice(db);
    await pay(db, id, { amount: 300_00, method: "cash" });
    const [receipt] = await receipts(db);
    expect(receipt!.subject).toBe("Receipt for tax invoice INV-0001");
    expect(receipt!.text).toContain(`Thank you! Your payment of A$300.00 has arrived.

Tax invoice: INV-0001
Garden party
Received on: Tuesday, 24 November 2026
Paid by: Cash

Amount received: A$300.00
Invoice total: A$775.00
Left to pay: A$475.00

A$475.00 is left to pay, due on Saturday, 28 November 2026.`);
  });

  dbTest("that waits says how the invoice stands when it leaves", async ({ db }) => {
    const { id } = await anInvoice(db);
    await pay(db, id, { amount: 300_00 });
    await pay(db, id, { amount: 400_00, method: "card", externalId: "pi_1" });
    expect(await waiting(db)).toMatchObject([
      { text: expect.stringContaining("Other payments: A$400.00") },
      { text: expect.stringContaining("Left to pay: A$75.00") },
    ]);
    await creditInvoice(db, owner, id, { amount: 75_00, reason: "Shorter" }, minutesLater(4));
    const paid = expect.stringContaining("That's tax invoice INV-0001 paid in full.");
    expect(await waiting(db)).toMatchObject([{ text: paid }, { text: paid }]);
  });

  dbTest("of a second payment says that it arrived twice", async ({ db }) => {
    const { id } = await anInvoice(db);
    await pay(db, id);
    await pay(db, id, { method: "card", externalId: "pi_1" });
    const texts = (await waiting(db)).map(({ text }) => text);
    expect(texts).toHaveLength(2);
    expect(texts[1]).toContain(
      "A$775.00 has arrived twice: tax invoice INV-0001 was paid already. I'll refund it to your card.",
    );
  });

  dbTest("of money on a paid invoice says what to do about it", async ({ db }) => {
    const { id } = await anInvoice(db, { gst: null });
    await pay(db, id);
    await pay(db, id, { amount: 5_00 });
    const texts = (await waiting(db)).map(({ text }) => text);
    expect(texts[1]).toContain(
      "That's A$5.00 more than invoice INV-0001 asked for. Just reply and tell me where to send it back.",
    );
  });
});

describe("undoing a payment", () => {
  dbTest("keeps back the receipt that waits, and says nothing", async ({ db }) => {
    const { id } = await anInvoice(db);
    await undo(db, await pay(db, id));
    expect(await receipts(db)).toMatchObject([{ state: "expired", settledAt: NOW }]);
    expect(await corrections(db)).toEqual([]);
  });

  for (const state of ["sent", "captured", "sending"] as const)
    onBoth(`takes back a receipt that is ${state}, once`, async ({ db }) => {
      const { id } = await anInvoice(db);
      const payment = await pay(db, id);
      await db.update(emails).set({ state });
      await Promise.all([undo(db, payment), undo(db, payment)]);
      const [correction, ...others] = await corrections(db);
      expect(others).toEqual([]);
      expect(correction).toMatchObject({
        recipient: "ada@client.example",
        subject: "Please disregard the receipt for tax invoice INV-0001",
        salesInvoiceId: id,
      });
      expect(correction!.text).toContain(`Hi Ada,

Please disregard the receipt for tax invoice INV-0001 that I emailed you: I booked a payment of \
A$775.00 to it by mistake. Sorry for the mix-up.

A$775.00 is left to pay, due on Saturday, 28 November 2026. If you've paid it, just reply.`);
    });

  dbTest("acknowledges anew what was paid since", async ({ db }) => {
    const { id } = await anInvoice(db);
    const wrong = await pay(db, id, { amount: 300_00 });
    const right = await pay(db, id, { amount: 475_00 });
    await undo(db, wrong);
    const left = await waiting(db);
    expect(left).toMatchObject([{ paymentId: right }]);
    expect(left[0]!.text).toContain("Left to pay: A$300.00");
  });

  dbTest("keeps the receipt of what was paid before, and says what is left", async ({ db }) => {
    const { id } = await anInvoice(db);
    const right = await pay(db, id, { amount: 300_00 });
    await undo(db, await pay(db, id, { amount: 475_00 }));
    const text = expect.stringContaining("Left to pay: A$475.00");
    expect(await waiting(db)).toMatchObject([{ paymentId: right, text }]);
  });

  dbTest("keeps a receipt back that failed or whose delivery was under way", async ({ db }) => {
    const { id } = await anInvoice(db);
    const payment = await pay(db, id);
    const [receipt] = await receipts(db);
    await failEmail(db, receipt!.id, NOW);
    await undo(db, payment);
    expect(await resendEmail(db, owner, receipt!.id, NOW)).toBe(false);
    await db.update(emails).set({ state: "queued" }).where(eq(emails.id, receipt!.id));
    expect(await delivered(db, receipt!.id)).toBe("expired");
  });

  dbTest("of a refund needs no correction", async ({ db }) => {
    const { id } = await anInvoice(db);
    await pay(db, id);
    await db.update(emails).set({ state: "sent" });
    await undo(db, await pay(db, id, { amount: -100_00, reason: "Discount" }));
    expect(await corrections(db)).toEqual([]);
    expect(await db.$count(payments, and(eq(payments.salesInvoiceId, id)))).toBe(3);
  });
});

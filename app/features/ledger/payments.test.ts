import { asc } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { auditEntries, emails, payments } from "#app/server/database/tables.server.ts";
import { bookMoney } from "#tests/support/agreed-invoices.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { anInvoice, owner, aPayment } from "#tests/support/factories.ts";
import { findAccount } from "#app/features/invoices/queries.server.ts";
import { voidInvoice } from "./corrections.server.ts";
import { invoiceState, shownPayments } from "#app/features/invoices/model.ts";
import {
  type NewPayment,
  reversePayment,
  recordTypedPayment,
  undoPayment,
} from "./payments.server.ts";

const NOW = new Date("2026-11-24T03:00:00Z");
const today = "2026-11-24";

const pay = (db: Db, invoiceId: string, given: Partial<NewPayment> = {}) =>
  bookMoney(db, invoiceId, given, NOW);

async function paid(db: Db, invoiceId: string, given: Partial<NewPayment> = {}) {
  const result = await pay(db, invoiceId, given);
  if (!result.ok) throw new Error(result.reason);
  return result;
}

function undo(db: Db, paymentId: number, reason = "The wrong client") {
  return db.transaction((tx) => reversePayment(tx, paymentId, reason, owner.email, NOW));
}

const stateOf = async (db: Db, id: string) => invoiceState((await findAccount(db, id))!, today);

const receipts = (db: Db) =>
  db.select().from(emails).orderBy(asc(emails.createdAt), asc(emails.id));

dbTest.for([
  ["the rest makes an invoice paid", 775_00, "paid", "paid"],
  ["less than the rest is a part-payment", 300_00, "part", "part-paid"],
  ["more than the rest is an overpayment", 800_00, "overpaid", "paid"],
] as const)("%s", async ([, amount, effect, state], { db }) => {
  const { id } = await anInvoice(db);
  const result = await paid(db, id, { amount });
  expect([result.effect, await stateOf(db, id)]).toEqual([effect, state]);
});

dbTest("a refund that is to be paid again opens the invoice", async ({ db }) => {
  const { id } = await anInvoice(db, { dueOn: today });
  await paid(db, id);
  const again = { amount: -775_00, reason: "To another account", refundFor: "again" } as const;
  const result = await paid(db, id, again);
  expect([result.effect, await stateOf(db, id)]).toEqual(["refund", "open"]);
});

dbTest("a day before the invoice's is said", async ({ db }) => {
  const { id } = await anInvoice(db);
  expect([
    (await paid(db, id, { amount: 1_00, paidOn: "2026-11-20" })).early,
    (await paid(db, id, { amount: 1_00 })).early,
  ]).toEqual([true, false]);
});

dbTest.for<[string, Partial<NewPayment>, string]>([
  ["no money is booked on a day that has not come", { paidOn: "2026-11-25" }, "future"],
  ["a refund needs a reason", { amount: -1, reason: " " }, "no-reason"],
  ["no more is refunded than came in", { amount: -300_01, reason: "Off" }, "more-than-paid"],
])("%s", async ([, given, reason], { db }) => {
  const { id } = await anInvoice(db);
  await paid(db, id, { amount: 300_00 });
  expect(await pay(db, id, given)).toMatchObject({ reason });
});

dbTest("drafts, void invoices and credit notes take no money", async ({ db }) => {
  const { id: creditsId } = await anInvoice(db);
  const draft = await anInvoice(db, { number: null, kind: "balance" });
  const voided = await anInvoice(db, { number: "INV-0002", voidedAt: NOW });
  const creditNote = await anInvoice(db, { number: "CN-0001", kind: "credit-note", creditsId });
  const refusals = [];
  for (const { id } of [draft, voided, creditNote]) {
    const result = await pay(db, id);
    refusals.push(result.ok || result.reason);
  }
  expect(refusals).toEqual(["draft", "void", "credit-note"]);
  expect(await db.$count(payments)).toBe(0);
});

onBoth("fifty times the same payment at once is one payment with one receipt", async ({ db }) => {
  const { id } = await anInvoice(db);
  const results = await Promise.all(
    Array.from({ length: 50 }, () => paid(db, id, { externalId: "form-1" })),
  );
  expect(results.filter(({ repeated }) => !repeated)).toHaveLength(1);
  expect(await db.$count(payments)).toBe(1);
  expect(await db.$count(emails)).toBe(1);
});

onBoth("one payment reported at once for two invoices is booked on one", async ({ db }) => {
  const first = await anInvoice(db);
  const second = await anInvoice(db, { number: "INV-0002" });
  const results = await Promise.all(
    [first, second].map(({ id }) => paid(db, id, { externalId: "evt_1" })),
  );
  expect(new Set(results.map(({ account }) => account.id)).size).toBe(1);
  expect(await db.$count(payments)).toBe(1);
});

dbTest("a payment's repetition is told so after its refund too", async ({ db }) => {
  const { id } = await anInvoice(db);
  await paid(db, id, { externalId: "form-1" });
  await paid(db, id, { amount: -775_00, reason: "Cancelled" });
  expect((await paid(db, id, { externalId: "form-1" })).repeated).toBe(true);
});

dbTest("an undone payment leaves both entries, and nothing paid", async ({ db }) => {
  const { id } = await anInvoice(db);
  const { payment } = await paid(db, id);
  await undo(db, payment.id);
  const entries = await db.select().from(payments).orderBy(payments.id);
  expect(entries.map(({ amount, reversesId, reason }) => [amount, reversesId, reason])).toEqual([
    [775_00, null, ""],
    [-775_00, payment.id, "The wrong client"],
  ]);
  expect(await stateOf(db, id)).toBe("open");
});

onBoth("an entry is undone once, however often it is asked for at once", async ({ db }) => {
  const { id } = await anInvoice(db);
  const { payment } = await paid(db, id);
  const results = await Promise.all(Array.from({ length: 10 }, () => undo(db, payment.id)));
  expect(results.filter((result) => result.ok && !result.repeated)).toHaveLength(1);
  expect(await db.$count(payments)).toBe(2);
});

dbTest("what undoes an entry cannot be undone itself", async ({ db }) => {
  const { id } = await anInvoice(db);
  const { payment } = await paid(db, id);
  const undone = await undo(db, payment.id);
  expect(undone.ok && (await undo(db, undone.payment.id))).toMatchObject({ reason: "reversal" });
});

dbTest("a payment that was refunded is undone after its refund only", async ({ db }) => {
  const { id } = await anInvoice(db);
  const { payment } = await paid(db, id);
  const refund = await paid(db, id, { amount: -100_00, reason: "Discount" });
  expect(await undo(db, payment.id)).toMatchObject({ reason: "more-than-paid" });
  await undo(db, refund.payment.id);
  expect(await undo(db, payment.id)).toMatchObject({ ok: true });
});

dbTest("the receipt says what was paid, for what, when and how", async ({ db }) => {
  const { id } = await anInvoice(db);
  await paid(db, id, { amount: 300_00, paidOn: "2026-11-23" });
  await paid(db, id, { amount: 475_00, method: "bank-transfer" });
  const receipt = (await receipts(db)).find(({ text }) => text.includes("A$475.00 has arrived"));
  expect(receipt).toMatchObject({
    kind: "payment-receipt",
    recipient: "ada@client.example",
    salesInvoiceId: id,
    subject: "Receipt for tax invoice INV-0001",
  });
  expect(receipt!.text).toContain(`Receipt

Hi Ada,

Thank you! Your payment of A$475.00 has arrived.

Tax invoice: INV-0001
Garden party
Received on: Tuesday, 24 November 2026
Paid by: Bank transfer

Amount received: A$475.00
Other payments: A$300.00
Invoice total: A$775.00
GST included: A$70.45

That's tax invoice INV-0001 paid in full.`);
});

dbTest("a receipt of a business without GST does not name it", async ({ db }) => {
  const { id } = await anInvoice(db, { gst: null });
  await paid(db, id);
  const [receipt] = await receipts(db);
  expect(receipt!.html).not.toMatch(/gst|tax/i);
});

dbTest("no receipt goes out for a refund or for what undoes one", async ({ db }) => {
  const { id } = await anInvoice(db);
  await paid(db, id);
  const refund = await paid(db, id, { amount: -775_00, reason: "Cancelled" });
  await undo(db, refund.payment.id);
  expect(await stateOf(db, id)).toBe("paid");
  // The one of the payment, written anew each time.
  expect((await receipts(db)).filter(({ state }) => state === "queued")).toHaveLength(1);
});

dbTest("a buyer without an email address gets no receipt", async ({ db }) => {
  const { id } = await anInvoice(db, { buyerEmail: "" });
  await paid(db, id);
  expect(await receipts(db)).toEqual([]);
});

dbTest("each payment, refund and undoing is in the activity log", async ({ db }) => {
  const { id } = await anInvoice(db);
  await paid(db, id, { amount: 100_00, externalId: "form-1" });
  await paid(db, id, { amount: 100_00, externalId: "form-1" });
  const refund = await paid(db, id, { amount: -100_00, reason: "Cancelled" });
  await undo(db, refund.payment.id);
  const entries = await db.select().from(auditEntries).orderBy(auditEntries.id);
  expect(entries.map(({ action, label, subjectId }) => [action, label, subjectId])).toEqual([
    ["recorded a payment for", "INV-0001, Ada Client", id],
    ["recorded a refund of", "INV-0001, Ada Client", id],
    ["undid a refund of", "INV-0001, Ada Client", id],
  ]);
});

onBoth("what is written beside any lock is counted whole", async ({ db }) => {
  const { id } = await anInvoice(db);
  const entry = {
    salesInvoiceId: id,
    paidOn: today,
    amount: 10_00,
    method: "cash",
    actor: "x",
  } as const;
  await Promise.all(Array.from({ length: 20 }, () => db.insert(payments).values(entry)));
  expect(await findAccount(db, id)).toMatchObject({ paid: 200_00 });
});

onBoth("money and voiding at the same moment do not both happen", async ({ db }) => {
  const { id } = await anInvoice(db);
  const [payment, voiding] = await Promise.all([
    pay(db, id),
    voidInvoice(db, owner, id, "A mistake", NOW),
  ]);
  expect([payment.ok, voiding.ok].toSorted()).toEqual([false, true]);
  expect(await stateOf(db, id)).toBe(payment.ok ? "paid" : "void");
});

const typed = { paidOn: "2026-11-24", amount: 300_00, method: "cash" } as const;

const record = (db: Db, id: string, form: { key: string; seenRest: number }, amount = 300_00) =>
  recordTypedPayment(db, owner, id, { ...typed, amount }, form, NOW);

onBoth("a form sent twice at once books once", async ({ db }) => {
  const { id } = await anInvoice(db);
  const form = { key: "a form", seenRest: 775_00 };
  const results = await Promise.all([record(db, id, form), record(db, id, form)]);
  expect(results.map(({ ok }) => ok)).toEqual([true, true]);
  expect(await db.$count(payments)).toBe(1);
});

dbTest("another form books another payment of the same amount", async ({ db }) => {
  const { id } = await anInvoice(db);
  await record(db, id, { key: "a form", seenRest: 775_00 });
  await record(db, id, { key: "the next", seenRest: 475_00 });
  expect(await db.$count(payments)).toBe(2);
});

dbTest("a form shown before other money came in books nothing", async ({ db }) => {
  const { id } = await anInvoice(db);
  await aPayment(db, { salesInvoiceId: id, amount: 775_00 });
  const result = await record(db, id, { key: "a form", seenRest: 775_00 });
  expect(result).toMatchObject({ ok: false, reason: "stale", account: { paid: 775_00 } });
  expect(await db.$count(payments)).toBe(1);
});

dbTest("an entry is undone on the page of its own invoice only", async ({ db }) => {
  const { id } = await anInvoice(db);
  const other = await anInvoice(db, { number: "INV-0002" });
  const { id: payment } = await aPayment(db, { salesInvoiceId: other.id });
  const mistaken = { payment, reason: "A mistake" };
  expect(await undoPayment(db, owner, id, mistaken, NOW)).toMatchObject({ reason: "not-found" });
  expect(await undoPayment(db, owner, other.id, mistaken, NOW)).toMatchObject({ ok: true });
});

const row = (id: number, amount: number, reversesId: number | null = null) => ({
  id,
  amount,
  reversesId,
  paidOn: "2026-11-24",
  method: "payid" as const,
});
const amounts = (...rows: ReturnType<typeof row>[]) =>
  shownPayments(rows).map(({ amount }) => amount);

test("a reversed mistake is not shown to the client", () => {
  expect(amounts(row(1, 777_00), row(2, -777_00, 1), row(3, 775_00))).toEqual([775_00]);
});

test("a payment whose reversal was a mistake is shown once", () => {
  expect(amounts(row(1, 775_00), row(2, -775_00, 1), row(3, 775_00, 2))).toEqual([775_00]);
});

test("a refund is shown, and not once it is reversed", () => {
  expect(amounts(row(1, 775_00), row(2, -75_00))).toEqual([775_00, -75_00]);
  expect(amounts(row(1, 775_00), row(2, -75_00), row(3, 75_00, 2))).toEqual([775_00]);
});

test("what is shown adds up to what came in, whatever other programs wrote", () => {
  const rows = [row(1, 100_00, 1), row(2, 50_00, 3), row(3, -20_00, 2), row(4, 7_00, 99)];
  expect(amounts(...rows).reduce((sum, amount) => sum + amount, 0)).toBe(137_00);
});

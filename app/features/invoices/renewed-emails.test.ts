import { and, eq, sql, desc } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import { emails, gstRegistrations } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { moneyTest } from "#tests/support/money-test.ts";
import { bookMoney } from "#tests/support/agreed-invoices.ts";
import { anInvoice, owner, theBusiness, aPayment, aQuote, NOW } from "#tests/support/factories.ts";
import { issueSale } from "#app/features/ledger/sale-invoices.server.ts";
import { sendInvoice, queueInvoice } from "./emails.server.tsx";
import { undoPayment, explainRefunds } from "#app/features/ledger/payments.server.ts";
import { findAccount, invoicesForClient } from "./queries.server.ts";
import {
  changeDetails,
  reissueWithGst,
  listWithoutGst,
} from "#app/features/ledger/corrections.server.ts";
import { nextPayment } from "./public-invoice.ts";

/* The email of an invoice is written anew when its money moves while it waits. */

const now = new Date("2026-12-02T01:00:00Z");

async function pay(db: Db, invoiceId: string, amount: number) {
  const result = await bookMoney(db, invoiceId, { amount }, now);
  if (!result.ok) throw new Error(result.reason);
  return result.payment.id;
}

const delivered = (db: Db) => db.update(emails).set({ state: "sent" });

async function waiting(db: Db) {
  const ofInvoice = and(eq(emails.kind, "invoice"), eq(emails.state, "queued"));
  const [email, ...others] = await db.select().from(emails).where(ofInvoice);
  expect(others).toEqual([]);
  return email!;
}

/** In how many seconds it leaves. */
async function delayOf(db: Db, { id }: { id: string }) {
  const [job] = await rowsOf<{ seconds: number }>(
    db,
    sql`select round(extract(epoch from start_after - created_on))::int as seconds
      from pgboss.job where name = 'letters' and data->>'letterId' = ${id}`,
  );
  return job!.seconds;
}

describe("an email that is written anew", () => {
  dbTest("leaves no earlier than it would have", async ({ db }) => {
    const details = await theBusiness(db);
    const lines = [{ text: "Lesson", amount: 95_00 }];
    const sale = { buyerName: "Ada", buyerEmail: "ada@client.example", title: "Lesson", lines };
    const terms = { details, by: owner.email, delay: 7_200 };
    const { id } = await db.transaction((tx) => issueSale(tx, sale, terms, now));
    const first = await waiting(db);
    await pay(db, id, 20_00);
    const renewed = await waiting(db);
    expect(renewed.id).not.toBe(first.id);
    expect(renewed.text).toContain("Left to pay: A$75.00");
    expect(await delayOf(db, renewed)).toBeGreaterThan(7_100);
  });

  moneyTest("leaves at once where one of those it replaces would have", async ({ db }) => {
    const { id } = await anInvoice(db);
    await sendInvoice(db, owner, id, now);
    await pay(db, id, 20_00);
    expect(await delayOf(db, await waiting(db))).toBe(0);
  });

  moneyTest("still says that it takes the place of an earlier one", async ({ db }) => {
    const { id } = await anInvoice(db);
    await sendInvoice(db, owner, id, now);
    await delivered(db);
    const account = (await findAccount(db, id))!;
    const typed = { ...account, dueOn: undefined, purchaseOrder: "PO-1" };
    await changeDetails(db, owner, id, { typed, version: 1, send: true }, now);
    const updated =
      "Here's your invoice again, updated: please use it in place of the earlier one.";
    expect((await waiting(db)).text).toContain(updated);
    await pay(db, id, 75_00);
    const { text } = await waiting(db);
    expect(text).toContain(updated);
    expect(text).toContain("Left to pay: A$700.00");
  });

  moneyTest("still says which invoice a tax invoice replaces, and what is paid", async ({ db }) => {
    await db.insert(gstRegistrations).values({ starts: "2026-11-01" });
    const { id } = await anInvoice(db, { gst: null, number: "INV-0100" });
    await sendInvoice(db, owner, id, now);
    await delivered(db);
    const reissued = await reissueWithGst(db, owner, id, now);
    if (!reissued.ok) throw new Error(reissued.reason);
    const inPlace = "Here's a tax invoice in place of invoice INV-0100, which is cancelled.";
    const counted = "What you've paid counts for this one.";
    expect((await waiting(db)).text).toContain(inPlace);
    const payment = await pay(db, reissued.invoice.id, 75_00);
    const paid = await waiting(db);
    expect(paid.text).toContain(inPlace);
    expect(paid.text).toContain(counted);
    await undoPayment(db, owner, reissued.invoice.id, { payment, reason: "Not hers" }, now);
    const unpaid = await waiting(db);
    expect(unpaid.text).toContain(inPlace);
    expect(unpaid.text).not.toContain(counted);
  });
});

describe("nothing is in place of an email that never came", () => {
  moneyTest("though the invoice has changed since it was written", async ({ db }) => {
    const { id } = await anInvoice(db);
    await sendInvoice(db, owner, id, now);
    const account = (await findAccount(db, id))!;
    const typed = { ...account, dueOn: undefined, purchaseOrder: "PO-1" };
    await changeDetails(db, owner, id, { typed, version: 1, send: true }, now);
    await pay(db, id, 75_00);
    expect((await waiting(db)).text).toContain("Here's your invoice. A PDF of it is attached.");
  });

  moneyTest("nor of an invoice that was never sent", async ({ db }) => {
    await db.insert(gstRegistrations).values({ starts: "2026-11-01" });
    const { id } = await anInvoice(db, { gst: null, number: "INV-0100" });
    await sendInvoice(db, owner, id, now);
    await reissueWithGst(db, owner, id, now);
    expect((await waiting(db)).text).toContain("Here's your invoice. A PDF of it is attached.");
  });
});

/** Paid by card in part, which went back without a reason. */
async function aRefunded(db: Db): Promise<string> {
  const { id: quoteId } = await aQuote(db, { acceptedAt: NOW });
  const { id } = await anInvoice(db, { quoteId, kind: "balance", gst: null });
  const byCard = { salesInvoiceId: id, method: "card" } as const;
  await aPayment(db, { ...byCard, amount: 700_00 });
  await aPayment(db, { ...byCard, amount: -700_00, reason: "Refunded by card" });
  return id;
}

const lastEmail = async (db: Db) =>
  (await db.select().from(emails).orderBy(desc(emails.createdAt)))[0]!;

describe("while nobody has said why money went back", () => {
  moneyTest("changed details of its invoice are saved and not sent", async ({ db }) => {
    const id = await aRefunded(db);
    const { dueOn: _dueOn, ...typed } = (await findAccount(db, id))!;
    const change = { typed: { ...typed, purchaseOrder: "PO-1" }, version: 1, send: true };
    expect(await changeDetails(db, owner, id, change, now)).toMatchObject({
      ok: true,
      sent: false,
      invoice: { purchaseOrder: "PO-1" },
    });
    expect(await db.$count(emails)).toBe(0);
  });

  moneyTest("its invoice is not issued again with GST until she has", async ({ db }) => {
    const id = await aRefunded(db);
    await db.insert(gstRegistrations).values({ starts: "2026-11-01" });
    expect(await listWithoutGst(db, owner)).toEqual([]);
    expect(await reissueWithGst(db, owner, id, now)).toEqual({ ok: false, reason: "changed" });
    const answer = { purpose: "again", reason: "", seen: 700_00 } as const;
    await explainRefunds(db, owner, id, answer, now);
    expect(await listWithoutGst(db, owner)).toHaveLength(1);
  });

  moneyTest("a receipt that waits says so, and is written anew once she has", async ({ db }) => {
    const id = await aRefunded(db);
    await pay(db, id, 75_00);
    const { text } = await lastEmail(db);
    expect(text).toContain("There's nothing to pay just now.");
    expect(text).not.toMatch(/left to pay/i);
    const answer = { purpose: "again", reason: "", seen: 700_00 } as const;
    await explainRefunds(db, owner, id, answer, now);
    const receipts = await db.select().from(emails).where(eq(emails.state, "queued"));
    expect(receipts).toMatchObject([{ text: expect.stringMatching(/A\$700.00 is left to pay/) }]);
  });

  moneyTest("corrections of receipts ask for nothing", async ({ db }) => {
    const id = await aRefunded(db);
    const paid = await pay(db, id, 75_00);
    await db.update(emails).set({ state: "sent" }).where(eq(emails.kind, "payment-receipt"));
    await undoPayment(db, owner, id, { payment: paid, reason: "Another's" }, now);
    const correction = await lastEmail(db);
    expect(correction.kind).toBe("receipt-correction");
    expect(correction.text).toContain("There's nothing to pay just now on invoice INV-0001.");
  });

  dbTest("the page of its quote asks for nothing", async ({ db }) => {
    await aRefunded(db);
    const invoices = await invoicesForClient(db, "a-slug", now);
    expect(invoices).toMatchObject([{ state: "refunded", rest: 0 }]);
    expect(nextPayment(invoices)).toBeNull();
  });
});

dbTest("the email of an invoice that still waits follows what money does", async ({ db }) => {
  const business = await theBusiness(db);
  const { id } = await anInvoice(db, { gst: null });
  await queueInvoice(db, (await findAccount(db, id))!, business);
  const text = async () => (await waiting(db)).text;
  const book = (amount: number) =>
    bookMoney(db, id, { amount, method: "card", reason: "By card" }, now);
  await book(75_00);
  expect(await text()).toContain("Left to pay: A$700.00");
  await book(-75_00);
  expect(await text()).toContain("Here's your invoice: there's nothing to pay just now.");
  expect(await text()).not.toMatch(/Due on|Pay your/);
  const answer = { purpose: "again", reason: "", seen: 75_00 } as const;
  await explainRefunds(db, owner, id, answer, now);
  expect(await text()).toMatch(/Total: A\$775.00\s+Due on/);
  const paid = await book(775_00);
  expect(await text()).toContain("there's nothing left to pay");
  if (!paid.ok) throw new Error(paid.reason);
  await undoPayment(db, owner, id, { payment: paid.payment.id, reason: "Not hers" }, now);
  expect(await text()).toContain("Due on");
});

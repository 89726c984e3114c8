import { and, desc, eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { emails, gstRegistrations } from "#app/server/database/tables.server.ts";
import { bookMoney } from "#tests/support/agreed-invoices.ts";
import { dbTest } from "#tests/support/db.ts";
import { aPayment, aQuote, anInvoice, NOW, owner, theBusiness } from "#tests/support/factories.ts";
import { findAccount, invoicesForClient } from "./queries.server.ts";
import { nextPayment } from "./public-invoice.ts";
import { changeDetails } from "./commands.server.ts";
import type { BusinessDetails } from "./model.ts";
import { undoPayment, explainRefunds } from "./payments.server.ts";
import { listWithoutGst, reissueWithGst } from "./reissue.server.ts";
import { queueInvoice } from "./emails.server.tsx";

const now = new Date("2026-12-02T01:00:00Z");

/** Paid by card in part, which went back without a reason. */
async function aRefunded(db: Db): Promise<string> {
  const { id: quoteId } = await aQuote(db, { acceptedAt: NOW });
  const { id } = await anInvoice(db, { quoteId, kind: "balance", gst: null });
  const byCard = { salesInvoiceId: id, method: "card" } as const;
  await aPayment(db, { ...byCard, amount: 700_00 });
  await aPayment(db, { ...byCard, amount: -700_00, reason: "Refunded by card" });
  return id;
}

const pay = (db: Db, invoiceId: string) => bookMoney(db, invoiceId, { amount: 75_00 }, now);

const lastEmail = async (db: Db) =>
  (await db.select().from(emails).orderBy(desc(emails.createdAt)))[0]!;

describe("while nobody has said why money went back", () => {
  dbTest("changed details of its invoice are saved and not sent", async ({ db }) => {
    await theBusiness(db);
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

  dbTest("its invoice is not issued again with GST until she has", async ({ db }) => {
    await theBusiness(db);
    const id = await aRefunded(db);
    await db.insert(gstRegistrations).values({ starts: "2026-11-01" });
    expect(await listWithoutGst(db, owner)).toEqual([]);
    expect(await reissueWithGst(db, owner, id, now)).toEqual({ ok: false, reason: "changed" });
    const answer = { purpose: "again", reason: "", seen: 700_00 } as const;
    await explainRefunds(db, owner, id, answer, now);
    expect(await listWithoutGst(db, owner)).toHaveLength(1);
  });

  dbTest("a receipt that waits says so, and is written anew once she has", async ({ db }) => {
    await theBusiness(db);
    const id = await aRefunded(db);
    await pay(db, id);
    expect((await lastEmail(db)).text).toContain("There's nothing to pay just now.");
    const answer = { purpose: "again", reason: "", seen: 700_00 } as const;
    await explainRefunds(db, owner, id, answer, now);
    const receipts = await db.select().from(emails).where(eq(emails.state, "queued"));
    expect(receipts.map(({ text }) => text)).toEqual([
      expect.stringContaining("A$700.00 is left to pay"),
    ]);
  });

  dbTest("an email about its invoice asks for nothing", async ({ db }) => {
    const details: BusinessDetails = await theBusiness(db);
    const id = await aRefunded(db);
    const account = (await findAccount(db, id))!;
    await db.transaction((tx) => queueInvoice(tx, account, details));
    const { text } = await lastEmail(db);
    expect(text).toContain("Here's your invoice: there's nothing to pay just now.");
    expect(text).toContain("View your invoice");
    expect(text).not.toMatch(/Due on|Left to pay|Pay /);
  });

  dbTest("receipts and their corrections ask for nothing", async ({ db }) => {
    await theBusiness(db);
    const id = await aRefunded(db);
    const paid = await pay(db, id);
    const receipt = (await lastEmail(db)).text;
    expect(receipt).toContain("There's nothing to pay just now.");
    expect(receipt).not.toMatch(/left to pay/i);
    await db.update(emails).set({ state: "sent" }).where(eq(emails.kind, "payment-receipt"));
    if (!paid.ok) throw new Error(paid.reason);
    await undoPayment(db, owner, id, { payment: paid.payment.id, reason: "Another's" }, now);
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
  const waiting = async () => {
    const ofInvoice = and(eq(emails.kind, "invoice"), eq(emails.state, "queued"));
    const texts = (await db.select().from(emails).where(ofInvoice)).map(({ text }) => text);
    expect(texts).toHaveLength(1);
    return texts[0];
  };
  const book = (amount: number) =>
    bookMoney(db, id, { amount, method: "card", reason: "By card" }, now);
  await book(75_00);
  expect(await waiting()).toContain("Left to pay: A$700.00");
  await book(-75_00);
  expect(await waiting()).toContain("there's nothing to pay just now");
  const answer = { purpose: "again", reason: "", seen: 75_00 } as const;
  await explainRefunds(db, owner, id, answer, now);
  expect(await waiting()).toContain("Total: A$775.00");
  expect(await waiting()).toContain("Due on");
  const paid = await book(775_00);
  expect(await waiting()).toContain("there's nothing left to pay");
  if (!paid.ok) throw new Error(paid.reason);
  await undoPayment(db, owner, id, { payment: paid.payment.id, reason: "Not hers" }, now);
  expect(await waiting()).toContain("Due on");
});

import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { emailAttachments, reminders, salesInvoices } from "#app/server/database/tables.server.ts";
import { aWholeStatement } from "#tests/support/bank.ts";
import { dbTest } from "#tests/support/db.ts";
import { owner, theBusiness } from "#tests/support/factories.ts";
import {
  after,
  anIssued,
  issuedOn,
  pay,
  reminderEmails,
  remindersUntil,
} from "#tests/support/invoice-reminders.ts";
import { creditInvoice } from "./correct.server.ts";
import { reversePayment } from "./payments.server.ts";

const soon = "Invoice INV-0001 is due on Saturday, 28 November 2026";
const overdue = "A reminder: invoice INV-0001 was due on Saturday, 28 November 2026";
const still = "Following up on invoice INV-0001";

/** Of an owner whose statements show that nothing else was paid. */
async function aKnownInvoice(
  db: Db,
  given: Parameters<typeof anIssued>[1] = {},
  business: Parameters<typeof theBusiness>[1] = {},
) {
  await theBusiness(db, business);
  await aWholeStatement(db);
  return anIssued(db, given);
}

describe("an invoice", () => {
  dbTest("is reminded of before it is due, and twice once it is overdue", async ({ db }) => {
    const invoice = await aKnownInvoice(db);
    expect(await remindersUntil(db, -4)).toEqual([]);
    expect(await remindersUntil(db, 0, -3)).toEqual([soon]);
    expect(await remindersUntil(db, 6, 1)).toEqual([soon, overdue]);
    expect(await remindersUntil(db, 30, 7)).toEqual([soon, overdue, still]);
    const [first] = await reminderEmails(db);
    expect(first).toMatchObject({ recipient: "ada@client.example", salesInvoiceId: invoice.id });
    for (const said of [
      "Hi Ada,",
      "A$775.00 for Garden party is due on Saturday, 28 November 2026",
      "PayID (email): pay@breath-and-key.example",
      "Reference: INV0001",
      `/invoices/${invoice.slug}`,
    ])
      expect(first!.text).toContain(said);
    expect(await db.select().from(emailAttachments)).toContainEqual(
      expect.objectContaining({ emailId: first!.id, salesInvoiceId: invoice.id }),
    );
  });

  dbTest(
    "that is due on the day of issue is reminded of only once it is overdue",
    async ({ db }) => {
      await aKnownInvoice(db, { dueOn: issuedOn });
      expect(await remindersUntil(db, -5)).toEqual([]);
      expect(await remindersUntil(db, 10, -4)).toHaveLength(2);
    },
  );

  dbTest("that is paid before its reminder could be delivered is spared it", async ({ db }) => {
    const invoice = await aKnownInvoice(db);
    await remindersUntil(db, -3);
    await pay(db, invoice, 775_00, after(-2));
    expect(await reminderEmails(db)).toMatchObject([
      { state: "expired", lastError: "Not sent: it was no longer needed." },
    ]);
  });

  dbTest("that is part-paid is reminded of with what is left", async ({ db }) => {
    const invoice = await aKnownInvoice(db);
    await pay(db, invoice, 300_00, after(-5));
    expect(await remindersUntil(db, -3)).toEqual([soon]);
    expect((await reminderEmails(db))[0]!.text).toContain("A$475.00 for Garden party is due");
  });

  dbTest("whose payment was undone is reminded of on the days ahead", async ({ db }) => {
    const invoice = await aKnownInvoice(db);
    const paid = await pay(db, invoice, 775_00, after(-5));
    if (!paid.ok) throw new Error(paid.reason);
    await db.transaction((tx) =>
      reversePayment(tx, paid.payment.id, "Another client's", owner.email, after(-1)),
    );
    expect(await remindersUntil(db, 30)).toEqual([overdue, still]);
  });

  dbTest(
    "is reminded of with what a credit note has left, and no more after the whole",
    async ({ db }) => {
      const invoice = await aKnownInvoice(db);
      await creditInvoice(db, owner, invoice.id, { amount: 75_00, reason: "Shorter" }, after(-5));
      expect(await remindersUntil(db, 0)).toEqual([soon]);
      expect((await reminderEmails(db))[0]!.text).toContain("A$700.00 for Garden party is due");
      await creditInvoice(db, owner, invoice.id, { amount: 700_00, reason: "Off" }, after(0));
      expect(await remindersUntil(db, 30, 0)).toEqual([soon]);
      expect(await db.$count(reminders)).toBe(3);
    },
  );

  dbTest.for<[string, Partial<typeof salesInvoices.$inferInsert>]>([
    ["voided", { voidedAt: after(-6) }],
    ["erased, so that its page has ended", { slug: null }],
    ["given an address that is none", { buyerEmail: "ada" }],
  ])("that another program has %s is not reminded of", async ([, change], { db }) => {
    const { id } = await aKnownInvoice(db);
    await db.update(salesInvoices).set(change).where(eq(salesInvoices.id, id));
    expect(await remindersUntil(db, 30)).toEqual([]);
  });

  dbTest("that was deleted is not reminded of", async ({ db }) => {
    const { id } = await aKnownInvoice(db);
    await db.delete(salesInvoices).where(eq(salesInvoices.id, id));
    expect(await remindersUntil(db, 30)).toEqual([]);
    expect(await db.select({ state: reminders.state }).from(reminders)).toEqual(
      Array.from({ length: 3 }, () => ({ state: "skipped" })),
    );
  });

  dbTest("without a way to pay in the details still reads well", async ({ db }) => {
    const noWay = { payId: "", payIdKind: null, bsb: "", accountNumber: "" };
    await aKnownInvoice(db, { title: "" }, noWay);
    await remindersUntil(db, 10);
    for (const { text } of await reminderEmails(db)) {
      expect(text).toContain("A$775.00 for your booking");
      expect(text).not.toMatch(/\{\{|\n\n\n/);
    }
  });
});

dbTest("an invoice due on the last day there is has no reminder after it", async ({ db }) => {
  const invoice = await aKnownInvoice(db, { dueOn: "9999-12-31" });
  expect(await pay(db, invoice, 100_00, after(-2))).toMatchObject({ ok: true });
  expect(await db.select().from(reminders)).toMatchObject([{ step: "3-days-before-due" }]);
});

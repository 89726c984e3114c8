import { and, eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import {
  auditEntries,
  emailAttachments,
  emails,
  emailTemplates,
  reminders,
  salesInvoices,
} from "#app/server/database/tables.server.ts";
import { addDays } from "#app/values/calendar.ts";
import { aWholeStatement } from "#tests/support/bank.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { moneyOnBothDatabases as moneyOnBoth, moneyTest } from "#tests/support/money-test.ts";
import { owner, theBusiness } from "#tests/support/factories.ts";
import {
  after,
  anIssued,
  dueOn,
  issuedOn,
  pay,
  reminderEmails,
  remindersUntil,
  sendDue,
} from "#tests/support/invoice-reminders.ts";
import { creditInvoice, voidInvoice } from "#app/features/ledger/corrections.server.ts";
import { reversePayment } from "#app/features/ledger/payments.server.ts";
import { pauseInvoiceReminders } from "./reminders.server.tsx";

const soon = "Invoice INV-0001 is due on Saturday, 28 November 2020";
const overdue = "A reminder: invoice INV-0001 was due on Saturday, 28 November 2020";
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
      "A$775.00 for Garden party is due on Saturday, 28 November 2020",
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

  dbTest("that is part-paid is reminded of with what is left, whatever waits", async ({ db }) => {
    const invoice = await aKnownInvoice(db);
    await remindersUntil(db, -3);
    await pay(db, invoice, 300_00, after(-3, 11));
    await sendDue(db, after(-3, 12));
    const [waited, again] = await reminderEmails(db);
    expect([waited, again]).toMatchObject([{ state: "expired" }, { state: "queued" }]);
    expect(again!.text).toContain("A$475.00 for Garden party is due");
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

const both = "A reminder: invoices INV-0001 and INV-0002";

/** Two of one client on one day, however their address is typed, and one of somebody else. */
async function invoices(db: Db) {
  await theBusiness(db);
  await aWholeStatement(db);
  const first = await anIssued(db);
  const second = await anIssued(db, { total: 225_00, title: "", buyerEmail: "ADA@client.example" });
  const other = await anIssued(db, { buyerEmail: "max@other.example", buyerName: "Max Other" });
  return { first, second, other };
}

const subjects = async (db: Db) => (await reminderEmails(db)).map(({ subject }) => subject);
const toAda = async (db: Db) =>
  (await reminderEmails(db)).filter(({ recipient }) => recipient === "ada@client.example");

describe("a client of two invoices that are due", () => {
  dbTest(
    "is reminded of both in one email, each with its amount, day, page and PDF",
    async ({ db }) => {
      const { first, second } = await invoices(db);
      await remindersUntil(db, 1);
      expect((await toAda(db)).map(({ subject }) => subject)).toEqual([both, both]);
      const [, email] = await toAda(db);
      for (const said of [
        "Hi Ada,",
        "A quick note about invoices INV-0001 and INV-0002: A$1,000.00 is still to pay.",
        "INV-0001, Garden party",
        "Amount: A$775.00",
        "Due: Saturday, 28 November 2020",
        "Reference: INV0001",
        `View invoice INV-0001: http://localhost:3000/invoices/${first.slug}`,
        "Amount: A$225.00",
        "Reference: INV0002",
        `View invoice INV-0002: http://localhost:3000/invoices/${second.slug}`,
        "To pay in all: A$1,000.00",
        "PayID (email): pay@breath-and-key.example",
      ])
        expect(email!.text).toContain(said);
      const attached = await db
        .select({ id: emailAttachments.salesInvoiceId })
        .from(emailAttachments)
        .where(eq(emailAttachments.emailId, email!.id));
      expect(attached.map(({ id }) => id).toSorted()).toEqual([first.id, second.id].toSorted());
      const log = await db.select().from(auditEntries).where(eq(auditEntries.action, "reminded"));
      expect(log.map(({ subjectId }) => subjectId)).toContain(second.id);
    },
  );

  dbTest("reads the owner's own text, where she has one", async ({ db }) => {
    await invoices(db);
    const name = "Several invoices due";
    const body = "Ahoy {{first_name}}, {{amount_due}}!\n\n{{how_to_pay}}";
    await db.insert(emailTemplates).values({ name, subject: "Your {{invoice_number}}", body });
    await remindersUntil(db, -3, -3);
    const [email] = await toAda(db);
    expect(email!.subject).toBe("Your INV-0001 and INV-0002");
    expect(email!.text).toContain("Ahoy Ada, A$1,000.00!");
    expect(email!.text).not.toContain("{{");
  });

  dbTest("is not reminded of one that is paid, void or paused meanwhile", async ({ db }) => {
    const { second } = await invoices(db);
    await pay(db, second, 225_00, after(0));
    const paused = await anIssued(db);
    await pauseInvoiceReminders(db, owner, paused.id, after(0));
    const dropped = await anIssued(db);
    await voidInvoice(db, owner, dropped.id, "A mistake", after(0));
    await remindersUntil(db, 1, 1);
    expect((await toAda(db)).map(({ subject }) => subject)).toEqual([overdue]);
  });

  dbTest("gets another email in place of one that waits when the first is paid", async ({ db }) => {
    const { first, second } = await invoices(db);
    await remindersUntil(db, 1, 1);
    await pay(db, first, 775_00, after(1, 11));
    await sendDue(db, after(1, 12));
    expect((await toAda(db)).map(({ subject, state }) => [subject, state])).toEqual([
      [both, "expired"],
    ]);
    const again = (await reminderEmails(db)).find(
      ({ salesInvoiceId }) => salesInvoiceId === second.id,
    );
    expect(again).toMatchObject({ recipient: "ADA@client.example", state: "queued" });
    expect(again!.subject).toContain("invoice INV-0002 was due");
  });

  onBoth("gets nothing once both are paid while the email waits", async ({ db }) => {
    const { first, second } = await invoices(db);
    await remindersUntil(db, 1, 1);
    await Promise.all([
      pay(db, first, 775_00, after(1, 11)),
      pay(db, second, 225_00, after(1, 11)),
    ]);
    await remindersUntil(db, 40, 1);
    expect((await subjects(db)).filter((subject) => subject.includes("0002"))).toEqual([both]);
  });

  dbTest("is not written to twice on a day", async ({ db }) => {
    const { second } = await invoices(db);
    const move = (day: number) =>
      db
        .update(reminders)
        .set({ dueOn: addDays(dueOn, day) })
        .where(and(eq(reminders.recordId, second.id), eq(reminders.step, "1-day-overdue")));
    await move(2);
    await remindersUntil(db, 1, 1);
    await move(1);
    await sendDue(db, after(1, 12));
    expect(await toAda(db)).toHaveLength(1);
    await sendDue(db, after(2, 8));
    expect(await reminderEmails(db)).toHaveLength(2);
    await sendDue(db, after(2, 9));
    expect(await reminderEmails(db)).toHaveLength(3);
  });
});

moneyTest(
  "an invoice with another address for copies is named in an email of its own",
  async ({ db }) => {
    await aWholeStatement(db);
    await anIssued(db);
    await anIssued(db, { copyEmail: "accounts@firm.example" });
    await remindersUntil(db, 1, 1);
    const copies = (await reminderEmails(db)).filter(({ recipient }) =>
      recipient.startsWith("accounts"),
    );
    expect(copies.map(({ text }) => text.includes("INV-0001"))).toEqual([false]);
  },
);

moneyOnBoth("several processes send each client one email between them", async ({ db }) => {
  await aWholeStatement(db);
  for (let client = 0; client < 8; client++)
    for (let count = 0; count < 3; count++)
      await anIssued(db, { buyerEmail: `client-${client}@client.example` });
  await Promise.all(Array.from({ length: 4 }, () => sendDue(db, after(1))));
  await sendDue(db, after(1, 11));
  const sent = await db.select({ recipient: emails.recipient }).from(emails);
  expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual(
    Array.from({ length: 8 }, (_, client) => `client-${client}@client.example`),
  );
  expect(await db.$count(emailAttachments)).toBe(24);
  expect(await db.$count(reminders, eq(reminders.state, "sent"))).toBe(24);
});

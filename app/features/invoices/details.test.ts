import { asc, desc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import {
  auditEntries,
  emails,
  reminders,
  salesInvoices,
} from "#app/server/database/tables.server.ts";
import { addDays } from "#app/values/calendar.ts";
import { check } from "#app/values/rules.ts";
import { bookMoney } from "#tests/support/agreed-invoices.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { moneyTest } from "#tests/support/money-test.ts";
import { anInvoice, aPayment, owner } from "#tests/support/factories.ts";
import {
  changeDetails,
  creditInvoice,
  voidInvoice,
} from "#app/features/ledger/corrections.server.ts";
import { invoicePdf, listPdfs } from "./documents.server.ts";
import { detailsSchema, detailTexts, type TypedDetails } from "./schema.ts";
import type { Invoice } from "./model.ts";
import { findPublicInvoice } from "./queries.server.ts";
import { planIssuedReminders } from "./reminder-plans.server.ts";
import { sendInvoice } from "./emails.server.tsx";

const now = new Date("2026-11-23T01:00:00Z");

const school: TypedDetails = {
  buyerName: "Kew Primary School",
  buyerAbn: "51824753556",
  buyerAddress: "1 High Street\nKew VIC 3101",
  purchaseOrder: "PO-4711",
  copyEmail: "accounts@school.example",
  dueOn: "2026-12-05",
};

const change = (db: Db, { id, version }: Invoice, typed = school, send = false) =>
  changeDetails(db, owner, id, { typed, version, send }, now);

const find = async (db: Db, { id }: Invoice) =>
  (await db.select().from(salesInvoices).where(eq(salesInvoices.id, id)))[0]!;

describe("what is typed", () => {
  const typed = detailTexts({ ...school, dueOn: "2026-12-05" });
  test("is taken with the blanks of an ABN", () => {
    expect(typed.buyerAbn).toBe("51 824 753 556");
    expect(check(detailsSchema, typed)).toEqual({ ok: true, value: school });
  });
  test.each([
    ["copyEmail", "a@b.example, c@d.example"],
    ["copyEmail", "accounts"],
    ["buyerAbn", "51 824 753 557"],
    ["buyerName", ""],
    ["dueOn", ""],
    ["dueOn", "2026-02-30"],
    ["buyerAddress", "x".repeat(501)],
    ["purchaseOrder", "x".repeat(51)],
  ])("%s of %j is refused beside it", (name, value) => {
    const checked = check(detailsSchema, { ...typed, [name]: value });
    expect(checked.ok ? null : checked.errors).toEqual({
      [name]: expect.stringMatching(/^\w.+\.$/),
    });
  });
});

describe("changed details of an issued invoice", () => {
  moneyTest("are its client's, and leave number, lines, total, GST and day", async ({ db }) => {
    const invoice = await anInvoice(db);
    const pdf = (await invoicePdf(db, invoice.id))!;
    expect(await change(db, invoice)).toMatchObject({ ok: true, sent: false });
    expect((await invoicePdf(db, invoice.id))!.content).not.toEqual(pdf.content);
    expect(await listPdfs(db, owner, invoice.id)).toHaveLength(2);
    expect(await find(db, invoice)).toEqual({ ...invoice, ...school, version: 2 });
    expect((await findPublicInvoice(db, invoice.slug!, now))!.invoice).toMatchObject({
      billedTo: "Kew Primary School\n1 High Street\nKew VIC 3101\nABN 51 824 753 556",
      purchaseOrder: "PO-4711",
      dueOn: "2026-12-05",
    });
    const [entry] = await db.select().from(auditEntries);
    expect(entry).toMatchObject({
      actor: owner.email,
      action: "changed the details of",
      subjectId: invoice.id,
      before: { buyerName: "Ada Client", purchaseOrder: "", dueOn: "2026-11-28" },
      after: school,
    });
  });

  moneyTest(
    "plan the reminders anew, also those that went out for the earlier day",
    async ({ db }) => {
      const invoice = await anInvoice(db);
      await planIssuedReminders(db, [invoice], invoice.issuedAt!);
      await db.update(reminders).set({ state: "sent" }).where(eq(reminders.dueOn, "2026-11-25"));
      await change(db, invoice);
      const planned = await db.select().from(reminders).orderBy(asc(reminders.dueOn));
      expect(planned.map(({ dueOn, state }) => `${dueOn} ${state}`)).toEqual(
        [-3, 1, 7].map((days) => `${addDays(school.dueOn!, days)} wanted`),
      );
    },
  );

  moneyTest("go to the client and the copy address when asked, once", async ({ db }) => {
    const invoice = await anInvoice(db);
    await sendInvoice(db, owner, invoice.id, now);
    await db.update(emails).set({ state: "sent" });
    await change(db, invoice, school, true);
    expect(await change(db, invoice, school, true)).toMatchObject({ ok: true, sent: false });
    const queued = db.select().from(emails).where(eq(emails.state, "queued"));
    const sent = await queued.orderBy(emails.recipient);
    expect(sent.map(({ recipient }) => recipient)).toEqual([
      "accounts@school.example",
      "ada@client.example",
    ]);
    for (const { text } of sent) {
      expect(text).toContain("Hi there,");
      expect(text).toContain("Here's your invoice again, updated");
      expect(text).toContain("Due on Saturday, 5 December 2026");
    }
  });

  moneyTest.for([true, false])("are in the emails that wait (sent: %s)", async (send, { db }) => {
    const invoice = await anInvoice(db);
    await sendInvoice(db, owner, invoice.id, now);
    await bookMoney(db, invoice.id, { amount: 300_00 }, now);
    await change(db, invoice, { ...school, copyEmail: "" }, send);
    const waiting = db.select().from(emails).where(eq(emails.state, "queued"));
    expect((await waiting.orderBy(emails.kind)).map(({ text }) => text)).toEqual([
      expect.stringMatching(/Left to pay: A\$475.00\s+Due on Saturday, 5 December 2026/),
      expect.stringContaining("A$475.00 is left to pay, due on Saturday, 5 December 2026."),
    ]);
  });

  onBoth("of two tabs at the same moment are those of one", async ({ db }) => {
    const invoice = await anInvoice(db);
    const both = await Promise.all(
      ["PO-1", "PO-2"].map((purchaseOrder) => change(db, invoice, { ...school, purchaseOrder })),
    );
    expect(both.map((done) => (done.ok ? "" : done.reason)).toSorted()).toEqual(["", "changed"]);
    expect((await find(db, invoice)).version).toBe(2);
  });

  dbTest("move the due day only to one ahead, but leave one that has passed", async ({ db }) => {
    const invoice = await anInvoice(db, { dueOn: "2026-11-22" });
    const due = (dueOn: string) => change(db, invoice, { ...school, dueOn });
    expect(await due("2026-11-21")).toMatchObject({ ok: false, reason: "due" });
    expect(await due("2029-01-01")).toMatchObject({ ok: false, reason: "due" });
    expect(await due("2026-11-22")).toMatchObject({ ok: true });
  });

  dbTest("of one that is paid are all but the due day", async ({ db }) => {
    const invoice = await anInvoice(db);
    await aPayment(db, { salesInvoiceId: invoice.id, amount: 775_00 });
    expect(await change(db, invoice)).toMatchObject({ ok: false, reason: "settled" });
    const { dueOn: _dueOn, ...billTo } = school;
    expect(await change(db, invoice, billTo)).toMatchObject({ ok: true });
    expect(await find(db, invoice)).toMatchObject({ ...billTo, dueOn: "2026-11-28" });
  });

  dbTest("of what is void, a credit note or erased are refused", async ({ db }) => {
    const closed = [
      await anInvoice(db, { voidedAt: now }),
      await anInvoice(db, { number: "INV-0002", slug: null }),
    ];
    const creditsId = closed[1]!.id;
    closed.push(await anInvoice(db, { number: "CN-0001", kind: "credit-note", creditsId }));
    for (const invoice of closed)
      expect(await change(db, invoice)).toMatchObject({ ok: false, reason: "closed" });
  });

  moneyTest("are on its credit note", async ({ db }) => {
    const invoice = await anInvoice(db);
    await change(db, invoice);
    const credit = { amount: 100_00, reason: "One hour less." };
    const result = await creditInvoice(db, owner, invoice.id, credit, now);
    const { dueOn: _dueOn, ...billTo } = school;
    expect(result).toMatchObject({ ok: true, creditNote: billTo });
  });
});

dbTest("a draft takes them before it is issued", async ({ db }) => {
  const draft = await anInvoice(db, { number: null, dueOn: null });
  const { dueOn: _dueOn, ...billTo } = school;
  expect(await change(db, draft, billTo, true)).toMatchObject({ ok: true, sent: false });
  expect(await find(db, draft)).toMatchObject({ ...billTo, dueOn: null });
});

describe("a copy address", () => {
  moneyTest("gets invoice and receipt as emails of its own", async ({ db }) => {
    const invoice = await anInvoice(db, { copyEmail: "accounts@school.example" });
    await sendInvoice(db, owner, invoice.id, now);
    await bookMoney(db, invoice.id, {}, now);
    const all = db.select().from(emails).where(eq(emails.state, "queued"));
    const sent = await all.orderBy(desc(emails.kind), emails.recipient);
    expect(sent.map(({ kind, recipient }) => `${kind} ${recipient}`)).toEqual([
      "payment-receipt accounts@school.example",
      "payment-receipt ada@client.example",
      "invoice accounts@school.example",
      "invoice ada@client.example",
    ]);
  });

  moneyTest(
    "that is the client's gets nothing twice, and nothing once it is void",
    async ({ db }) => {
      const invoice = await anInvoice(db, { copyEmail: "ADA@client.example" });
      await sendInvoice(db, owner, invoice.id, now);
      await voidInvoice(db, owner, invoice.id, "Wrong", now);
      await sendInvoice(db, owner, invoice.id, now);
      expect(await db.$count(emails)).toBe(1);
    },
  );
});

import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { auditEntries, salesInvoices } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { moneyOnBothDatabases as moneyOnBoth, moneyTest } from "#tests/support/money-test.ts";
import { anInvoice, aPayment, NOW, owner, refusedAs } from "#tests/support/factories.ts";
import { creditInvoice, voidInvoice } from "./corrections.server.ts";
import { restOf } from "#app/features/invoices/model.ts";
import { getInvoice, getPublicInvoice } from "#app/features/invoices/queries.server.ts";

const later = new Date("2026-11-25T01:00:00Z");
const nowhere = "00000000-0000-4000-8000-000000000000";
const credit = (db: Db, id: string, amount: number, reason = "The piano was out of tune.") =>
  creditInvoice(db, owner, id, { amount, reason }, later);

describe("voiding an invoice", () => {
  dbTest("keeps it with its number, the day and the reason", async ({ db }) => {
    const { id } = await anInvoice(db);
    expect(await voidInvoice(db, owner, id, "Made out to the wrong name.", later)).toMatchObject({
      ok: true,
      invoice: { number: "INV-0001", voidedAt: later, voidReason: "Made out to the wrong name." },
    });
    expect(await db.select().from(auditEntries)).toMatchObject([
      { actor: owner.email, action: "voided", label: "INV-0001, Ada Client" },
    ]);
  });

  dbTest("a second time changes nothing", async ({ db }) => {
    const { id } = await anInvoice(db);
    await voidInvoice(db, owner, id, "First", later);
    expect(await voidInvoice(db, owner, id, "Second", NOW)).toMatchObject({
      ok: true,
      already: true,
      invoice: { voidReason: "First", voidedAt: later },
    });
    expect(await db.$count(auditEntries)).toBe(1);
  });

  dbTest("is refused while money is on it, and possible after the refund", async ({ db }) => {
    const { id } = await anInvoice(db);
    await aPayment(db, { salesInvoiceId: id, amount: 100_00 });
    expect(await voidInvoice(db, owner, id, "Why not", later)).toMatchObject({
      ok: false,
      reason: "paid",
      invoice: { paid: 100_00, voidedAt: null },
    });
    await aPayment(db, { salesInvoiceId: id, amount: -100_00 });
    expect(await voidInvoice(db, owner, id, "Why not", later)).toMatchObject({ ok: true });
  });

  moneyTest(
    "is refused after a credit note, for a credit note, and for a draft",
    async ({ db }) => {
      const { id } = await anInvoice(db);
      const credited = await credit(db, id, 100_00);
      if (!credited.ok) throw new Error("Not credited.");
      const draft = await anInvoice(db, { number: null, dueOn: null });
      const refusals = [id, credited.creditNote.id, draft.id].map((document) =>
        voidInvoice(db, owner, document, "", later),
      );
      expect(await Promise.all(refusals)).toMatchObject([
        { ok: false, reason: "credited" },
        { ok: false, reason: "credit-note" },
        { ok: false, reason: "draft" },
      ]);
      expect(await voidInvoice(db, owner, nowhere, "", later)).toEqual(refusedAs("not-found"));
    },
  );
});

describe("a credit note", () => {
  moneyTest("names its invoice, has a number of its own and its share of GST", async ({ db }) => {
    const { id } = await anInvoice(db);
    await aPayment(db, { salesInvoiceId: id });
    expect(await credit(db, id, 300_00)).toMatchObject({
      ok: true,
      invoice: { paid: 775_00, credited: 300_00 },
      creditNote: {
        kind: "credit-note",
        number: "CN-0001",
        reference: "CN0001",
        creditsId: id,
        buyerName: "Ada Client",
        total: 300_00,
        gst: 27_27,
        issuedOn: "2026-11-25",
        dueOn: null,
        lines: [{ text: "Credit for INV-0001, Garden party", amount: 300_00 }],
        note: "The piano was out of tune.",
      },
    });
    const record = await getInvoice(db, owner, id);
    expect(restOf(record!)).toBe(-300_00);
    expect(record).toMatchObject({
      payments: [{ amount: 775_00 }],
      creditNotes: [{ number: "CN-0001" }],
      corrects: null,
    });
    const { slug } = record!.creditNotes[0]!;
    expect(await getPublicInvoice(db, slug!)).toMatchObject({ corrects: { number: "INV-0001" } });
  });

  moneyTest("takes off no more than is left, and never nothing", async ({ db }) => {
    const { id } = await anInvoice(db);
    for (const amount of [0, -1, 775_01, Number.NaN])
      expect(await credit(db, id, amount)).toMatchObject({ ok: false, reason: "amount" });
    await credit(db, id, 700_00);
    expect(await credit(db, id, 75_01)).toMatchObject({ ok: false, reason: "amount" });
    expect(await credit(db, id, 75_00)).toMatchObject({ ok: true, invoice: { credited: 775_00 } });
    const notes = await db.select().from(salesInvoices).where(eq(salesInvoices.creditsId, id));
    expect(notes.reduce((sum, { gst }) => sum + gst!, 0)).toBe(70_45);
  });

  moneyTest("of an invoice without GST has none, whatever holds today", async ({ db }) => {
    const { id } = await anInvoice(db, { gst: null });
    expect(await credit(db, id, 300_00)).toMatchObject({ creditNote: { gst: null } });
  });

  moneyOnBoth("twenty times at once never takes off more than the invoice", async ({ db }) => {
    const { id } = await anInvoice(db);
    const all = await Promise.all(Array.from({ length: 20 }, () => credit(db, id, 100_00)));
    expect(all.filter(({ ok }) => ok)).toHaveLength(7);
    const numbers = await db
      .select({ number: salesInvoices.number })
      .from(salesInvoices)
      .where(eq(salesInvoices.creditsId, id))
      .orderBy(salesInvoices.number);
    expect(numbers.map(({ number }) => number)).toEqual(
      Array.from({ length: 7 }, (_, index) => `CN-000${index + 1}`),
    );
  });

  moneyTest("asked for twice by one form is written once", async ({ db }) => {
    const { id } = await anInvoice(db);
    const form = { amount: 100_00, reason: "Shorter evening", credited: 0 };
    await creditInvoice(db, owner, id, form, later);
    expect(await creditInvoice(db, owner, id, form, later)).toMatchObject({
      ok: true,
      already: true,
      invoice: { credited: 100_00 },
      creditNote: { number: "CN-0001" },
    });
    const other = { ...form, amount: 200_00 };
    expect(await creditInvoice(db, owner, id, other, later)).toMatchObject({ reason: "changed" });
  });

  moneyTest(
    "is refused for a void invoice, a draft, another credit note or none",
    async ({ db }) => {
      const { id } = await anInvoice(db, { voidedAt: NOW });
      const draft = await anInvoice(db, { number: null, dueOn: null });
      const open = await anInvoice(db, { number: "INV-0002" });
      const first = await credit(db, open.id, 100_00);
      if (!first.ok) throw new Error("Not credited.");
      const refusals = [id, draft.id, first.creditNote.id].map((document) =>
        credit(db, document, 1),
      );
      expect(await Promise.all(refusals)).toMatchObject([
        { reason: "void" },
        { reason: "draft" },
        { reason: "credit-note" },
      ]);
      expect(await credit(db, nowhere, 1)).toEqual({ ok: false, reason: "not-found" });
    },
  );
});

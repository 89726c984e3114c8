import { and, eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { bookCardEvent } from "#app/features/cards/events.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  bankImports,
  bankLines,
  businessDetails,
  diaryEntries,
  documentCounters,
  emails,
  gstRegistrations,
  pausedReminders,
  payments,
  reminders,
  salesInvoices,
} from "#app/server/database/tables.server.ts";
import { bookMoney } from "#tests/support/agreed-invoices.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { anInvoice, aPayment, aQuote, owner, theBusiness } from "#tests/support/factories.ts";
import { findAccount, findPublicInvoice } from "#app/features/invoices/queries.server.ts";
import { getFigures } from "./quarter.server.ts";
import { spanOf } from "./quarter.ts";
import { listWithoutGst, reissueWithGst } from "./corrections.server.ts";
import { planIssuedReminders } from "#app/features/invoices/reminder-plans.server.ts";
import { sendInvoice } from "#app/features/invoices/emails.server.tsx";

const now = new Date("2026-12-02T01:00:00Z");

const register = (db: Db, starts = "2026-11-01", ends: string | null = null) =>
  db.insert(gstRegistrations).values({ starts, ends });

/** That has issued a hundred invoices and credit notes. */
const business = async (db: Db) => {
  await theBusiness(db);
  await db.insert(documentCounters).values([
    { kind: "invoice", last: 100 },
    { kind: "credit-note", last: 100 },
  ]);
};

const listed = async (db: Db) => (await listWithoutGst(db, owner)).map(({ number }) => number);

/** Issued without GST on 21 November 2026. */
const without = (db: Db, given: Partial<typeof salesInvoices.$inferInsert> = {}) =>
  anInvoice(db, { gst: null, kind: "other", ...given });

const reissue = async (db: Db, id: string) => {
  const result = await reissueWithGst(db, owner, id, now);
  if (!result.ok) throw new Error(result.reason);
  return (await findAccount(db, result.invoice.id))!;
};

describe("a registration names the invoices without GST", () => {
  dbTest("that were issued on its days, as far as they are in force", async ({ db }) => {
    const touched = await without(db);
    await without(db, { number: "INV-0002", issuedOn: "2026-10-31" });
    await without(db, { number: "INV-0003", voidedAt: now });
    await anInvoice(db, { number: "INV-0004" });
    await without(db, { number: null });
    const credited = await without(db, { number: "INV-0005", total: 50_00 });
    const credit = { kind: "credit-note", creditsId: credited.id, total: 50_00 } as const;
    await without(db, { number: "CN-0001", ...credit });
    expect(await listed(db)).toEqual([]);
    await register(db);
    expect(await listed(db)).toEqual([touched.number]);
  });

  dbTest("for an event on its days, issued before", async ({ db }) => {
    const quote = await aQuote(db, { eventDate: "2027-01-16" });
    await without(db, { quoteId: quote.id });
    await register(db, "2026-12-01", "2027-01-15");
    expect(await listed(db)).toEqual([]);
    await db.update(gstRegistrations).set({ ends: null });
    expect(await listed(db)).toEqual(["INV-0001"]);
  });
});

describe("issued again with GST", () => {
  dbTest("an unpaid invoice is void, and the client gets the tax invoice", async ({ db }) => {
    await business(db);
    await register(db);
    const old = await without(db, { dueOn: "2026-12-20", purchaseOrder: "PO-1" });
    await planIssuedReminders(db, [old], old.issuedAt!);
    await sendInvoice(db, owner, old.id, now);
    await db.update(emails).set({ state: "sent" });
    const invoice = await reissue(db, old.id);
    expect(invoice).toMatchObject({
      total: 775_00,
      gst: 70_45,
      lines: old.lines,
      dueOn: "2026-12-20",
      issuedOn: "2026-12-02",
      purchaseOrder: "PO-1",
      paid: 0,
    });
    expect(await findAccount(db, old.id)).toMatchObject({
      voidedAt: now,
      voidReason: `Issued again with GST as ${invoice.number}.`,
    });
    const wanted = await db.select().from(reminders).where(eq(reminders.state, "wanted"));
    expect(new Set(wanted.map(({ recordId }) => recordId))).toEqual(new Set([invoice.id]));
    const sent = await db.select().from(emails).where(eq(emails.salesInvoiceId, invoice.id));
    expect(sent).toHaveLength(1);
    expect(sent[0]!.text).toContain("in place of invoice INV-0001, which is cancelled");
    const page = await findPublicInvoice(db, old.slug!, now);
    expect(page!.invoice.others.map(({ number }) => number)).toEqual([invoice.number]);
    expect(await listed(db)).toEqual([]);
  });

  dbTest(
    "one that was not sent is not sent again, stays paused and leaves time",
    async ({ db }) => {
      await business(db);
      await db.update(businessDetails).set({ depositDays: 0 });
      await register(db);
      const old = await without(db);
      const pause = { recordKind: "invoice", pausedAt: now } as const;
      await db.insert(pausedReminders).values({ ...pause, recordId: old.id });
      const invoice = await reissue(db, old.id);
      expect(await db.$count(emails)).toBe(0);
      const paused = await db.select().from(pausedReminders);
      expect(paused).toEqual([{ ...pause, recordId: invoice.id }]);
      expect(invoice.dueOn).toBe("2026-12-04");
    },
  );

  dbTest("money moves with it, and nobody is asked or thanked again", async ({ db }) => {
    await business(db);
    await register(db);
    const old = await without(db);
    const [statement] = await db.insert(bankImports).values({ createdBy: "x" }).returning();
    const text = { day: "2026-11-24", amount: 500_00, text: "Ada", occurrence: 1 };
    const [line] = await db
      .insert(bankLines)
      .values({ importId: statement!.id, ...text, fingerprint: "f" })
      .returning();
    const paid = { salesInvoiceId: old.id, paidOn: "2026-11-24" };
    await aPayment(db, { ...paid, amount: 500_00, bankLineId: line!.id });
    const mistake = await aPayment(db, { ...paid, amount: 10_00 });
    await aPayment(db, { ...paid, amount: -10_00, reversesId: mistake.id });
    await aPayment(db, { ...paid, amount: 275_00, method: "cash" });
    const invoice = await reissue(db, old.id);
    expect(invoice).toMatchObject({ paid: 775_00, gst: 70_45 });
    expect(await findAccount(db, old.id)).toMatchObject({ paid: 0, voidedAt: now });
    const moved = await db.select().from(payments).where(eq(payments.salesInvoiceId, invoice.id));
    expect(moved).toMatchObject([
      { paidOn: "2026-11-24", amount: 500_00, bankLineId: line!.id },
      { paidOn: "2026-11-24", amount: 275_00, method: "cash", bankLineId: null },
    ]);
    expect(await db.$count(emails)).toBe(0);
    expect(await db.$count(reminders, eq(reminders.state, "wanted"))).toBe(0);
    const { issued, received } = await getFigures(db, owner, spanOf("2026-4"));
    expect([issued, received]).toMatchObject([
      { total: 775_00, gst: 70_45 },
      { total: 775_00, gst: 70_45 },
    ]);
  });

  dbTest("one with a credit note is credited, and the rest issued again", async ({ db }) => {
    await business(db);
    await register(db);
    const old = await without(db);
    const credit = { kind: "credit-note", creditsId: old.id, total: 115_00, gst: null } as const;
    await anInvoice(db, { number: "CN-0007", ...credit });
    await aPayment(db, { salesInvoiceId: old.id, amount: 200_00 });
    const invoice = await reissue(db, old.id);
    expect(invoice).toMatchObject({ total: 660_00, gst: 60_00, paid: 200_00 });
    expect(invoice.lines.at(-1)!.amount).toBe(-115_00);
    expect(await findAccount(db, old.id)).toMatchObject({
      voidedAt: null,
      paid: 0,
      credited: 775_00,
    });
  });

  dbTest("one with GST-free lines keeps their share of what was credited", async ({ db }) => {
    await business(db);
    await register(db);
    const lines = [
      { text: "Lesson", amount: 500_00 },
      { text: "Exam lesson", amount: 500_00, gstFree: true as const },
    ];
    const old = await without(db, { total: 1000_00, lines });
    const credit = { kind: "credit-note", creditsId: old.id, total: 500_00, gst: null } as const;
    await anInvoice(db, { number: "CN-0007", ...credit });
    expect(await reissue(db, old.id)).toMatchObject({ total: 500_00, gst: 22_73 });
  });

  dbTest("a receipt that waits goes with the money", async ({ db }) => {
    await business(db);
    await register(db);
    const old = await without(db);
    await bookMoney(db, old.id, { amount: 200_00, method: "cash" }, now);
    const invoice = await reissue(db, old.id);
    const waiting = and(eq(emails.kind, "payment-receipt"), eq(emails.state, "queued"));
    expect(await db.select().from(emails).where(waiting)).toMatchObject([
      { salesInvoiceId: invoice.id, text: expect.stringContaining("Left to pay: A$575.00") },
    ]);
  });

  dbTest("a deposit and its balance carry the GST of the whole", async ({ db }) => {
    await business(db);
    await register(db);
    const quote = await aQuote(db, {});
    const part = { quoteId: quote.id, total: 495_03 };
    const deposit = await without(db, { ...part, kind: "deposit" });
    const balance = await without(db, { ...part, kind: "balance", number: "INV-0002" });
    const gst = [(await reissue(db, deposit.id)).gst!, (await reissue(db, balance.id)).gst!];
    expect(gst[0]! + gst[1]!).toBe(90_01);
  });

  dbTest("its sessions belong to the new one", async ({ db }) => {
    await business(db);
    await register(db);
    const old = await without(db);
    await db.insert(diaryEntries).values({
      kind: "appointment",
      state: "done",
      title: "A lesson",
      startsAt: new Date("2026-11-20T01:00:00Z"),
      endsAt: new Date("2026-11-20T02:00:00Z"),
      busyFrom: new Date("2026-11-20T01:00:00Z"),
      busyUntil: new Date("2026-11-20T02:00:00Z"),
      salesInvoiceId: old.id,
    });
    const invoice = await reissue(db, old.id);
    expect(await db.select().from(diaryEntries)).toMatchObject([{ salesInvoiceId: invoice.id }]);
  });

  onBoth("twice at once, or a second time, is one invoice", async ({ db }) => {
    await business(db);
    await register(db);
    const { id } = await without(db);
    const both = await Promise.all([1, 2].map(() => reissueWithGst(db, owner, id, now)));
    const again = await reissueWithGst(db, owner, id, now);
    const numbers = [...both, again].map((result) => (result.ok ? result.invoice.number : "-"));
    expect(new Set(numbers).size).toBe(1);
    expect(await db.$count(salesInvoices)).toBe(2);
  });

  dbTest("one that no registration touches stays", async ({ db }) => {
    await business(db);
    const { id } = await without(db);
    expect(await reissueWithGst(db, owner, id, now)).toEqual({ ok: false, reason: "changed" });
    await register(db);
    await db.update(businessDetails).set({ invoicing: false });
    expect(await reissueWithGst(db, owner, id, now)).toEqual({ ok: false, reason: "off" });
  });

  dbTest("what the card service reports later is booked on the new one", async ({ db }) => {
    await business(db);
    await register(db);
    const old = await without(db);
    await aPayment(db, {
      salesInvoiceId: old.id,
      amount: 775_00,
      method: "card",
      externalId: "pi_1",
    });
    const invoice = await reissue(db, old.id);
    const intent = {
      id: "pi_1",
      metadata: { invoice: old.id },
      amount_received: 775_00,
      currency: "aud",
    };
    const refund = { id: "re_1", payment_intent: "pi_1", amount: 75_00, currency: "aud" };
    const created = now.getTime() / 1000;
    const events = [
      { type: "payment_intent.succeeded", created, data: { object: intent } },
      {
        type: "refund.created",
        created,
        data: { object: { ...refund, created, status: "succeeded" } },
      },
    ];
    for (const event of events) await bookCardEvent(db, {} as never, event as never, now);
    expect(await findAccount(db, invoice.id)).toMatchObject({ paid: 700_00 });
    expect(await findAccount(db, old.id)).toMatchObject({ paid: 0 });
  });
});

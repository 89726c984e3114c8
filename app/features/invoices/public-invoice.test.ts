import { describe, expect } from "vitest";
import { anInvoice, aPayment, aQuote, theBusiness } from "#tests/support/factories.ts";
import { dbTest } from "#tests/support/db.ts";
import { findPublicInvoice, invoicesForClient } from "./queries.server.ts";

const NOW = new Date("2026-11-24T02:00:00Z");

const found = async (db: Parameters<typeof findPublicInvoice>[0], slug: string) =>
  (await findPublicInvoice(db, slug, NOW))!;

describe("the public page of an invoice", () => {
  dbTest("has its payments, credit notes and the other invoice of its quote", async ({ db }) => {
    await theBusiness(db);
    const { id: quoteId } = await aQuote(db, { acceptedAt: NOW });
    const deposit = await anInvoice(db, { quoteId });
    await anInvoice(db, { quoteId, kind: "balance", number: "INV-0002" });
    await anInvoice(db, { quoteId, number: "INV-0003", voidedAt: NOW });
    const credit = { quoteId, kind: "credit-note", creditsId: deposit.id, total: 75_00 } as const;
    await anInvoice(db, { ...credit, number: "CN-0001" });
    await anInvoice(db, { ...credit, number: "CN-0002", voidedAt: NOW });
    await aPayment(db, { salesInvoiceId: deposit.id, amount: 300_00 });

    const { invoice, payment } = await found(db, "link-of-inv-0001");
    expect(invoice).toMatchObject({
      heading: "Tax invoice INV-0001",
      state: "part-paid",
      rest: 400_00,
      payments: [{ amount: 300_00, method: "payid", paidOn: "2026-11-24" }],
      credits: [{ number: "CN-0001", total: 75_00 }],
      others: [{ number: "INV-0002", kind: "balance" }],
      quoteSlug: "a-slug",
    });
    expect(payment.map(({ value }) => value)).toEqual(
      expect.arrayContaining(["A$400.00", "INV0001", "063-000"]),
    );
    expect((await found(db, "link-of-cn-0001")).invoice).toMatchObject({
      state: "credit-note",
      corrects: { number: "INV-0001" },
      due: null,
    });
  });

  dbTest("is not there for a draft, nor once it has ended", async ({ db }) => {
    await anInvoice(db, { number: null, slug: "slug-of-a-draft" });
    await anInvoice(db, { slug: null });
    expect(await findPublicInvoice(db, "slug-of-a-draft", NOW)).toBeNull();
    expect(await findPublicInvoice(db, "link-of-inv-0001", NOW)).toBeNull();
    expect(await findPublicInvoice(db, "", NOW)).toBeNull();
  });

  dbTest("leads whoever gets a copy to nothing that is the client's alone", async ({ db }) => {
    const { id: quoteId } = await aQuote(db, { acceptedAt: NOW });
    const { id } = await anInvoice(db, { quoteId, copyEmail: "accounts@firm.example" });
    await anInvoice(db, { quoteId, kind: "balance", number: "INV-0002", replacesId: id });
    const copied = { others: [], quoteSlug: null };
    expect((await found(db, "link-of-inv-0001")).invoice).toMatchObject(copied);
    const own = { others: [{ number: "INV-0001" }], quoteSlug: "a-slug" };
    expect((await found(db, "link-of-inv-0002")).invoice).toMatchObject(own);
  });

  dbTest("names no quote whose page has ended", async ({ db }) => {
    const { id: quoteId } = await aQuote(db, { acceptedAt: NOW, slug: null });
    await anInvoice(db, { quoteId });
    expect((await found(db, "link-of-inv-0001")).invoice.quoteSlug).toBeNull();
  });
});

dbTest("the client of a quote is asked for its issued invoices, in order", async ({ db }) => {
  const { id: quoteId } = await aQuote(db, { acceptedAt: NOW });
  await anInvoice(db, { quoteId, number: "INV-0002", kind: "balance", dueOn: "2027-01-09" });
  const { id: creditsId } = await anInvoice(db, { quoteId });
  await anInvoice(db, { quoteId, number: "INV-0003", voidedAt: NOW });
  await anInvoice(db, { quoteId, number: null, kind: "balance" });
  const credit = { quoteId, kind: "credit-note", creditsId, total: 75_00 } as const;
  await anInvoice(db, { ...credit, number: "CN-0001" });
  const asked = await invoicesForClient(db, "a-slug", NOW);
  expect(asked.map(({ number, due }) => [number, due])).toEqual([
    ["INV-0001", "due by Saturday, 28 November 2026"],
    ["INV-0002", "due by Saturday, 9 January 2027"],
  ]);
  expect(await invoicesForClient(db, "another-slug", NOW)).toEqual([]);
});

dbTest("what was paid for an earlier version of a quote stays in its list", async ({ db }) => {
  const before = await aQuote(db, { acceptedAt: NOW, slug: null });
  const { id: quoteId } = await aQuote(db, { acceptedAt: NOW, replacesId: before.id });
  const paid = await anInvoice(db, { quoteId: before.id });
  await aPayment(db, { salesInvoiceId: paid.id });
  const taken = { quoteId: before.id, number: "INV-0002" };
  const { id: creditsId } = await anInvoice(db, { ...taken, kind: "balance" });
  await anInvoice(db, { ...taken, number: "CN-0001", kind: "credit-note", creditsId });
  await anInvoice(db, { quoteId, number: "INV-0003", kind: "balance" });
  const asked = await invoicesForClient(db, "a-slug", NOW);
  expect(asked.map(({ number, state }) => [number, state])).toEqual([
    ["INV-0001", "paid"],
    ["INV-0003", "open"],
  ]);
});

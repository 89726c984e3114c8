import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import {
  creditInvoice,
  voidInvoice,
  reissueWithGst,
} from "#app/features/ledger/corrections.server.ts";
import { getInvoicesPanel } from "#app/features/ledger/lists.server.ts";
import { invoicesOfQuote } from "#app/features/invoices/queries.server.ts";
import { sendInvoice } from "#app/features/invoices/emails.server.tsx";
import type { Db } from "#app/server/database/db.server.ts";
import {
  emailAttachments,
  emails,
  gstRegistrations,
  salesInvoices,
} from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { moneyOnBothDatabases as moneyOnBoth, moneyTest } from "#tests/support/money-test.ts";
import { anInvoice, aPayment, aQuote, NOW, owner, theBusiness } from "#tests/support/factories.ts";
import { documentsOf, payNumber } from "#tests/support/agreed-invoices.ts";
import { quoteRow } from "#tests/support/quotes.ts";
import { createInvoices, missingInvoices } from "./acceptance.server.ts";

const accepted = { acceptedAt: new Date("2025-12-01") };

moneyTest(
  "an accepted quote gets deposit and balance, due as if accepted today",
  async ({ db }) => {
    const { id } = await aQuote(db, accepted);
    expect(await createInvoices(db, owner, id, true, NOW)).toMatchObject({ ok: true });
    expect(await invoicesOfQuote(db, id)).toMatchObject([
      { number: "INV-0001", kind: "deposit", total: 600_00, dueOn: "2026-03-17" },
      { number: "INV-0002", kind: "balance", total: 600_00, dueOn: "2026-06-13" },
    ]);
    const [email] = await db.select().from(emails);
    expect(email).toMatchObject({
      kind: "invoice",
      recipient: "ada@client.example",
      subject: "How to pay for Garden party",
    });
    expect(email!.text).toContain("Reference: INV0001");
    expect(await db.$count(emailAttachments)).toBe(1);
  },
);

moneyOnBoth(
  "asked twice, or for a quote that has invoices, nothing more is issued",
  async ({ db }) => {
    const { id } = await aQuote(db, accepted);
    const create = () => createInvoices(db, owner, id, true, NOW);
    await Promise.all([create(), create()]);
    expect(await create()).toMatchObject({ ok: true });
    expect([await db.$count(salesInvoices), await db.$count(emails)]).toEqual([2, 1]);
  },
);

moneyTest("without sending, nobody gets an email", async ({ db }) => {
  const { id } = await aQuote(db, accepted);
  await createInvoices(db, owner, id, false, NOW);
  expect([await db.$count(salesInvoices), await db.$count(emails)]).toEqual([2, 0]);
});

dbTest.for([
  ["it isn't accepted", {}, {}, "decided"],
  ["invoicing is off", accepted, { invoicing: false }, "off"],
  ["there is no way to pay", accepted, { payId: "", bsb: "" }, "incomplete"],
  ["it costs nothing", { ...accepted, totalAmount: "0.00" }, {}, "unsettled"],
] as const)("no invoices are created when %s", async ([, quote, business, reason], { db }) => {
  await theBusiness(db, business);
  const { id } = await aQuote(db, quote);
  expect(await createInvoices(db, owner, id, true, NOW)).toEqual({ ok: false, reason });
  expect(await db.$count(salesInvoices)).toBe(0);
});

/** A deposit and a balance of A$600, of which the owner voids what is named. */
async function voided(db: Db, ...numbers: string[]) {
  await theBusiness(db);
  const { id } = await aQuote(db, accepted);
  await createInvoices(db, owner, id, false, NOW);
  for (const { id: invoice, number } of await invoicesOfQuote(db, id))
    if (numbers.includes(number!)) await voidInvoice(db, owner, invoice, "Another day", NOW);
  return id;
}

const linesOf = async (db: Db, id: string) =>
  (await invoicesOfQuote(db, id)).flatMap(({ number, lines, dueOn, voidedAt }) =>
    voidedAt ? [] : [[number, ...lines.map(({ text, amount }) => `${text} ${amount}`), dueOn]],
  );

describe("an invoice that was voided", () => {
  onBoth("is issued again from its quote, once", async ({ db }) => {
    const id = await voided(db, "INV-0002");
    await payNumber(db, "INV-0001", 600_00);
    const create = () => createInvoices(db, owner, id, true, NOW);
    await Promise.all([create(), create(), create()]);
    expect(await documentsOf(db, id)).toEqual([
      "INV-0001 deposit 600.00 paid 600.00",
      "INV-0002 balance 600.00 void",
      "INV-0003 balance 600.00",
    ]);
    const isOfPaying = eq(emails.subject, "How to pay for Garden party");
    const [email, ...more] = await db.select().from(emails).where(isOfPaying);
    expect(more).toEqual([]);
    expect(email!.text).toContain("The balance of A$600.00 is due by Saturday, 13 June 2026.");
  });

  dbTest("comes again as the deposit that it was", async ({ db }) => {
    const id = await voided(db, "INV-0001");
    await createInvoices(db, owner, id, false, NOW);
    expect(await documentsOf(db, id)).toEqual([
      "INV-0001 deposit 600.00 void",
      "INV-0002 balance 600.00",
      "INV-0003 deposit 600.00",
    ]);
  });

  dbTest("is part of one for the rest once the event is too near for two", async ({ db }) => {
    const id = await voided(db, "INV-0002");
    await createInvoices(db, owner, id, false, new Date("2026-06-16T02:00:00Z"));
    expect(await linesOf(db, id)).toMatchObject([
      ["INV-0001", "Deposit (50%) for Garden party, Saturday, 20 June 2026 60000", "2026-03-17"],
      [
        "INV-0003",
        "Live piano, 6:00–9:00 pm 120000",
        "Already invoiced on INV-0001 -60000",
        "2026-06-18",
      ],
    ]);
  });

  dbTest("is not issued again where a credit note took off what is missing", async ({ db }) => {
    const id = await voided(db);
    const [deposit] = await invoicesOfQuote(db, id);
    await creditInvoice(db, owner, deposit!.id, { amount: 100_00, reason: "Shorter" }, NOW);
    expect(await missingInvoices(db, owner, await quoteRow(db, id))).toBe(0);
    await createInvoices(db, owner, id, false, NOW);
    expect(await documentsOf(db, id)).toHaveLength(3);
  });
});

dbTest(
  "what was issued again with GST counts once, with what was credited of it",
  async ({ db }) => {
    const id = await voided(db, "INV-0002");
    const [deposit] = await invoicesOfQuote(db, id);
    await creditInvoice(db, owner, deposit!.id, { amount: 100_00, reason: "Shorter" }, NOW);
    await db.insert(gstRegistrations).values({ starts: "2026-01-01", ends: null });
    expect(await reissueWithGst(db, owner, deposit!.id, NOW)).toMatchObject({ ok: true });
    expect(await missingInvoices(db, owner, await quoteRow(db, id))).toBe(600_00);
  },
);

moneyTest("a panel says which invoices the client has yet to get", async ({ db }) => {
  const { id: quoteId } = await aQuote(db, accepted);
  const deposit = await anInvoice(db, { quoteId });
  await anInvoice(db, { quoteId, number: "INV-0002" });
  await sendInvoice(db, owner, deposit.id, NOW);
  const { invoices } = await getInvoicesPanel(db, owner, { quoteId }, NOW);
  expect(invoices.map(({ number, isUnsent }) => [number, isUnsent])).toEqual([
    [deposit.number, false],
    ["INV-0002", true],
  ]);
});

dbTest("a panel sums what was invoiced, paid, is open and to be refunded", async ({ db }) => {
  const { id: quoteId } = await aQuote(db, accepted);
  const deposit = await anInvoice(db, { quoteId, total: 600_00 });
  await aPayment(db, { salesInvoiceId: deposit.id, amount: 650_00 });
  const balance = await anInvoice(db, { quoteId, number: "INV-0002", total: 600_00 });
  const note = { kind: "credit-note", number: "CN-0001", creditsId: balance.id } as const;
  await anInvoice(db, { ...note, quoteId, total: 100_00 });
  await anInvoice(db, { quoteId, number: "INV-0003", voidedAt: NOW });
  await anInvoice(db, { quoteId, number: null });
  await anInvoice(db, { number: "INV-0009" });
  const { invoices, sums, invoicing } = await getInvoicesPanel(db, owner, { quoteId }, NOW);
  expect(invoices).toHaveLength(5);
  expect(sums).toEqual({ invoiced: 1100_00, paid: 650_00, open: 500_00, toRefund: 50_00 });
  expect(invoicing).toBe(false);
});

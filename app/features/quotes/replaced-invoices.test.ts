import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { creditInvoice } from "#app/features/ledger/corrections.server.ts";
import { restOf } from "#app/features/invoices/model.ts";
import { recordPayment } from "#app/features/ledger/payments.server.ts";
import { invoicesOfQuote } from "#app/features/invoices/queries.server.ts";
import { sendInvoice } from "#app/features/invoices/emails.server.tsx";
import {
  businessDetails,
  quotes,
  salesInvoices,
  emailAttachments,
} from "#app/server/database/tables.server.ts";
import {
  anInvoicedQuote,
  aSentVersion,
  documentsOf,
  payNumber,
  replace,
  replaceOnBehalf,
} from "#tests/support/agreed-invoices.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { anAcceptance, owner, theBusiness } from "#tests/support/factories.ts";
import { LATER, quoteEmailInput, quoteRow, aSentQuote } from "#tests/support/quotes.ts";
import { emailsOfKind } from "#tests/support/emails-of-kind.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { acceptQuote } from "./acceptance.server.ts";
import { sendQuote } from "./sending.server.ts";
import { beginNewVersion } from "./drafts.server.ts";
import { acceptOnBehalf, reverseDecision } from "./decisions.server.ts";

describe("a new version that is accepted", () => {
  dbTest("voids the unpaid invoices of the old one", async ({ db }) => {
    const old = await anInvoicedQuote(db);
    const next = await replace(db, old.id, 1300_00);
    expect(await documentsOf(db, old.id)).toEqual([
      "INV-0001 deposit 775.00 void",
      "INV-0002 balance 775.00 void",
    ]);
    expect(await documentsOf(db, next)).toEqual([
      "INV-0003 deposit 650.00",
      "INV-0004 balance 650.00",
    ]);
    const receipts = await emailsOfKind(db, "acceptance-receipt");
    expect(receipts.map(({ text }) => text).join()).toContain(
      "Invoices INV-0001 and INV-0002 are cancelled, so please don't pay them.",
    );
    const notices = await emailsOfKind(db, "acceptance-notice");
    expect(notices.map(({ text }) => text).join()).toContain("INV-0001 and INV-0002 are void.");
  });

  dbTest("cuts a part-paid invoice to what was paid, which counts", async ({ db }) => {
    const old = await anInvoicedQuote(db);
    await payNumber(db, "INV-0001", 300_00);
    const next = await replace(db, old.id, 1300_00);
    expect(await documentsOf(db, old.id)).toEqual([
      "CN-0001 credit-note 475.00",
      "INV-0001 deposit 775.00 paid 300.00 credited 475.00",
      "INV-0002 balance 775.00 void",
    ]);
    const [deposit] = await invoicesOfQuote(db, next);
    expect(await documentsOf(db, next)).toEqual([
      "INV-0003 deposit 350.00",
      "INV-0004 balance 650.00",
    ]);
    expect(deposit!.lines).toMatchObject([
      { amount: 650_00 },
      { text: "Already paid on INV-0001", amount: -300_00 },
    ]);
    const receipts = await emailsOfKind(db, "acceptance-receipt");
    const replaced = receipts.find(({ quoteId }) => quoteId === next);
    for (const sentence of [
      "Invoice INV-0002 is cancelled, so please don't pay it.",
      "The A$300.00 you've already paid counts towards the total, and nothing more is due on INV-0001.",
      "What's left of the deposit, A$350.00, is due by Wednesday, 18 March 2026.",
    ])
      expect(replaced!.text).toContain(sentence);
  });

  dbTest("asks for no deposit where more than that was paid", async ({ db }) => {
    const old = await anInvoicedQuote(db);
    await payNumber(db, "INV-0001", 775_00);
    const next = await replace(db, old.id, 1300_00);
    expect(await documentsOf(db, old.id)).toEqual([
      "INV-0001 deposit 775.00 paid 775.00",
      "INV-0002 balance 775.00 void",
    ]);
    expect(await documentsOf(db, next)).toEqual(["INV-0003 balance 525.00"]);
  });

  dbTest("for less than was paid leaves the difference to refund", async ({ db }) => {
    const old = await anInvoicedQuote(db);
    await payNumber(db, "INV-0001", 775_00);
    await payNumber(db, "INV-0002", 775_00);
    const next = await replace(db, old.id, 1200_00);
    expect(await documentsOf(db, next)).toEqual([]);
    expect(await documentsOf(db, old.id)).toEqual([
      "CN-0001 credit-note 350.00",
      "INV-0001 deposit 775.00 paid 775.00",
      "INV-0002 balance 775.00 paid 775.00 credited 350.00 to refund 350.00",
    ]);
    const notices = await emailsOfKind(db, "acceptance-notice");
    expect(notices.map(({ text }) => text).join()).toContain(
      "A$350.00 has been overpaid: send it back and record the refund.",
    );
  });

  dbTest("counts what was paid on every version before it", async ({ db }) => {
    const old = await anInvoicedQuote(db);
    await payNumber(db, "INV-0001", 300_00);
    const second = await replace(db, old.id, 1300_00);
    await payNumber(db, "INV-0003", 350_00);
    const third = await replace(db, second, 2000_00);
    expect(await documentsOf(db, second)).toEqual([
      "INV-0003 deposit 350.00 paid 350.00",
      "INV-0004 balance 650.00 void",
    ]);
    expect(await documentsOf(db, third)).toEqual([
      "INV-0005 deposit 350.00",
      "INV-0006 balance 1000.00",
    ]);
  });

  dbTest("drops the draft of a balance", async ({ db }) => {
    const old = await anInvoicedQuote(db);
    const draft = {
      kind: "balance",
      number: null,
      slug: null,
      reference: null,
      issuedOn: null,
    } as const;
    await db
      .update(salesInvoices)
      .set({ ...draft, issuedAt: null, seller: null, dueOn: null })
      .where(eq(salesInvoices.number, "INV-0002"));
    await replace(db, old.id, 1300_00);
    expect(await documentsOf(db, old.id)).toEqual(["INV-0001 deposit 775.00 void"]);
  });

  dbTest("ends the old invoices also where invoicing was switched off since", async ({ db }) => {
    const old = await anInvoicedQuote(db);
    await db.update(businessDetails).set({ invoicing: false });
    const next = await replace(db, old.id, 1300_00);
    expect(await documentsOf(db, old.id)).toEqual([
      "INV-0001 deposit 775.00 void",
      "INV-0002 balance 775.00 void",
    ]);
    expect(await documentsOf(db, next)).toEqual([]);
  });

  dbTest("ends in versions that another program let replace each other", async ({ db }) => {
    const old = await anInvoicedQuote(db);
    const next = await replace(db, old.id, 1300_00);
    await db.update(quotes).set({ replacesId: next }).where(eq(quotes.id, old.id));
    const third = await replace(db, next, 1400_00);
    expect(await documentsOf(db, third)).toHaveLength(2);
  });
});

onBoth("a payment while a new version is accepted is counted, or refused", async ({ db }) => {
  const old = await anInvoicedQuote(db);
  const begun = await beginNewVersion(db, owner, old.id, LATER);
  if (!begun.ok) throw new Error("No new version.");
  await sendQuote(db, owner, begun.quote.id, quoteEmailInput, LATER);
  const { slug, version } = await quoteRow(db, begun.quote.id);
  const [deposit] = await invoicesOfQuote(db, old.id);
  const payment = { paidOn: "2026-03-11", amount: 300_00, method: "payid" } as const;
  const [, paid] = await Promise.all([
    acceptQuote(db, anAcceptance({ slug: slug!, version }), LATER),
    db.transaction((tx) =>
      recordPayment(tx, { invoiceId: deposit!.id, ...payment }, owner.email, LATER),
    ),
  ]);
  const all = [
    ...(await invoicesOfQuote(db, old.id)),
    ...(await invoicesOfQuote(db, begun.quote.id)),
  ];
  const open = all
    .filter(({ kind, voidedAt }) => kind !== "credit-note" && !voidedAt)
    .reduce((sum, invoice) => sum + restOf(invoice), 0);
  expect(open).toBe(paid.ok ? 900_00 : 1200_00);
});

onBoth("emails and credit notes of old invoices never block a new version", async ({ db }) => {
  const old = await anInvoicedQuote(db);
  const next = await aSentVersion(db, old.id, 1200_00);
  const [deposit, balance] = await invoicesOfQuote(db, old.id);
  const credit = { amount: 100_00, reason: "Shorter" };
  const done = await Promise.allSettled([
    acceptQuote(db, anAcceptance({ slug: next.slug!, version: next.version }), LATER),
    creditInvoice(db, owner, deposit!.id, credit, LATER),
    ...[1, 2, 3].map(() => sendInvoice(db, owner, balance!.id, LATER)),
  ]);
  expect(done.filter(({ status }) => status === "rejected")).toEqual([]);
});

const lastEmail = async (db: Db, kind: string) => (await emailsOfKind(db, kind)).at(-1)!;

describe("reversing an acceptance", () => {
  async function acceptedByOwner(db: Db) {
    await theBusiness(db);
    const quote = await aSentQuote(db);
    await acceptOnBehalf(db, owner, quote.id, LATER);
    return quote.id;
  }

  dbTest("voids its invoices, and the client is told", async ({ db }) => {
    const id = await acceptedByOwner(db);
    expect(await reverseDecision(db, owner, id, LATER)).toMatchObject({ ok: true });
    expect(await documentsOf(db, id)).toEqual([
      "INV-0001 deposit 600.00 void",
      "INV-0002 balance 600.00 void",
    ]);
    expect((await lastEmail(db, "acceptance-taken-back")).text).toContain(
      "Invoices INV-0001 and INV-0002 are cancelled, so please don't pay them.",
    );
  });

  dbTest("is refused while money is on it, until the refund is recorded", async ({ db }) => {
    const id = await acceptedByOwner(db);
    await payNumber(db, "INV-0001", 250_00);
    expect(await reverseDecision(db, owner, id, LATER)).toMatchObject({
      ok: false,
      reason: "paid",
      paid: 250_00,
    });
    expect((await quoteRow(db, id)).acceptedAt).toEqual(LATER);
    await payNumber(db, "INV-0001", -250_00);
    expect(await reverseDecision(db, owner, id, LATER)).toMatchObject({ ok: true });
    expect(await documentsOf(db, id)).toEqual([
      "INV-0001 deposit 600.00 void",
      "INV-0002 balance 600.00 void",
    ]);
  });

  dbTest("and accepting again issues new invoices", async ({ db }) => {
    const id = await acceptedByOwner(db);
    await reverseDecision(db, owner, id, LATER);
    await acceptOnBehalf(db, owner, id, LATER);
    expect(await documentsOf(db, id)).toEqual([
      "INV-0001 deposit 600.00 void",
      "INV-0002 balance 600.00 void",
      "INV-0003 deposit 600.00",
      "INV-0004 balance 600.00",
    ]);
  });

  dbTest("of a new version makes the invoices of the old one again", async ({ db }) => {
    const old = await anInvoicedQuote(db);
    await payNumber(db, "INV-0001", 300_00);
    const next = await replaceOnBehalf(db, old.id, 1300_00);
    expect(await reverseDecision(db, owner, next, LATER)).toMatchObject({ ok: true });
    expect(await documentsOf(db, next)).toEqual([
      "INV-0003 deposit 350.00 void",
      "INV-0004 balance 650.00 void",
    ]);
    expect(await documentsOf(db, old.id)).toEqual([
      "CN-0001 credit-note 475.00",
      "INV-0001 deposit 775.00 paid 300.00 credited 475.00",
      "INV-0002 balance 775.00 void",
      "INV-0005 deposit 475.00",
      "INV-0006 balance 775.00",
    ]);
    const undone = await lastEmail(db, "acceptance-taken-back");
    expect(undone.text).toContain("Reference: INV0005");
    const isOfIt = eq(emailAttachments.emailId, undone.id);
    expect(await db.select().from(emailAttachments).where(isOfIt)).toHaveLength(1);
  });

  dbTest("of a cheaper version asks what to do with what was paid too much", async ({ db }) => {
    const old = await anInvoicedQuote(db);
    await payNumber(db, "INV-0001", 775_00);
    await payNumber(db, "INV-0002", 775_00);
    const next = await replaceOnBehalf(db, old.id, 1200_00);
    expect((await lastEmail(db, "acceptance-receipt")).text).toContain(
      "You've paid A$350.00 more than the total. Just reply and tell me where to send it back.",
    );
    await reverseDecision(db, owner, next, LATER);
    const { text } = await lastEmail(db, "acceptance-taken-back");
    expect(text).toContain("What's left of the balance, A$350.00, is due");
    expect(text).toContain(
      "You've paid A$350.00 too much on an earlier invoice. Before you pay the one below, just reply " +
        "and tell me whether to put it towards that or send it back.",
    );
  });

  dbTest("of a new version makes none for an old one that had none", async ({ db }) => {
    const old = await aSentQuote(db);
    await acceptQuote(db, anAcceptance({ slug: old.slug! }), LATER);
    await theBusiness(db);
    const next = await replaceOnBehalf(db, old.id, 1300_00);
    await reverseDecision(db, owner, next, LATER);
    expect(await documentsOf(db, old.id)).toEqual([]);
    expect(await documentsOf(db, next)).toEqual([
      "INV-0001 deposit 650.00 void",
      "INV-0002 balance 650.00 void",
    ]);
  });

  dbTest("of a rejected quote does not look at invoices", async ({ db }) => {
    const id = await acceptedByOwner(db);
    await reverseDecision(db, owner, id, LATER);
    expect(await reverseDecision(db, owner, id, LATER)).toMatchObject({ reason: "decided" });
  });
});

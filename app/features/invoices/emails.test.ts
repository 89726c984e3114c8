import { and, eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { acceptQuote } from "#app/features/quotes/acceptance.server.ts";
import { acceptOnBehalf, reverseDecision } from "#app/features/quotes/decisions.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { emailAttachments, emails, salesInvoices } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { moneyTest } from "#tests/support/money-test.ts";
import { delivered } from "#tests/support/delivered.ts";
import {
  anAcceptance,
  anInvoice,
  aPayment,
  aQuote,
  owner,
  theBusiness,
} from "#tests/support/factories.ts";
import { emailsOfKind } from "#tests/support/emails-of-kind.ts";
import { creditInvoice, voidInvoice } from "#app/features/ledger/corrections.server.ts";
import { sendInvoice } from "./emails.server.tsx";

const later = new Date("2026-11-25T01:00:00Z");
const november = new Date("2026-11-21T01:00:00Z");

const states = async (db: Db, kind: string) =>
  (await emailsOfKind(db, kind)).map(({ state }) => state);
const attachedTo = async (db: Db, kind: string) => {
  const rows = await db
    .select({ number: salesInvoices.number })
    .from(emailAttachments)
    .innerJoin(salesInvoices, eq(salesInvoices.id, emailAttachments.salesInvoiceId))
    .innerJoin(emails, and(eq(emails.id, emailAttachments.emailId), eq(emails.kind, kind)));
  return rows.map(({ number }) => number).toSorted();
};
const voidIt = (db: Db, id: string, tell = true) =>
  voidInvoice(db, owner, id, "Typed wrongly", later, tell);

async function aSentInvoice(db: Db, state: "queued" | "sending" | "sent" | "failed") {
  await theBusiness(db);
  const invoice = await anInvoice(db);
  await sendInvoice(db, owner, invoice.id, november);
  await db.update(emails).set({ state });
  return invoice;
}

describe("voiding an invoice", () => {
  for (const state of ["queued", "failed"] as const)
    dbTest(`keeps back its email that is ${state}, and tells nobody`, async ({ db }) => {
      const { id } = await aSentInvoice(db, state);
      expect(await voidIt(db, id)).toMatchObject({ ok: true, isTold: false });
      expect(await states(db, "invoice")).toEqual(["expired"]);
      expect(await emailsOfKind(db, "invoice-cancelled")).toEqual([]);
    });

  for (const state of ["sending", "sent"] as const)
    dbTest(`tells the client whose email is ${state}, where the owner wants it`, async ({ db }) => {
      const { id } = await aSentInvoice(db, state);
      expect(await voidIt(db, id)).toMatchObject({ ok: true, isTold: true });
      await voidIt(db, id);
      const [email, ...others] = await emailsOfKind(db, "invoice-cancelled");
      expect(others).toEqual([]);
      expect(email!.subject).toBe("Tax invoice INV-0001 is cancelled");
      expect(email!.text).toContain(
        "I've cancelled tax invoice INV-0001 for A$775.00, so please don't pay it.",
      );
      expect(email!.text).not.toContain("BSB");
    });

  dbTest("tells nobody without a word from the owner", async ({ db }) => {
    const { id } = await aSentInvoice(db, "sent");
    expect(await voidIt(db, id, false)).toMatchObject({ isTold: false });
    expect(await emailsOfKind(db, "invoice-cancelled")).toEqual([]);
  });

  moneyTest("tells the client of a balance that a booking's confirmation named", async ({ db }) => {
    await aQuote(db, { eventDate: "2027-01-16" });
    await acceptQuote(db, anAcceptance(), november);
    const isBalance = eq(salesInvoices.kind, "balance");
    const [balance] = await db.select().from(salesInvoices).where(isBalance);
    expect(await voidIt(db, balance!.id)).toMatchObject({ isTold: true });
    expect(await states(db, "acceptance-receipt")).toEqual(["queued"]);
  });

  dbTest("keeps back an email whose delivery was under way and failed", async ({ db }) => {
    const { id } = await aSentInvoice(db, "sending");
    await voidIt(db, id, false);
    const [email] = await db.update(emails).set({ state: "queued" }).returning();
    expect(await delivered(db, email!.id)).toBe("expired");
  });
});

describe("a booking's confirmation that waits", () => {
  const confirmed = async (db: Db) => {
    await theBusiness(db);
    const quote = await aQuote(db, { eventDate: "2027-01-16" });
    await acceptOnBehalf(db, owner, quote.id, november);
    return quote;
  };

  dbTest("isn't sent once its acceptance was reversed", async ({ db }) => {
    const { id } = await confirmed(db);
    await reverseDecision(db, owner, id, later);
    expect(await states(db, "acceptance-receipt")).toEqual(["expired"]);
    expect(await states(db, "acceptance-taken-back")).toEqual(["queued"]);
  });

  dbTest(
    "isn't sent once a new version was accepted, which brings its credit note",
    async ({ db }) => {
      const { id } = await confirmed(db);
      const isDeposit = eq(salesInvoices.kind, "deposit");
      const [deposit] = await db.select().from(salesInvoices).where(isDeposit);
      await aPayment(db, { salesInvoiceId: deposit!.id, amount: 100_00 });
      await db.update(emails).set({ state: "queued" });
      const next = await aQuote(db, { eventDate: "2027-01-16", replacesId: id, slug: "next" });
      await acceptOnBehalf(db, owner, next.id, later);
      const [old, renewed] = (await emailsOfKind(db, "acceptance-receipt")).toSorted(
        (one, other) => Number(one.quoteId === next.id) - Number(other.quoteId === next.id),
      );
      expect([old!.state, renewed!.state]).toEqual(["expired", "queued"]);
      expect(renewed!.text).toContain(
        "Credit note CN-0001 takes A$500.00 off what I invoiced before; it's attached.",
      );
      expect(await attachedTo(db, "acceptance-receipt")).toEqual([
        "CN-0001",
        "INV-0001",
        "INV-0003",
      ]);
    },
  );
});

describe("a credit note", () => {
  const credit = (db: Db, id: string, amount: number, tell = true) =>
    creditInvoice(db, owner, id, { amount, reason: "The piano was out of tune.", tell }, later);

  moneyTest("goes to the client with its PDF, in the words of the document", async ({ db }) => {
    const { id } = await anInvoice(db);
    await credit(db, id, 100_00);
    const [email] = await emailsOfKind(db, "credit-note");
    expect(email!.subject).toBe("Credit note (adjustment note) CN-0001: Garden party");
    expect(email!.text).toContain(`Hi Ada,

Here's a credit note: it takes A$100.00 off tax invoice INV-0001. A PDF of it is attached.

Reason: The piano was out of tune.

Taken off: A$100.00
That includes GST: A$9.09
Invoice total: A$775.00

A$675.00 is left to pay, due on Saturday, 28 November 2026.`);
    expect(await attachedTo(db, "credit-note")).toEqual(["CN-0001"]);
  });

  moneyTest("is sent by hand as well, and says what was paid too much", async ({ db }) => {
    const { id } = await anInvoice(db, { gst: null });
    await aPayment(db, { salesInvoiceId: id });
    const credited = await credit(db, id, 100_00, false);
    expect(await emailsOfKind(db, "credit-note")).toEqual([]);
    if (!credited.ok) throw new Error(credited.reason);
    expect(await sendInvoice(db, owner, credited.creditNote.id, later)).toMatchObject({ ok: true });
    const [email] = await emailsOfKind(db, "credit-note");
    expect(email!.subject).toBe("Credit note CN-0001: Garden party");
    expect(email!.text).toContain(
      "You've paid A$100.00 more than that: tell me where to send it back.",
    );
    expect(`${email!.subject} ${email!.text}`).not.toMatch(/gst|tax|adjustment/i);
  });

  dbTest("replaces an invoice's email that waits and asks for too much", async ({ db }) => {
    const { id } = await aSentInvoice(db, "queued");
    await credit(db, id, 100_00);
    const [waiting, ...others] = (await emailsOfKind(db, "invoice")).filter(
      ({ state }) => state === "queued",
    );
    expect([waiting!.text.includes("Left to pay: A$675.00"), others.length]).toEqual([true, 0]);
  });

  dbTest("of the whole leaves no email that asks for money", async ({ db }) => {
    const { id } = await aSentInvoice(db, "queued");
    await credit(db, id, 775_00);
    expect(await states(db, "invoice")).toEqual(["expired"]);
    expect((await emailsOfKind(db, "credit-note"))[0]!.text).toContain(
      "There's nothing left to pay.",
    );
  });
});

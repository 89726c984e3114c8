import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { emailAttachments } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { anAcceptance, owner, theBusiness } from "#tests/support/factories.ts";
import {
  anInvoicedQuote,
  documentsOf,
  payNumber,
  replaceOnBehalf,
} from "#tests/support/agreed-invoices.ts";
import { aSentQuote, LATER, quoteRow } from "#tests/support/quotes.ts";
import { emailsOfKind } from "#tests/support/emails-of-kind.ts";
import { acceptQuote } from "./acceptance.server.ts";
import { acceptOnBehalf, reverseDecision } from "./decisions.server.ts";

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
    const attached = await db
      .select()
      .from(emailAttachments)
      .where(eq(emailAttachments.emailId, undone.id));
    expect(attached).toHaveLength(1);
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

import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { emails } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { anAcceptance, aQuote, NOW } from "#tests/support/factories.ts";
import { acceptQuote } from "./acceptance.server.ts";

describe("the emails about an acceptance", () => {
  dbTest("say everything that was agreed", async ({ db }) => {
    await aQuote(db);
    await acceptQuote(
      db,
      anAcceptance({ wantsRehearsal: true, clientName: "Ada <b>Bold</b>" }),
      NOW,
    );
    const [receipt] = await db.select().from(emails).where(eq(emails.kind, "acceptance-receipt"));
    for (const fact of [
      "Saturday, 20 June 2026",
      "6:00–9:00pm",
      "A$1,200.00",
      "A$700.00",
      "A$1,900.00",
      "A$950.00",
      "Saturday, 13 June 2026",
      "Tuesday, 10 March 2026 at 1:00 pm AEDT",
    ]) {
      expect(receipt?.text).toContain(fact);
      expect(receipt?.html).toContain(fact);
    }
    expect(receipt?.html).not.toContain("<b>Bold");
    expect(receipt?.text).toContain("/quotes/a-slug");
  });

  dbTest("no longer say until when the quote was valid", async ({ db }) => {
    await aQuote(db, { validUntil: "2026-04-01" });
    await acceptQuote(db, anAcceptance(), NOW);
    for (const { text } of await db.select().from(emails))
      expect(text).not.toContain("Valid until");
  });

  dbTest.for([
    [{}, "Ada Client accepted your quote for Garden party."],
    [{ clientEmail: "ADA@client.example" }, "Ada Client accepted your quote for Garden party."],
    [
      { clientName: "Eve", clientEmail: "eve@client.example" },
      "Eve (eve@client.example) accepted your quote for Garden party, which you made for Ada Client.",
    ],
  ] as const)("tell the owner who it was: %j", async ([given, sentence], { db }) => {
    await aQuote(db);
    await acceptQuote(db, anAcceptance(given), NOW);
    const [notice] = await db.select().from(emails).where(eq(emails.kind, "acceptance-notice"));
    expect(notice?.text.replace(/\s+/g, " ")).toContain(` ${sentence} `);
  });

  dbTest("call a quote without a title by its type", async ({ db }) => {
    await aQuote(db, { eventTitle: null });
    await acceptQuote(db, anAcceptance(), NOW);
    const [notice] = await db.select().from(emails).where(eq(emails.kind, "acceptance-notice"));
    expect(notice?.text).toContain("Ada Client accepted your Live Piano Services Quote.");
  });
});

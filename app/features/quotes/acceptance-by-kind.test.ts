import { describe, expect } from "vitest";
import { emails, quotes, quoteEvents } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { anAcceptance, aQuote, NOW } from "#tests/support/factories.ts";
import { eventKinds } from "#tests/support/quotes.ts";
import { acceptQuote } from "./acceptance.server.ts";
import { getPublicQuote } from "./queries.server.ts";

describe("a '{name} Quote'", () => {
  const musical = { invoiceType: "Spring Musical Quote", totalAmount: "400.00" };

  dbTest("has its own lines in emails and copies its rates into the record", async ({ db }) => {
    await aQuote(db, musical);
    expect(
      await acceptQuote(db, anAcceptance({ calledAs: "submit-spring-musical-quote" }), NOW),
    ).toMatchObject({ ok: true, quote: { totalAmount: "400.00" } });
    for (const { text } of await db.select().from(emails)) {
      for (const fact of [
        "On-site performance, 3 hours at A$100.00: A$300.00",
        "Show preparation: A$100.00",
        "Total: A$400.00",
        "50% deposit, non-refundable: A$200.00",
        "45 minutes: A$75.00",
      ])
        expect(text).toContain(fact);
      expect(text).not.toContain("7 days before");
    }
    const [quote] = await db.select().from(quotes);
    expect(quote?.details).toEqual({
      rates: {
        hourlyRate: "100.00",
        hours: 3,
        preparation: "100.00",
        rehearsals: { 15: "30.00", 30: "50.00", 45: "75.00" },
      },
    });
  });

  dbTest("is accepted only by the endpoint of its type", async ({ db }) => {
    await aQuote(db, musical);
    expect(
      await acceptQuote(db, anAcceptance({ calledAs: "submit-winter-musical-quote" }), NOW),
    ).toEqual({ ok: false, reason: "not-found" });
    expect(await eventKinds(db)).toEqual([]);
  });

  dbTest("records every wrong figure of the request", async ({ db }) => {
    await aQuote(db, musical);
    await acceptQuote(
      db,
      anAcceptance({ totalAmount: 400, onSitePerformanceCost: 1, showPreparationFee: { a: 1 } }),
      NOW,
    );
    const [event] = await db.select().from(quoteEvents);
    expect(event?.data).toMatchObject({
      claimedOnSitePerformanceCost: "1",
      claimedShowPreparationFee: '{"a":1}',
    });
    expect(event?.data).not.toHaveProperty("claimedTotal");
  });

  dbTest.for([
    [{ 15: 30, 45: 75 }, undefined],
    [50, undefined],
    ["75.00", undefined],
    [{ 15: 31 }, '{"15":31}'],
    [{ 20: 30 }, '{"20":30}'],
    [1, "1"],
  ] as const)(
    "compares the student rehearsals of the request with its record: %j",
    async ([rehearsalBundleCostPerStudent, recorded], { db }) => {
      await aQuote(db, musical);
      await acceptQuote(db, anAcceptance({ rehearsalBundleCostPerStudent }), NOW);
      const [event] = await db.select().from(quoteEvents);
      expect(event?.data.claimedRehearsalBundleCostPerStudent).toBe(recorded);
    },
  );

  dbTest("of an unknown type shows its record and costs its total", async ({ db }) => {
    await aQuote(db, { invoiceType: "Corporate evening", totalAmount: "555.55" });
    expect(await getPublicQuote(db, "a-slug", NOW)).toMatchObject({
      kind: "general",
      breakdown: null,
      students: [],
      offers: [],
      rates: { base: 55555 },
    });
    expect(await acceptQuote(db, anAcceptance(), NOW)).toMatchObject({
      ok: true,
      quote: { totalAmount: "555.55" },
    });
  });
});

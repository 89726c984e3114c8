import { expect } from "vitest";
import { quoteEvents } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { anAcceptance, aQuote, NOW } from "#tests/support/factories.ts";
import { acceptQuote } from "./acceptance.server.ts";

const nested = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));

dbTest.for([
  ["an object that has no number", { toString: 1, valueOf: 2 }],
  ["arrays in arrays", nested(50_000)],
  ["prices that are no numbers", { 15: { toString: 1 }, 30: nested(50_000) }],
] as const)(
  "a request that claims %s as its figures is accepted all the same",
  async ([, claimed], { db }) => {
    await aQuote(db);
    const figures = {
      totalAmount: claimed,
      onSitePerformanceCost: claimed,
      showPreparationFee: claimed,
      rehearsalBundleCostPerStudent: claimed,
    };
    expect(await acceptQuote(db, anAcceptance(figures), NOW)).toMatchObject({ ok: true });
    const [event] = await db.select().from(quoteEvents);
    expect(Object.keys(event!.data).filter((name) => name.startsWith("claimed"))).toHaveLength(4);
  },
);

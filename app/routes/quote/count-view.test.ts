import { expect } from "vitest";
import { quotes } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { anAcceptance, aQuote, NOW } from "#tests/support/factories.ts";
import { aSentQuote, eventKinds, LATER } from "#tests/support/quotes.ts";
import { acceptQuote } from "#app/features/quotes/acceptance.server.ts";
import { recordView } from "./load.server.ts";

dbTest("views are counted while the quote is open, and the first is an event", async ({ db }) => {
  await aQuote(db);
  await recordView(db, "a-slug", NOW);
  await recordView(db, "a-slug", new Date());
  expect(await db.select().from(quotes)).toMatchObject([{ views: 2, viewedAt: NOW }]);
  await acceptQuote(db, anAcceptance(), NOW);
  await recordView(db, "a-slug");
  expect(await db.select().from(quotes)).toMatchObject([{ views: 2 }]);
  expect(await eventKinds(db)).toEqual(["viewed", "accepted"]);
});

dbTest("in the history, the first view comes after the sending", async ({ db }) => {
  const sent = await aSentQuote(db);
  await recordView(db, sent.slug!, LATER);
  expect(await eventKinds(db, sent.id)).toEqual(["sent", "viewed"]);
  expect(await db.select({ views: quotes.views, viewedAt: quotes.viewedAt }).from(quotes)).toEqual([
    { views: 1, viewedAt: LATER },
  ]);
});

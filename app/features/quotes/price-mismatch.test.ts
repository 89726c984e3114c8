import { describe, expect } from "vitest";
import { quotes, emails, quoteEvents } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { anAcceptance, aQuote, NOW, owner, refusedAs } from "#tests/support/factories.ts";
import { acceptQuote } from "./acceptance.server.ts";
import { acceptOnBehalf, rejectQuote } from "./decisions.server.ts";
import { beginNewVersion, revisionOf, editQuote } from "./drafts.server.ts";
import { sendQuote } from "./sending.server.ts";
import { draftValuesOf, draftKindOf, readDraft } from "./draft.ts";
import type { Quote } from "./model.ts";
import { getPublicQuote, getQuote } from "./queries.server.ts";

/* A quote whose total and details name different prices cannot be accepted until the owner edits it. */

const rates = { base: "1200.00", extraHour: "350.00", rehearsal: "700.00" };
const musical = { invoiceType: "Spring Musical Quote", totalAmount: "400.00" };

const mismatches = [
  ["its total is more than its rates", { totalAmount: "1500.00", details: { rates } }],
  ["its total is less than its rates", { totalAmount: "900.00", details: { rates } }],
  [
    "its rates leave out an add-on that its total contains",
    { totalAmount: "1200.00", details: { rates, selected_add_ons: { extraHour: true } } },
  ],
  [
    "its total does not even pay for its add-ons",
    { totalAmount: "300.00", details: { selected_add_ons: { extraHour: true } } },
  ],
  [
    "its hours make another price",
    { ...musical, details: { rates: { hourlyRate: "100.00", hours: 2, preparation: "100.00" } } },
  ],
  ["nobody can read its base price", { details: { rates: { base: "1,200" } } }],
] as const;

async function saveAsShown(db: Parameters<typeof editQuote>[0], quote: Quote) {
  const draft = readDraft(draftKindOf(quote), draftValuesOf(quote));
  if (!draft.ok) throw new Error(JSON.stringify(draft.errors));
  return editQuote(db, owner, quote.id, revisionOf(quote), draft.value, NOW);
}

dbTest("accepting a draft with two prices is refused for its prices", async ({ db }) => {
  const draft = { draft: true, slug: null, updatedAt: NOW } as const;
  const { id } = await aQuote(db, { ...draft, totalAmount: "1500.00", details: { rates } });
  expect(await acceptOnBehalf(db, owner, id, NOW)).toMatchObject({ reason: "unsettled" });
});

describe.for(mismatches)("a quote of which %s", ([, row]) => {
  dbTest("cannot be accepted or sent", async ({ db }) => {
    const { id } = await aQuote(db, row);
    expect(await acceptQuote(db, anAcceptance(), NOW)).toMatchObject(refusedAs("unsettled"));
    expect(await acceptOnBehalf(db, owner, id, NOW)).toMatchObject(refusedAs("unsettled"));
    expect(
      await sendQuote(db, owner, id, { subject: "Your quote", body: "Here." }, NOW),
    ).toMatchObject({ ok: false, reason: "unsettled" });
    expect(await getPublicQuote(db, "a-slug", NOW)).toMatchObject({
      state: "pending",
      priceMismatch: true,
    });
    expect(await db.select().from(emails)).toEqual([]);
    expect(await db.select().from(quoteEvents)).toEqual([]);
  });

  dbTest("can be accepted at its total once the owner has saved it", async ({ db }) => {
    const quote = await aQuote(db, row);
    expect(await saveAsShown(db, quote)).toMatchObject({ ok: true });
    const shown = await getQuote(db, owner, quote.id);
    expect(await acceptQuote(db, anAcceptance({ version: 2 }), NOW)).toMatchObject({
      ok: true,
      quote: { totalAmount: shown!.totalAmount },
    });
  });
});

dbTest("a quote with two prices can be rejected", async ({ db }) => {
  const { id } = await aQuote(db, mismatches[0][1]);
  expect(await rejectQuote(db, owner, id, NOW)).toMatchObject({ ok: true });
});

describe("a pending quote whose details carry an add-on", () => {
  const withHour = {
    totalAmount: "1550.00",
    details: { selected_add_ons: { extraHour: true, rehearsal: false } },
  };

  dbTest("shows it and does not offer it again", async ({ db }) => {
    await aQuote(db, withHour);
    expect(await getPublicQuote(db, "a-slug", NOW)).toMatchObject({
      priceMismatch: false,
      offers: ["rehearsal"],
      addOns: { extraHour: true, rehearsal: false },
      rates: { base: 120000 },
    });
  });

  dbTest.for([
    ["nothing", {}, "1550.00"],
    ["it once more", { wantsExtraHour: true }, "1550.00"],
    ["the other one", { wantsRehearsal: true }, "2250.00"],
  ] as const)(
    "costs its total and what is chosen, asked for %s",
    async ([, wants, totalAmount], { db }) => {
      await aQuote(db, withHour);
      expect(await acceptQuote(db, anAcceptance(wants), NOW)).toMatchObject({
        ok: true,
        quote: { totalAmount, details: { selected_add_ons: { extraHour: true } } },
      });
      expect(await acceptQuote(db, anAcceptance(wants), NOW)).toMatchObject({
        ok: true,
        already: true,
      });
    },
  );

  dbTest("keeps it and its price when the owner saves the quote unchanged", async ({ db }) => {
    const quote = await aQuote(db, withHour);
    expect(await saveAsShown(db, quote)).toMatchObject({
      ok: true,
      quote: {
        totalAmount: "1550.00",
        details: { selected_add_ons: { extraHour: true, rehearsal: false } },
      },
    });
  });
});

dbTest(
  "a new version of an accepted quote starts with its total, whatever its details say",
  async ({ db }) => {
    const { id } = await aQuote(db, {
      acceptedAt: NOW,
      totalAmount: "1500.00",
      details: { rates },
    });
    await beginNewVersion(db, owner, id, NOW);
    const drafts = (await db.select().from(quotes)).filter(({ draft }) => draft);
    expect(drafts).toMatchObject([
      { totalAmount: "1500.00", details: { rates: { base: "1500.00" } } },
    ]);
  },
);

import { describe, expect } from "vitest";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { aDraft, anAcceptance, aQuote, NOW, owner } from "#tests/support/factories.ts";
import {
  aSentQuote,
  eventKinds,
  LATER,
  listedQuotes,
  quoteEmailInput,
  quoteRow,
} from "#tests/support/quotes.ts";
import { acceptQuote } from "./acceptance.server.ts";
import { acceptOnBehalf } from "./decisions.server.ts";
import type { QuoteDraft } from "./draft-schema.ts";
import { createQuote, editQuote, revisionOf } from "./drafts.server.ts";
import { getQuoteHistory } from "./queries.server.ts";
import { sendQuote } from "./sending.server.ts";

describe("creating a quote", () => {
  dbTest(
    "makes a draft with its rates copied in, which has no link and cannot be accepted",
    async ({ db }) => {
      const { id } = await createQuote(
        db,
        owner,
        aDraft({ base: 900_00, offersExtraHour: false, validUntil: "2026-04-01" }),
        null,
        NOW,
      );
      expect(await quoteRow(db, id)).toMatchObject({
        draft: true,
        slug: null,
        totalAmount: "900.00",
        validUntil: "2026-04-01",
        details: {
          rates: { base: "900.00", extraHour: "350.00", rehearsal: "700.00" },
          offered_add_ons: { extraHour: false, rehearsal: true },
        },
      });
      expect(await acceptOnBehalf(db, owner, id, NOW)).toMatchObject({
        ok: false,
        reason: "decided",
      });
      expect(await listedQuotes(db, "pending")).toEqual([]);
      expect(await listedQuotes(db, "drafts")).toHaveLength(1);
    },
  );
});

describe("editing a quote", () => {
  dbTest(
    "that was sent makes a new version under the same link; the old one can no longer be accepted",
    async ({ db }) => {
      const sent = await aSentQuote(db);
      expect(
        await editQuote(db, owner, sent.id, revisionOf(sent), aDraft({ base: 1300_00 }), LATER),
      ).toMatchObject({ ok: true, quote: { version: 2, totalAmount: "1300.00", slug: sent.slug } });
      expect(
        await acceptQuote(db, anAcceptance({ slug: sent.slug!, version: 1 }), LATER),
      ).toMatchObject({ ok: false, reason: "stale", quote: { totalAmount: "1300.00" } });
      expect(
        await acceptQuote(db, anAcceptance({ slug: sent.slug!, version: 2 }), LATER),
      ).toMatchObject({ ok: true, quote: { totalAmount: "1300.00" } });
      const { events } = await getQuoteHistory(db, owner, sent.id);
      expect(events.find(({ kind }) => kind === "revised")?.data).toMatchObject({
        version: 2,
        before: { sums: expect.arrayContaining([["Total", 120000]]) },
      });
    },
  );

  onBoth("in two tabs: the later one is refused", async ({ db }) => {
    const draft = await createQuote(db, owner, aDraft(), null, NOW);
    const mark = revisionOf(draft);
    const outcomes = await Promise.all([
      editQuote(db, owner, draft.id, mark, aDraft({ notes: "one" }), LATER),
      editQuote(db, owner, draft.id, mark, aDraft({ notes: "two" }), new Date(LATER.getTime() + 1)),
    ]);
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await quoteRow(db, draft.id)).toMatchObject({ version: 1 });
  });

  dbTest("sent again with the same form key is the first save, not a refusal", async ({ db }) => {
    const sent = await aSentQuote(db);
    const save = (draft: QuoteDraft, key: string) =>
      editQuote(db, owner, sent.id, revisionOf(sent), draft, LATER, key);
    await save(aDraft({ base: 1300_00 }), "key");
    await acceptQuote(db, anAcceptance({ slug: sent.slug!, version: 2 }), LATER);
    expect(await save(aDraft({ base: 1300_00 }), "key")).toMatchObject({
      ok: true,
      quote: { version: 2, acceptedAt: LATER },
    });
    for (const [draft, key] of [
      [aDraft({ base: 1400_00 }), "key"],
      [aDraft({ base: 1300_00 }), "another"],
      [aDraft({ base: 1300_00 }), ""],
    ] as const)
      expect(await save(draft, key)).toMatchObject({ ok: false, reason: "decided" });
    expect(await eventKinds(db, sent.id)).toEqual(["sent", "revised", "accepted"]);
  });

  dbTest("that was refused is refused again with the same form key", async ({ db }) => {
    const sent = await aSentQuote(db);
    for (let attempt = 0; attempt < 2; attempt++)
      expect(
        await editQuote(db, owner, sent.id, "another revision", aDraft(), LATER, "key"),
      ).toMatchObject({ ok: false, reason: "decided" });
  });

  onBoth(
    "while its client accepts it: exactly one is recorded, and only what the client saw is accepted",
    async ({ db }) => {
      const sent = await aSentQuote(db);
      const [accepted, edited] = await Promise.all([
        acceptQuote(db, anAcceptance({ slug: sent.slug! }), LATER),
        editQuote(db, owner, sent.id, revisionOf(sent), aDraft({ base: 1300_00 }), LATER),
      ]);
      expect([accepted.ok, edited.ok].filter(Boolean)).toHaveLength(1);
      expect(await quoteRow(db, sent.id)).toMatchObject(
        accepted.ok
          ? { totalAmount: "1200.00", version: 1, acceptedAt: LATER }
          : { totalAmount: "1300.00", version: 2, acceptedAt: null },
      );
    },
  );

  dbTest("opened as a draft is refused once it was sent to its client", async ({ db }) => {
    const draft = await createQuote(db, owner, aDraft(), null, NOW);
    await sendQuote(db, owner, draft.id, quoteEmailInput, LATER);
    expect(
      await editQuote(db, owner, draft.id, revisionOf(draft), aDraft({ base: 1 }), LATER),
    ).toMatchObject({ ok: false, reason: "decided", quote: { version: 1, draft: false } });
  });

  dbTest("keeps unknown keys in its details", async ({ db }) => {
    const { id, ...quote } = await aQuote(db, { details: { note: "kept" } });
    await editQuote(db, owner, id, revisionOf(quote), aDraft(), NOW);
    expect((await quoteRow(db, id)).details).toMatchObject({
      note: "kept",
      rates: { base: "1200.00" },
    });
  });
});

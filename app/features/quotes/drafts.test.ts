import { describe, expect } from "vitest";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import {
  aDraft,
  anAcceptance,
  aQuote,
  NOW,
  owner,
  clientInfo,
  refusedAs,
} from "#tests/support/factories.ts";
import {
  aSentQuote,
  eventKinds,
  LATER,
  listedQuotes,
  newestEmail,
  quoteEmailInput,
  quoteRow,
} from "#tests/support/quotes.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { acceptQuote } from "./acceptance.server.ts";
import {
  acceptOnBehalf,
  declineQuote,
  rejectQuote,
  reverseDecision,
  withdrawQuote,
} from "./decisions.server.ts";
import type { QuoteDraft } from "./draft.ts";
import { createQuote, editQuote, revisionOf, beginNewVersion } from "./drafts.server.ts";
import { getQuoteHistory, getPublicQuote } from "./queries.server.ts";
import { sendingOf, sendQuote } from "./sending.server.ts";

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
      expect(await acceptOnBehalf(db, owner, id, NOW)).toMatchObject(refusedAs("decided"));
      expect(await listedQuotes(db, "pending")).toEqual([]);
      expect(await listedQuotes(db, "drafts")).toHaveLength(1);
    },
  );
});

describe("editing a quote", () => {
  dbTest("whose address was wrong ends the link and the email of that address", async ({ db }) => {
    const sent = await aSentQuote(db);
    const typed = aDraft({ clientEmail: "right@example.com" });
    await editQuote(db, owner, sent.id, revisionOf(sent), typed, LATER);
    const quote = await quoteRow(db, sent.id);
    expect(await getPublicQuote(db, sent.slug!)).toBeNull();
    expect(await getPublicQuote(db, quote.slug!)).toMatchObject({
      clientEmail: "right@example.com",
    });
    expect(await newestEmail(db)).toMatchObject({ state: "expired", recipient: sent.clientEmail });
    expect(await sendingOf(db, quote)).toBe("first");
  });

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

describe("a new version of an accepted quote", () => {
  /** Accepted at A$1,550, with a version for A$1,300 out under the same link. */
  async function aReplacement(db: Db) {
    const old = await aSentQuote(db);
    await acceptQuote(db, anAcceptance({ slug: old.slug!, wantsExtraHour: true }), NOW);
    const begun = await beginNewVersion(db, owner, old.id, LATER);
    if (!begun.ok) throw new Error("No new version.");
    await editQuote(
      db,
      owner,
      begun.quote.id,
      revisionOf(begun.quote),
      aDraft({ base: 1300_00 }),
      LATER,
    );
    return { old, next: begun.quote };
  }

  dbTest(
    "does not touch the accepted quote while it is a draft; only one draft can exist",
    async ({ db }) => {
      const { old, next } = await aReplacement(db);
      expect(next).toMatchObject({
        draft: true,
        version: 2,
        totalAmount: "1200.00",
        replacesId: old.id,
      });
      expect(await beginNewVersion(db, owner, old.id, LATER)).toMatchObject({
        ok: true,
        quote: { id: next.id },
      });
      expect(await getPublicQuote(db, old.slug!, LATER)).toMatchObject({ state: "accepted" });
    },
  );

  dbTest(
    "gets the link when it is sent, and replaces the old version when it is accepted",
    async ({ db }) => {
      const { old, next } = await aReplacement(db);
      await sendQuote(db, owner, next.id, quoteEmailInput, LATER);
      expect((await quoteRow(db, next.id)).slug).toBe(old.slug);
      expect(await getPublicQuote(db, old.slug!, LATER)).toMatchObject({
        state: "pending",
        version: 2,
        previousAcceptance: { total: 155000 },
      });
      expect(
        await acceptQuote(db, anAcceptance({ slug: old.slug!, wantsExtraHour: true }), LATER),
      ).toMatchObject({ ok: false, reason: "stale" });
      expect(await listedQuotes(db, "accepted")).toMatchObject([
        { id: old.id, totalAmount: "1550.00" },
      ]);

      expect(
        await acceptQuote(db, anAcceptance({ slug: old.slug!, version: 2 }), LATER),
      ).toMatchObject({ ok: true, quote: { id: next.id } });
      expect(await listedQuotes(db, "accepted")).toMatchObject([
        { id: next.id, totalAmount: "1300.00" },
      ]);
      expect(await quoteRow(db, old.id)).toMatchObject({ closedAs: "replaced", acceptedAt: null });
      expect(await eventKinds(db, old.id)).toEqual(["sent", "accepted", "replaced"]);
    },
  );

  dbTest.for(["declined", "withdrawn", "rejected"] as const)(
    "gives the link back when it is %s",
    async (end, { db }) => {
      const { old, next } = await aReplacement(db);
      await sendQuote(db, owner, next.id, quoteEmailInput, LATER);
      if (end === "declined")
        await declineQuote(
          db,
          { slug: old.slug!, client: clientInfo, version: 2, reason: "" },
          LATER,
        );
      if (end === "withdrawn") await withdrawQuote(db, owner, next.id, LATER);
      if (end === "rejected") await rejectQuote(db, owner, next.id, LATER);
      expect(await getPublicQuote(db, old.slug!, LATER)).toMatchObject({
        state: "accepted",
        accepted: { total: 155000 },
      });
      // The version that is gone is not thanked for.
      expect(
        await acceptQuote(
          db,
          anAcceptance({ slug: old.slug!, version: 2, wantsExtraHour: true }),
          LATER,
        ),
      ).toMatchObject({ ok: false, reason: "accepted" });
      if (end === "declined") return;
      await reverseDecision(db, owner, next.id, LATER);
      expect((await quoteRow(db, next.id)).slug).toBe(old.slug);
    },
  );

  dbTest("restores the old version when its own acceptance is undone", async ({ db }) => {
    const { old, next } = await aReplacement(db);
    await sendQuote(db, owner, next.id, quoteEmailInput, LATER);
    await acceptOnBehalf(db, owner, next.id, LATER);
    expect(await reverseDecision(db, owner, next.id, LATER)).toMatchObject({ ok: true });
    expect(await listedQuotes(db, "accepted")).toMatchObject([{ id: old.id, acceptedAt: NOW }]);
    expect(await listedQuotes(db, "pending")).toMatchObject([{ id: next.id }]);
  });
});

import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { aDraft, anAcceptance, clientInfo, NOW, owner } from "#tests/support/factories.ts";
import {
  aSentQuote,
  eventKinds,
  LATER,
  listedQuotes,
  quoteEmailInput,
  quoteRow,
} from "#tests/support/quotes.ts";
import { acceptQuote } from "./acceptance.server.ts";
import {
  acceptOnBehalf,
  declineQuote,
  rejectQuote,
  reverseDecision,
  withdrawQuote,
} from "./decisions.server.ts";
import { beginNewVersion, editQuote, revisionOf } from "./drafts.server.ts";
import { getPublicQuote } from "./queries.server.ts";
import { sendQuote } from "./sending.server.ts";

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

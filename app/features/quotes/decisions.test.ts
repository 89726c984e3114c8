import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { emails, quotes, quoteEvents } from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import {
  aDraft,
  anAcceptance,
  aQuote,
  clientInfo,
  NOW,
  owner,
  refusedAs,
} from "#tests/support/factories.ts";
import { aSentQuote, eventKinds, LATER, quoteRow } from "#tests/support/quotes.ts";
import { acceptQuote } from "./acceptance.server.ts";
import {
  acceptOnBehalf,
  declineQuote,
  rejectQuote,
  reverseDecision,
  isRepeated,
  withdrawQuote,
} from "./decisions.server.ts";
import { createQuote } from "./drafts.server.ts";
import { getQuoteHistory } from "./queries.server.ts";

const decline = (db: Db, given: { version?: number; reason?: string } = {}) =>
  declineQuote(db, { slug: "a-slug", client: clientInfo, version: 1, reason: "", ...given }, NOW);

describe("the owner's decision", () => {
  dbTest("accepts or rejects a pending quote and records who did it", async ({ db }) => {
    const { id } = await aQuote(db);
    expect(await rejectQuote(db, owner, id, NOW)).toMatchObject({
      ok: true,
      quote: { rejectedAt: NOW, acceptedAt: null },
    });
    expect(await db.select().from(quoteEvents)).toMatchObject([
      { kind: "rejected", actor: "owner@example.com" },
    ]);
  });

  dbTest("changes nothing once the quote is decided", async ({ db }) => {
    const { id } = await aQuote(db, { acceptedAt: NOW });
    expect(await rejectQuote(db, owner, id, NOW)).toMatchObject({
      ok: false,
      reason: "decided",
      quote: { acceptedAt: NOW },
    });
    expect(await rejectQuote(db, owner, "5d6e1a0c-0000-4000-8000-000000000000", NOW)).toEqual(
      refusedAs("not-found"),
    );
  });

  dbTest("keeps the rates that an accepted quote was made with", async ({ db }) => {
    const chosen = { extraHour: true, rehearsal: false };
    const { id } = await aQuote(db, {
      totalAmount: "1550.00",
      details: { selected_add_ons: chosen, hosts: "two" },
    });
    expect(await acceptOnBehalf(db, owner, id, NOW)).toMatchObject({ ok: true });
    expect((await quoteRow(db, id)).details).toEqual({
      selected_add_ons: chosen,
      hosts: "two",
      rates: { base: "1200.00", extraHour: "350.00", rehearsal: "700.00" },
    });
  });

  dbTest("made again is known to stand, for whom and as long as it does", async ({ db }) => {
    const { id } = await aQuote(db, { version: 2 });
    const other = { userId: "other", email: "other@example.com", role: "owner" } as const;
    const rejectAgain = async (by = owner, seenVersion = 2) => {
      const refusal = await rejectQuote(db, by, id, LATER, seenVersion);
      return refusal.ok ? "done" : isRepeated(db, by, refusal, "rejected", seenVersion);
    };
    await rejectQuote(db, owner, id, NOW);
    expect(await rejectAgain()).toBe(true);
    expect([await rejectAgain(other), await rejectAgain(owner, 1)]).toEqual([false, false]);
    await reverseDecision(db, owner, id, LATER);
    const reversal = await reverseDecision(db, owner, id, LATER);
    expect(!reversal.ok && (await isRepeated(db, owner, reversal, "reopened"))).toBe(true);
    await acceptQuote(db, anAcceptance({ version: 2 }), LATER);
    expect(await rejectAgain()).toBe(false);
  });

  dbTest("is refused for a version that the owner did not see", async ({ db }) => {
    const { id } = await aQuote(db, { version: 2 });
    expect(await acceptOnBehalf(db, owner, id, NOW, 1)).toMatchObject(refusedAs("decided"));
    expect(await acceptOnBehalf(db, owner, id, NOW, 2)).toMatchObject({ ok: true });
  });

  dbTest("emails the client when the owner accepts, and when that is undone", async ({ db }) => {
    const { id } = await aQuote(db, { slug: "ada" });
    await acceptOnBehalf(db, owner, id, NOW);
    await acceptOnBehalf(db, owner, id, NOW);
    await reverseDecision(db, owner, id, LATER);
    await rejectQuote(db, owner, id, LATER);
    await reverseDecision(db, owner, id, LATER);
    const sent = await db.select().from(emails).orderBy(emails.createdAt);
    const [receipt, takenBack, ...others] = sent;
    expect(receipt).toMatchObject({
      kind: "acceptance-receipt",
      recipient: "ada@client.example",
      quoteId: id,
      state: "expired",
    });
    expect(receipt!.text).toMatch(
      /I've marked your quote as accepted[^]*A\$1,200\.00[^]*\/quotes\/ada/,
    );
    expect(takenBack).toMatchObject({
      kind: "acceptance-taken-back",
      recipient: "ada@client.example",
      text: expect.stringContaining(
        "by mistake and have undone it. You haven't committed to anything.",
      ),
    });
    expect(others).toEqual([]);
  });

  onBoth("and a client's acceptance at the same time: exactly one is recorded", async ({ db }) => {
    const { id } = await aQuote(db);
    const [client, administrator] = await Promise.all([
      acceptQuote(db, anAcceptance(), NOW),
      rejectQuote(db, owner, id, NOW),
    ]);
    expect([client.ok, administrator.ok].filter(Boolean)).toHaveLength(1);
    expect(await db.select().from(quoteEvents)).toHaveLength(1);
  });
});

describe("undoing", () => {
  dbTest("the sending of an open quote withdraws it, and it can be reopened", async ({ db }) => {
    const sent = await aSentQuote(db);
    expect(await withdrawQuote(db, owner, sent.id, LATER)).toMatchObject({
      ok: true,
      quote: { closedAs: "withdrawn" },
    });
    expect(await acceptQuote(db, anAcceptance({ slug: sent.slug! }), LATER)).toMatchObject(
      refusedAs("withdrawn"),
    );
    expect(await withdrawQuote(db, owner, sent.id, LATER)).toMatchObject(refusedAs("decided"));
    await reverseDecision(db, owner, sent.id, LATER);
    expect(await acceptQuote(db, anAcceptance({ slug: sent.slug! }), LATER)).toMatchObject({
      ok: true,
    });
  });

  dbTest("the discarding of a draft restores it", async ({ db }) => {
    const { id } = await createQuote(db, owner, aDraft(), null, NOW);
    await withdrawQuote(db, owner, id, NOW);
    expect(await quoteRow(db, id)).toMatchObject({ draft: false, closedAs: "withdrawn" });
    await reverseDecision(db, owner, id, LATER);
    expect(await quoteRow(db, id)).toMatchObject({ draft: true, closedAs: null, rejectedAt: null });
  });

  onBoth(
    "a mistaken decision adds an event; the record of the acceptance stays",
    async ({ db }) => {
      const { id } = await aQuote(db);
      await acceptOnBehalf(db, owner, id, NOW);
      const outcomes = await Promise.all([
        reverseDecision(db, owner, id, LATER),
        reverseDecision(db, owner, id, LATER),
      ]);
      expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
      expect(await eventKinds(db, id)).toEqual(["accepted", "reopened"]);
      const { events } = await getQuoteHistory(db, owner, id);
      expect(events).toMatchObject([
        { intact: true },
        { actor: owner.email, intact: null, data: { was: "accepted" } },
      ]);
    },
  );

  dbTest("a client's decision cannot be reversed", async ({ db }) => {
    const sent = await aSentQuote(db);
    await acceptQuote(db, anAcceptance({ slug: sent.slug! }), NOW);
    expect(await reverseDecision(db, owner, sent.id, LATER)).toMatchObject(refusedAs("decided"));
    expect(await quoteRow(db, sent.id)).toMatchObject({ acceptedAt: NOW });
  });
});

describe("declining", () => {
  dbTest("is recorded with its reason, and the owner gets one email", async ({ db }) => {
    await aQuote(db);
    expect(await decline(db, { reason: "We found <somebody> nearer." })).toMatchObject({
      ok: true,
      quote: { rejectedAt: NOW, closedAs: "declined", acceptedAt: null },
    });
    expect(await decline(db)).toMatchObject({ ok: true });
    expect(await db.select().from(quoteEvents)).toMatchObject([
      {
        kind: "declined",
        actor: "client",
        data: { reason: "We found <somebody> nearer.", address: "192.0.2.1" },
      },
    ]);
    const [notice, ...more] = await db.select().from(emails);
    expect(more).toEqual([]);
    expect(notice).toMatchObject({
      kind: "decline-notice",
      replyTo: "ada@client.example",
      subject: "Quote declined by Ada Client",
    });
    expect(notice?.text).toContain(
      "They wrote:\n\nWe found <somebody> nearer.\n\n" +
        "Event: Garden party\nDate: Saturday, 20 June 2026\nTotal: A$1,200.00\n",
    );
    expect(notice?.html).not.toContain("<somebody>");
  });

  dbTest("is refused once it is accepted, expired or another version", async ({ db }) => {
    const { id } = await aQuote(db, { validUntil: "2026-03-09" });
    expect(await decline(db)).toMatchObject({ ok: false, reason: "expired" });
    await db.update(quotes).set({ validUntil: null, version: 2 }).where(eq(quotes.id, id));
    expect(await decline(db)).toMatchObject({ ok: false, reason: "stale" });
    await db.update(quotes).set({ acceptedAt: NOW }).where(eq(quotes.id, id));
    expect(await decline(db, { version: 2 })).toMatchObject({ ok: false, reason: "accepted" });
    expect(await eventKinds(db)).toEqual([]);
  });

  onBoth("and accepting at the same time: exactly one is recorded", async ({ db }) => {
    await aQuote(db);
    const [accepted, declined] = await Promise.all([
      acceptQuote(db, anAcceptance(), NOW),
      decline(db),
    ]);
    expect([accepted.ok, declined.ok].filter(Boolean)).toHaveLength(1);
    expect(await eventKinds(db)).toHaveLength(1);
  });
});

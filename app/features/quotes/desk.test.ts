import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import {
  contactMessages,
  emailTemplates,
  invoices,
  emails,
  quoteEvents,
} from "#app/server/database/tables.server.ts";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { test } from "#tests/support/db.ts";
import { aDraft, anAcceptance, aQuote, clientInfo, NOW, owner } from "#tests/support/factories.ts";
import { acceptQuote } from "./acceptance.server.ts";
import { declineQuote } from "./decisions.server.ts";
import { recordView } from "./views.server.ts";
import { acceptOnBehalf, rejectQuote, reverseDecision, withdrawQuote } from "./decisions.server.ts";
import { createQuote, revisionOf, editQuote } from "./drafts.server.ts";
import { sendQuote } from "./sending.server.ts";
import { beginNewVersion } from "./versions.server.ts";
import { type QuoteList, quoteListShape } from "./model.ts";
import { quoteEmailFor } from "./email-copy.ts";
import {
  getQuoteTemplate,
  getPublicQuote,
  getQuote,
  getQuoteHistory,
  listQuotes,
} from "./queries.server.ts";

const LATER = new Date("2026-03-11T02:00:00Z");
const letter = { subject: "Your quote", body: "Dear Ada,\n\nhere it is: {{quote_link}}" };

const kindsOf = async (db: Db, id: string) =>
  (
    await db
      .select({ kind: quoteEvents.kind })
      .from(quoteEvents)
      .where(eq(quoteEvents.invoiceId, id))
      .orderBy(quoteEvents.id)
  ).map(({ kind }) => kind);
const listed = async (db: Db, name: QuoteList) =>
  (await listQuotes(db, owner, name, readListQuery(new URLSearchParams(), quoteListShape))).rows;
const row = async (db: Db, id: string) => (await getQuote(db, owner, id))!;
const slugOf = async (db: Db, id: string) => (await row(db, id)).slug!;

/** A quote that its client has a link to. */
async function aSentQuote(db: Db, given: Parameters<typeof aDraft>[0] = {}) {
  const { id } = await createQuote(db, owner, aDraft(given), null, NOW);
  await sendQuote(db, owner, id, letter, NOW);
  return row(db, id);
}

describe("the owner's own decision", () => {
  test("accepts or rejects a pending quote and says who did it", async ({ db }) => {
    const { id } = await aQuote(db);
    expect(await rejectQuote(db, owner, id, NOW)).toMatchObject({
      ok: true,
      quote: { rejectedAt: NOW, acceptedAt: null },
    });
    expect(await db.select().from(quoteEvents)).toMatchObject([
      { kind: "rejected", actor: "owner@example.com" },
    ]);
  });

  test("changes nothing once it is decided", async ({ db }) => {
    const { id } = await aQuote(db, { acceptedAt: NOW });
    expect(await rejectQuote(db, owner, id, NOW)).toMatchObject({
      ok: false,
      reason: "decided",
      quote: { acceptedAt: NOW },
    });
    expect(await rejectQuote(db, owner, "5d6e1a0c-0000-4000-8000-000000000000", NOW)).toEqual({
      ok: false,
      reason: "not-found",
    });
  });

  test("is refused for a version that the owner did not see", async ({ db }) => {
    const { id } = await aQuote(db, { version: 2 });
    expect(await acceptOnBehalf(db, owner, id, NOW, 1)).toMatchObject({
      ok: false,
      reason: "decided",
    });
    expect(await acceptOnBehalf(db, owner, id, NOW, 2)).toMatchObject({ ok: true });
  });

  test("tells the client what was accepted in her name, and when that was a mistake", async ({
    db,
  }) => {
    const { id } = await aQuote(db, { slug: "ada" });
    await acceptOnBehalf(db, owner, id, NOW);
    await acceptOnBehalf(db, owner, id, NOW);
    await reverseDecision(db, owner, id, LATER);
    await rejectQuote(db, owner, id, LATER);
    await reverseDecision(db, owner, id, LATER);
    const [receipt, takenBack, ...others] = await db
      .select()
      .from(emails)
      .orderBy(emails.createdAt);
    expect(receipt).toMatchObject({
      kind: "acceptance-receipt",
      recipient: "ada@client.example",
      invoiceId: id,
    });
    expect(receipt!.text).toMatch(
      /I’ve marked your quote as accepted[^]*A\$1,200\.00[^]*\/quotes\/ada/,
    );
    expect(takenBack).toMatchObject({
      kind: "acceptance-taken-back",
      recipient: "ada@client.example",
      text: expect.stringContaining(
        "by mistake and have undone it. You haven’t committed to anything.",
      ),
    });
    expect(others).toEqual([]);
  });

  test("races a client's acceptance: exactly one wins", async ({ db }) => {
    const { id } = await aQuote(db);
    const [client, desk] = await Promise.all([
      acceptQuote(db, anAcceptance(), NOW),
      rejectQuote(db, owner, id, NOW),
    ]);
    expect([client.ok, desk.ok].filter(Boolean)).toHaveLength(1);
    expect(await db.select().from(quoteEvents)).toHaveLength(1);
  });
});

describe("writing a quote", () => {
  test("makes a draft with its rates copied in, which nobody else can open, accept, or take for a pending one", async ({
    db,
  }) => {
    const { id } = await createQuote(
      db,
      owner,
      aDraft({ base: 900_00, offersExtraHour: false, validUntil: "2026-04-01" }),
      null,
      NOW,
    );
    expect(await row(db, id)).toMatchObject({
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
    expect(await listed(db, "pending")).toEqual([]);
    expect(await listed(db, "drafts")).toHaveLength(1);
  });

  test("remembers the enquiry that it answers", async ({ db }) => {
    const [message] = await db
      .insert(contactMessages)
      .values({ name: "Ada", email: "ada@client.example", message: "A garden party" })
      .returning();
    const { id } = await createQuote(db, owner, aDraft(), message!.id, NOW);
    expect(await row(db, id)).toMatchObject({ enquiryId: message!.id });
  });

  test("sending gives it a link, keeps the letter with it, and makes it pending", async ({
    db,
  }) => {
    const quote = await aSentQuote(db);
    expect(quote).toMatchObject({
      draft: false,
      sentAt: NOW,
      slug: expect.stringMatching(/^[\w-]{22}$/),
    });
    const [sent] = await db.select().from(emails);
    expect(sent).toMatchObject({
      kind: "quote",
      recipient: "ada@client.example",
      subject: "Your quote",
      invoiceId: quote.id,
    });
    expect(
      sent?.text.match(new RegExp(`http://localhost:3000/quotes/${quote.slug}`, "g"))?.length,
    ).toBeGreaterThanOrEqual(2);
    await sendQuote(db, owner, quote.id, letter, LATER);
    expect(await slugOf(db, quote.id)).toBe(quote.slug);
    expect(await kindsOf(db, quote.id)).toEqual(["sent", "sent"]);
  });

  test("a page that is sent twice sends one letter", async ({ db }) => {
    const { id } = await aSentQuote(db);
    const send = () => sendQuote(db, owner, id, letter, LATER, "a key");
    expect(await Promise.all([send(), send()])).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await db.$count(emails)).toBe(2);
  });

  test("an expired one is not sent", async ({ db }) => {
    const { id } = await createQuote(db, owner, aDraft({ validUntil: "2026-03-09" }), null, NOW);
    expect(await sendQuote(db, owner, id, letter, NOW)).toMatchObject({
      ok: false,
      reason: "expired",
    });
    expect(await db.select().from(emails)).toEqual([]);
  });

  test("the letter is the owner's template named Quote, or the usual words; what nobody knows is left out", async ({
    db,
  }) => {
    const quote = await aSentQuote(db, { validUntil: "2026-04-01" });
    expect(quoteEmailFor(quote, await getQuoteTemplate(db, owner))).toMatchObject({
      subject: "Your quote for Garden party",
      body: expect.stringContaining("It’s valid until Wednesday, 1 April 2026."),
    });
    await db.insert(emailTemplates).values({
      name: "quote",
      subject: "{{event_title}} on {{ event_date }}",
      body: "Hello {{client_name}}, {{whatever}} {{quote_link}}",
    });
    const own = quoteEmailFor(quote, await getQuoteTemplate(db, owner));
    expect(own).toEqual({
      subject: "Garden party on Saturday, 20 June 2026",
      body: "Hello Ada Client, {{whatever}} {{quote_link}}",
    });
    await sendQuote(db, owner, quote.id, own, LATER);
    const [, again] = await db.select().from(emails).orderBy(emails.createdAt);
    expect(again?.text).toContain(`Hello Ada Client, http://localhost:3000/quotes/${quote.slug}`);
  });
});

describe("changing a quote", () => {
  test("that is out makes a new version under the same link; the old one can no longer be accepted", async ({
    db,
  }) => {
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
  });

  test("in two tabs: the later one is told, and nothing of it is saved", async ({ db }) => {
    const draft = await createQuote(db, owner, aDraft(), null, NOW);
    const mark = revisionOf(draft);
    const outcomes = await Promise.all([
      editQuote(db, owner, draft.id, mark, aDraft({ notes: "one" }), LATER),
      editQuote(db, owner, draft.id, mark, aDraft({ notes: "two" }), new Date(LATER.getTime() + 1)),
    ]);
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await row(db, draft.id)).toMatchObject({ version: 1 });
  });

  test("at the moment of its acceptance: exactly one is recorded, and nothing is accepted that was not read", async ({
    db,
  }) => {
    const sent = await aSentQuote(db);
    const [accepted, edited] = await Promise.all([
      acceptQuote(db, anAcceptance({ slug: sent.slug! }), LATER),
      editQuote(db, owner, sent.id, revisionOf(sent), aDraft({ base: 1300_00 }), LATER),
    ]);
    expect([accepted.ok, edited.ok].filter(Boolean)).toHaveLength(1);
    expect(await row(db, sent.id)).toMatchObject(
      accepted.ok
        ? { totalAmount: "1200.00", version: 1, acceptedAt: LATER }
        : { totalAmount: "1300.00", version: 2, acceptedAt: null },
    );
  });

  test("is refused once it is accepted", async ({ db }) => {
    const sent = await aSentQuote(db);
    await acceptQuote(db, anAcceptance({ slug: sent.slug! }), LATER);
    expect(
      await editQuote(db, owner, sent.id, revisionOf(sent), aDraft({ base: 1 }), LATER),
    ).toMatchObject({ ok: false, reason: "decided" });
    expect(await row(db, sent.id)).toMatchObject({ totalAmount: "1200.00", version: 1 });
  });

  test("keeps what another program wrote into its details", async ({ db }) => {
    const { id, ...quote } = await aQuote(db, { details: { note: "kept" } });
    await editQuote(db, owner, id, revisionOf(quote), aDraft(), NOW);
    expect((await row(db, id)).details).toMatchObject({ note: "kept", rates: { base: "1200.00" } });
  });
});

describe("a new version of what was accepted", () => {
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

  test("leaves the agreement and its link alone while it is a draft, and there is one at a time", async ({
    db,
  }) => {
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
  });

  test("takes the link when it is sent; a late click on the old one is told so; accepting it replaces what stood", async ({
    db,
  }) => {
    const { old, next } = await aReplacement(db);
    await sendQuote(db, owner, next.id, letter, LATER);
    expect(await slugOf(db, next.id)).toBe(old.slug);
    expect(await getPublicQuote(db, old.slug!, LATER)).toMatchObject({
      state: "pending",
      version: 2,
      previousAcceptance: { total: 155000 },
    });
    expect(
      await acceptQuote(db, anAcceptance({ slug: old.slug!, wantsExtraHour: true }), LATER),
    ).toMatchObject({ ok: false, reason: "stale" });
    expect(await listed(db, "accepted")).toMatchObject([{ id: old.id, totalAmount: "1550.00" }]);

    expect(
      await acceptQuote(db, anAcceptance({ slug: old.slug!, version: 2 }), LATER),
    ).toMatchObject({ ok: true, quote: { id: next.id } });
    expect(await listed(db, "accepted")).toMatchObject([{ id: next.id, totalAmount: "1300.00" }]);
    expect(await row(db, old.id)).toMatchObject({ closedAs: "replaced", acceptedAt: null });
    expect(await kindsOf(db, old.id)).toEqual(["sent", "accepted", "replaced"]);
  });

  test.for(["declined", "withdrawn", "rejected"] as const)(
    "gives the link back when it is %s",
    async (end, { db }) => {
      const { old, next } = await aReplacement(db);
      await sendQuote(db, owner, next.id, letter, LATER);
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
      expect(await slugOf(db, next.id)).toBe(old.slug);
    },
  );

  test("accepted by the owner by mistake: reversing it lets the old agreement stand again", async ({
    db,
  }) => {
    const { old, next } = await aReplacement(db);
    await sendQuote(db, owner, next.id, letter, LATER);
    await acceptOnBehalf(db, owner, next.id, LATER);
    expect(await reverseDecision(db, owner, next.id, LATER)).toMatchObject({ ok: true });
    expect(await listed(db, "accepted")).toMatchObject([{ id: old.id, acceptedAt: NOW }]);
    expect(await listed(db, "pending")).toMatchObject([{ id: next.id }]);
  });
});

describe("taking back", () => {
  test("an offer withdraws it, and its link says so; it can be reopened", async ({ db }) => {
    const sent = await aSentQuote(db);
    expect(await withdrawQuote(db, owner, sent.id, LATER)).toMatchObject({
      ok: true,
      quote: { closedAs: "withdrawn" },
    });
    expect(await acceptQuote(db, anAcceptance({ slug: sent.slug! }), LATER)).toMatchObject({
      ok: false,
      reason: "withdrawn",
    });
    expect(await withdrawQuote(db, owner, sent.id, LATER)).toMatchObject({
      ok: false,
      reason: "decided",
    });
    await reverseDecision(db, owner, sent.id, LATER);
    expect(await acceptQuote(db, anAcceptance({ slug: sent.slug! }), LATER)).toMatchObject({
      ok: true,
    });
  });

  test("a draft that was discarded comes back as a draft", async ({ db }) => {
    const { id } = await createQuote(db, owner, aDraft(), null, NOW);
    await withdrawQuote(db, owner, id, NOW);
    expect(await row(db, id)).toMatchObject({ draft: false, closedAs: "withdrawn" });
    await reverseDecision(db, owner, id, LATER);
    expect(await row(db, id)).toMatchObject({ draft: true, closedAs: null, rejectedAt: null });
  });

  test("a mistaken decision is a counter-event, once; what was accepted keeps its record", async ({
    db,
  }) => {
    const { id } = await aQuote(db);
    await acceptOnBehalf(db, owner, id, NOW);
    const outcomes = await Promise.all([
      reverseDecision(db, owner, id, LATER),
      reverseDecision(db, owner, id, LATER),
    ]);
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await kindsOf(db, id)).toEqual(["accepted", "reopened"]);
    const { events } = await getQuoteHistory(db, owner, id);
    expect(events).toMatchObject([
      { intact: true },
      { actor: owner.email, intact: null, data: { was: "accepted" } },
    ]);
  });

  test("what the client decided is not the owner's to reverse", async ({ db }) => {
    const sent = await aSentQuote(db);
    await acceptQuote(db, anAcceptance({ slug: sent.slug! }), NOW);
    expect(await reverseDecision(db, owner, sent.id, LATER)).toMatchObject({
      ok: false,
      reason: "decided",
    });
    expect(await row(db, sent.id)).toMatchObject({ acceptedAt: NOW });
  });
});

test("the first opening by the client stands in the history after the sending", async ({ db }) => {
  const sent = await aSentQuote(db);
  await recordView(db, sent.slug!, LATER);
  expect(await kindsOf(db, sent.id)).toEqual(["sent", "viewed"]);
  expect(
    await db.select({ views: invoices.views, viewedAt: invoices.viewedAt }).from(invoices),
  ).toEqual([{ views: 1, viewedAt: LATER }]);
});

import { eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { invoices, emails, quoteEvents } from "#app/server/database/tables.server.ts";
import { test } from "#tests/support/db.ts";
import { anAcceptance, aQuote, clientInfo, NOW } from "#tests/support/factories.ts";
import { acceptQuote } from "./acceptance.server.ts";
import { declineQuote } from "./decisions.server.ts";
import { recordView } from "./views.server.ts";
import { getPublicQuote } from "./queries.server.ts";
import { isUnaltered } from "./snapshot.server.ts";

/* What a client can answer to the states and kinds of a quote that acceptance alone does not know. */

const kindsOf = async (db: Db) =>
  (await db.select({ kind: quoteEvents.kind }).from(quoteEvents).orderBy(quoteEvents.id)).map(
    ({ kind }) => kind,
  );
const decline = (db: Db, given: { version?: number; reason?: string } = {}) =>
  declineQuote(db, { slug: "a-slug", client: clientInfo, version: 1, reason: "", ...given }, NOW);

describe("what was accepted", () => {
  test("is kept word for word with its hash, which the page gets and the email does not show", async ({
    db,
  }) => {
    await aQuote(db, { notes: "The piano is tuned on the day." });
    await acceptQuote(db, anAcceptance({ wantsRehearsal: true }), NOW);
    const [event] = await db.select().from(quoteEvents);
    const { snapshot, sha256 } = event!.data as { snapshot: string; sha256: string };
    expect(isUnaltered(event!.data)).toBe(true);
    expect(JSON.parse(snapshot)).toMatchObject({
      type: "Live Piano Services Quote",
      version: 1,
      facts: [
        ["Prepared for", "Ada Client"],
        ["Prepared by", "Imogen Hale"],
        ["Date", "Saturday, 20 June 2026"],
        ["Time", "6:00–9:00pm"],
        ["Place", "Kew"],
      ],
      lines: [
        ["Live piano, 6:00–9:00pm", 120000],
        ["Pre-event 2-hour rehearsal", 70000],
      ],
      sums: [
        ["Total", 190000],
        ["50% deposit, which secures the booking", 95000],
        ["Balance, due by Saturday, 13 June 2026 (7 days before the event)", 95000],
      ],
      notes: "The piano is tuned on the day.",
      sentence: "I accept this quote, its total of A$1,900.00 and its terms of payment.",
      acceptedBy: { clientName: "Ada Client", clientEmail: "ada@client.example" },
      acceptedAt: NOW.toISOString(),
    });
    expect((await getPublicQuote(db, "a-slug", NOW))?.recordHash).toBe(sha256);
    const [receipt] = await db.select().from(emails).where(eq(emails.kind, "acceptance-receipt"));
    expect(receipt?.text).not.toContain(sha256);
    expect(receipt?.text).toContain("The piano is tuned on the day.");
  });

  test("is found out when somebody changes a byte of it behind the trigger's back", async ({
    db,
  }) => {
    await aQuote(db);
    await acceptQuote(db, anAcceptance(), NOW);
    await db.execute(sql`alter table quote_events disable trigger quote_events_only_grow`);
    await db.execute(
      sql`update quote_events set data = jsonb_set(data, '{snapshot}', to_jsonb(replace(data->>'snapshot', '120000', '120001')))`,
    );
    await db.execute(sql`alter table quote_events enable trigger quote_events_only_grow`);
    expect(isUnaltered((await db.select().from(quoteEvents))[0]!.data)).toBe(false);
  });
});

describe("a '{name} Quote'", () => {
  const musical = { invoiceType: "Spring Musical Quote", totalAmount: "400.00" };

  test("has its own figures and words in the letters and copies its rates into the record", async ({
    db,
  }) => {
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
    const [quote] = await db.select().from(invoices);
    expect(quote?.details).toEqual({
      rates: {
        hourlyRate: "100.00",
        hours: 3,
        preparation: "100.00",
        rehearsals: { 15: "30.00", 30: "50.00", 45: "75.00" },
      },
    });
  });

  test("is accepted under the name of its type only", async ({ db }) => {
    await aQuote(db, musical);
    expect(
      await acceptQuote(db, anAcceptance({ calledAs: "submit-winter-musical-quote" }), NOW),
    ).toEqual({ ok: false, reason: "not-found" });
    expect(await kindsOf(db)).toEqual([]);
  });

  test("writes down each figure from outside that is not its own", async ({ db }) => {
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

  test("of a type nobody knows shows and costs what its record says", async ({ db }) => {
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

describe("a quote that cannot be accepted", () => {
  test("after its last Melbourne second: not at 23:59:59, but at 00:00:00", async ({ db }) => {
    await aQuote(db, { validUntil: "2026-10-03" });
    const midnight = new Date("2026-10-03T14:00:00Z");
    expect(await acceptQuote(db, anAcceptance(), midnight)).toMatchObject({
      ok: false,
      reason: "expired",
    });
    expect(await getPublicQuote(db, "a-slug", midnight)).toMatchObject({ state: "expired" });
    expect(
      await acceptQuote(db, anAcceptance(), new Date(midnight.getTime() - 1000)),
    ).toMatchObject({ ok: true });
  });

  test("because it says something else by now: whoever names no version has seen the first", async ({
    db,
  }) => {
    await aQuote(db, { version: 2 });
    expect(await acceptQuote(db, anAcceptance(), NOW)).toMatchObject({
      ok: false,
      reason: "stale",
      quote: { version: 2 },
    });
    expect(await acceptQuote(db, anAcceptance({ version: Number.NaN }), NOW)).toMatchObject({
      ok: false,
      reason: "stale",
    });
    expect(await kindsOf(db)).toEqual([]);
    expect(await acceptQuote(db, anAcceptance({ version: 2 }), NOW)).toMatchObject({ ok: true });
  });

  test.for(["withdrawn", "declined"] as const)("because it was %s", async (closedAs, { db }) => {
    await aQuote(db, { rejectedAt: NOW, closedAs });
    expect(await acceptQuote(db, anAcceptance(), NOW)).toMatchObject({
      ok: false,
      reason: closedAs,
    });
    expect(await db.select().from(emails)).toHaveLength(0);
  });

  test("an add-on that is not offered is not taken", async ({ db }) => {
    await aQuote(db, { details: { offered_add_ons: { extraHour: false } } });
    expect(
      await acceptQuote(db, anAcceptance({ wantsExtraHour: true, wantsRehearsal: true }), NOW),
    ).toMatchObject({ ok: true, quote: { totalAmount: "1900.00" } });
  });
});

describe("declining", () => {
  test("is recorded with its reason, and the owner is told once", async ({ db }) => {
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
    expect(notice?.text).toContain("We found <somebody> nearer.");
    expect(notice?.html).not.toContain("<somebody>");
  });

  test("is refused once it is accepted, expired or another version", async ({ db }) => {
    const { id } = await aQuote(db, { validUntil: "2026-03-09" });
    expect(await decline(db)).toMatchObject({ ok: false, reason: "expired" });
    await db.update(invoices).set({ validUntil: null, version: 2 }).where(eq(invoices.id, id));
    expect(await decline(db)).toMatchObject({ ok: false, reason: "stale" });
    await db.update(invoices).set({ acceptedAt: NOW }).where(eq(invoices.id, id));
    expect(await decline(db, { version: 2 })).toMatchObject({ ok: false, reason: "accepted" });
    expect(await kindsOf(db)).toEqual([]);
  });

  test("races an acceptance: exactly one is recorded", async ({ db }) => {
    await aQuote(db);
    const [accepted, declined] = await Promise.all([
      acceptQuote(db, anAcceptance(), NOW),
      decline(db),
    ]);
    expect([accepted.ok, declined.ok].filter(Boolean)).toHaveLength(1);
    expect(await kindsOf(db)).toHaveLength(1);
  });
});

test("views are counted while the quote is open, and the first is an event", async ({ db }) => {
  await aQuote(db);
  await recordView(db, "a-slug", NOW);
  await recordView(db, "a-slug", new Date());
  expect(await db.select().from(invoices)).toMatchObject([{ views: 2, viewedAt: NOW }]);
  await acceptQuote(db, anAcceptance(), NOW);
  await recordView(db, "a-slug");
  expect(await db.select().from(invoices)).toMatchObject([{ views: 2 }]);
  expect(await kindsOf(db)).toEqual(["viewed", "accepted"]);
});

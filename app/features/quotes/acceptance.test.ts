import { describe, expect } from "vitest";
import { emails, quotes, quoteEvents } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import {
  anAcceptance,
  aQuote,
  NOW,
  owner,
  clientInfo,
  refusedAs,
} from "#tests/support/factories.ts";
import { eventKinds } from "#tests/support/quotes.ts";
import { acceptQuote, findAcceptance } from "./acceptance.server.ts";
import { acceptOnBehalf, findDecline, rejectQuote } from "./decisions.server.ts";
import { getPublicQuote } from "./queries.server.ts";

describe("accepting a quote", () => {
  dbTest("records the add-ons and one event, and emails both sides once", async ({ db }) => {
    await aQuote(db);
    const outcome = await acceptQuote(
      db,
      anAcceptance({ wantsExtraHour: true, wantsRehearsal: true }),
      NOW,
    );
    expect(outcome).toMatchObject({
      ok: true,
      quote: { totalAmount: "2250.00", acceptedAt: NOW, rejectedAt: null },
    });
    const [quote] = await db.select().from(quotes);
    expect(quote?.details).toMatchObject({
      selected_add_ons: { extraHour: true, rehearsal: true },
      rates: { base: "1200.00", extraHour: "350.00", rehearsal: "700.00" },
    });
    const events = await db.select().from(quoteEvents);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      kind: "accepted",
      actor: "client",
      at: NOW,
      data: { total: 225000, deposit: 112500, address: "192.0.2.1" },
    });
    expect(
      await db
        .select({ kind: emails.kind, recipient: emails.recipient })
        .from(emails)
        .orderBy(emails.kind),
    ).toEqual([
      { kind: "acceptance-notice", recipient: expect.any(String) },
      { kind: "acceptance-receipt", recipient: "ada@client.example" },
    ]);
  });

  dbTest(
    "takes the price from the record; another total in the request is only recorded",
    async ({ db }) => {
      await aQuote(db);
      await acceptQuote(db, anAcceptance({ totalAmount: 1 }), NOW);
      expect(await db.select({ total: quotes.totalAmount }).from(quotes)).toEqual([
        { total: "1200.00" },
      ]);
      expect((await db.select().from(quoteEvents))[0]?.data).toMatchObject({ claimedTotal: "1" });
    },
  );

  dbTest("records no other total when the request's is right", async ({ db }) => {
    await aQuote(db, { totalAmount: "1219.99" });
    await acceptQuote(db, anAcceptance({ totalAmount: "1219.99" }), NOW);
    expect((await db.select().from(quoteEvents))[0]?.data).not.toHaveProperty("claimedTotal");
  });

  dbTest(
    "a second time changes nothing, sends no email and gets the same answer",
    async ({ db }) => {
      await aQuote(db);
      await acceptQuote(db, anAcceptance(), NOW);
      const again = await acceptQuote(
        db,
        anAcceptance({ clientName: "A. Client", clientEmail: "ADA@client.example" }),
        new Date(),
      );
      expect(again).toMatchObject({ ok: true, already: true, quote: { acceptedAt: NOW } });
      expect(await db.select().from(emails)).toHaveLength(2);
      expect(await db.select().from(quoteEvents)).toHaveLength(1);
    },
  );

  dbTest.for([
    ["other add-ons", { wantsExtraHour: true }],
    ["another version", { version: 2 }],
    ["another email address", { clientEmail: "eve@client.example" }],
  ] as const)("again with %s is refused", async ([, other], { db }) => {
    await aQuote(db);
    await acceptQuote(db, anAcceptance(), NOW);
    expect(await acceptQuote(db, anAcceptance(other), NOW)).toMatchObject({
      ok: false,
      reason: "accepted",
      quote: { totalAmount: "1200.00" },
    });
    expect(await db.select().from(quoteEvents)).toHaveLength(1);
    expect(await db.select().from(emails)).toHaveLength(2);
  });

  dbTest.for(["the owner", "another program"])(
    "again after %s accepted for the client: succeeds for the client, fails for others",
    async (by, { db }) => {
      const { id } = await aQuote(db, by === "the owner" ? {} : { acceptedAt: NOW });
      if (by === "the owner") await acceptOnBehalf(db, owner, id, NOW);
      expect(await acceptQuote(db, anAcceptance(), NOW)).toMatchObject({ ok: true, already: true });
      expect(
        await acceptQuote(db, anAcceptance({ clientEmail: "eve@client.example" }), NOW),
      ).toMatchObject({ ok: false, reason: "accepted" });
    },
  );

  dbTest.for(["", "N/A"])(
    "sends no copy when the quote names %j as its client's email",
    async (clientEmail, { db }) => {
      await aQuote(db, { clientEmail });
      await acceptQuote(db, anAcceptance(), NOW);
      const sent = await db.select({ kind: emails.kind }).from(emails).orderBy(emails.kind);
      expect(sent).toEqual([{ kind: "acceptance-notice" }, { kind: "acceptance-receipt" }]);
    },
  );

  dbTest(
    "with another email than the client's also tells the client who accepted",
    async ({ db }) => {
      await aQuote(db);
      await acceptQuote(
        db,
        anAcceptance({ clientName: "Eve", clientEmail: "eve@client.example" }),
        NOW,
      );
      const sent = await db.select().from(emails).orderBy(emails.kind);
      expect(sent.map(({ kind, recipient }) => [kind, recipient])).toEqual([
        ["acceptance-copy", "ada@client.example"],
        ["acceptance-notice", expect.any(String)],
        ["acceptance-receipt", "eve@client.example"],
      ]);
      const [copy, , receipt] = sent;
      expect([copy?.subject, receipt?.subject]).toEqual([
        "Your quote has been accepted: Garden party",
        "Your booking confirmation: Garden party",
      ]);
      expect(copy?.text).toContain("Eve (eve@client.example) has accepted your quote.");
      expect(copy?.text).toContain("A$1,200.00");
    },
  );
});

describe("a quote that cannot be accepted", () => {
  dbTest("from 00:00:00 in Melbourne after its last day, but not at 23:59:59", async ({ db }) => {
    await aQuote(db, { validUntil: "2026-10-03" });
    const midnight = new Date("2026-10-03T14:00:00Z");
    expect(await acceptQuote(db, anAcceptance(), midnight)).toMatchObject(refusedAs("expired"));
    expect(await getPublicQuote(db, "a-slug", midnight)).toMatchObject({ state: "expired" });
    expect(
      await acceptQuote(db, anAcceptance(), new Date(midnight.getTime() - 1000)),
    ).toMatchObject({ ok: true });
  });

  dbTest(
    "because it has a newer version; a request without a version means the first",
    async ({ db }) => {
      await aQuote(db, { version: 2 });
      expect(await acceptQuote(db, anAcceptance(), NOW)).toMatchObject({
        ok: false,
        reason: "stale",
        quote: { version: 2 },
      });
      expect(await acceptQuote(db, anAcceptance({ version: Number.NaN }), NOW)).toMatchObject(
        refusedAs("stale"),
      );
      expect(await eventKinds(db)).toEqual([]);
      expect(await acceptQuote(db, anAcceptance({ version: 2 }), NOW)).toMatchObject({ ok: true });
    },
  );

  dbTest.for(["withdrawn", "declined"] as const)("because it was %s", async (closedAs, { db }) => {
    await aQuote(db, { rejectedAt: NOW, closedAs });
    expect(await acceptQuote(db, anAcceptance(), NOW)).toMatchObject({
      ok: false,
      reason: closedAs,
    });
    expect(await db.select().from(emails)).toHaveLength(0);
  });

  dbTest("an add-on that is not offered is not added", async ({ db }) => {
    await aQuote(db, { details: { offered_add_ons: { extraHour: false } } });
    expect(
      await acceptQuote(db, anAcceptance({ wantsExtraHour: true, wantsRehearsal: true }), NOW),
    ).toMatchObject({ ok: true, quote: { totalAmount: "1900.00" } });
  });
});

const declining = { slug: "a-slug", version: 1, reason: "", client: clientInfo };

describe("after the answer to an acceptance was lost", () => {
  dbTest("nothing is found, and nothing recorded, when it never arrived", async ({ db }) => {
    await aQuote(db);
    expect(await findAcceptance(db, anAcceptance(), NOW)).toBeNull();
    expect(await db.select().from(quoteEvents)).toEqual([]);
  });

  dbTest("another client or another selection is not taken for it", async ({ db }) => {
    await aQuote(db);
    await acceptQuote(db, anAcceptance(), NOW);
    for (const other of [{ clientEmail: "b@client.example" }, { wantsRehearsal: true }])
      expect(await findAcceptance(db, anAcceptance(other), NOW)).toMatchObject(
        refusedAs("accepted"),
      );
  });

  dbTest("a quote that is no longer open says why", async ({ db }) => {
    const { id } = await aQuote(db);
    await rejectQuote(db, owner, id, NOW);
    expect(await findAcceptance(db, anAcceptance(), NOW)).toMatchObject({ reason: "rejected" });
    const other = anAcceptance({ slug: "no-slug" });
    expect(await findAcceptance(db, other, NOW)).toEqual({ ok: false, reason: "not-found" });
  });
});

describe("after the answer to a decline was lost", () => {
  dbTest("a quote that was accepted says so", async ({ db }) => {
    await aQuote(db);
    await acceptQuote(db, anAcceptance(), NOW);
    expect(await findDecline(db, declining, NOW)).toMatchObject({ reason: "accepted" });
  });
});

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

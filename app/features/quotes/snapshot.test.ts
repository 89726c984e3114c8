import fc from "fast-check";
import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { quoteEvents } from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { anAcceptance, aQuote, NOW, owner } from "#tests/support/factories.ts";
import { emailsOfKind } from "#tests/support/emails-of-kind.ts";
import { acceptQuote } from "./acceptance.server.ts";
import { acceptOnBehalf } from "./decisions.server.ts";
import { getPublicQuote } from "./queries.server.ts";
import { canonicalJson, isUnaltered, takeSnapshot } from "./guard.server.ts";

dbTest("equal values have equal text, whatever the order of keys", () => {
  expect(canonicalJson({ b: [{ y: 1, x: "ü" }], a: null })).toBe(
    '{"a":null,"b":[{"x":"ü","y":1}]}',
  );
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      expect(canonicalJson(Object.fromEntries(Object.entries(value).toReversed()))).toBe(
        canonicalJson(value),
      );
    }),
  );
});

dbTest("any changed byte is detected, and so is a missing snapshot", () => {
  const record = takeSnapshot({ total: 120000, sentence: "I accept this quote – “all” of it." });
  expect(isUnaltered(record)).toBe(true);
  for (let at = 0; at < record.snapshot.length; at++) {
    const snapshot =
      record.snapshot.slice(0, at) +
      String.fromCharCode(record.snapshot.charCodeAt(at) ^ 1) +
      record.snapshot.slice(at + 1);
    expect(isUnaltered({ ...record, snapshot }), `byte ${at}`).toBe(false);
  }
  expect(isUnaltered({ ...record, snapshot: `${record.snapshot} ` })).toBe(false);
  expect(isUnaltered({ sha256: record.sha256 })).toBe(false);
});

describe("what was accepted", () => {
  dbTest(
    "is stored word for word with its hash, which the page shows and the email does not",
    async ({ db }) => {
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
          ["Time", "6:00–9:00 pm"],
          ["Place", "Kew"],
        ],
        lines: [
          ["Live piano, 6:00–9:00 pm", 120000],
          ["Pre-event 2-hour rehearsal", 70000],
        ],
        sums: [
          ["Total", 190000],
          ["50% deposit, which secures the booking", 95000],
          ["Balance, due by Saturday, 13 June 2026 (7 days before the event)", 95000],
        ],
        notes: "The piano is tuned on the day.",
        sentence: "I accept this quote for A$1,900.00 and the payment terms above.",
        acceptedBy: { clientName: "Ada Client", clientEmail: "ada@client.example" },
        acceptedAt: NOW.toISOString(),
      });
      expect((await getPublicQuote(db, "a-slug", NOW))?.recordHash).toBe(sha256);
      const [receipt] = await emailsOfKind(db, "acceptance-receipt");
      expect(receipt?.text).not.toContain(sha256);
      expect(receipt?.text).toContain("The piano is tuned on the day.");
    },
  );

  onBoth("a record changed despite the trigger is reported as altered", async ({ db }) => {
    await aQuote(db);
    await acceptQuote(db, anAcceptance(), NOW);
    await db.execute(sql`alter table quote_events disable trigger quote_events_only_grow`);
    await db.execute(
      sql`update quote_events set data = jsonb_set(data, '{snapshot}',
        to_jsonb(replace(data->>'snapshot', '120000', '120001')))`,
    );
    await db.execute(sql`alter table quote_events enable trigger quote_events_only_grow`);
    expect(isUnaltered((await db.select().from(quoteEvents))[0]!.data)).toBe(false);
  });
});

describe("the database", () => {
  onBoth(
    "refuses a quote that is both accepted and rejected, a negative amount, and a slug twice",
    async ({ db }) => {
      await expect(aQuote(db, { acceptedAt: NOW, rejectedAt: NOW })).rejects.toMatchObject({
        cause: { code: "23514" },
      });
      await expect(aQuote(db, { totalAmount: "-1.00" })).rejects.toMatchObject({
        cause: { code: "23514" },
      });
      await aQuote(db);
      await expect(aQuote(db)).rejects.toMatchObject({ cause: { code: "23505" } });
    },
  );

  onBoth("never changes or deletes an event", async ({ db }) => {
    const { id } = await aQuote(db);
    await acceptOnBehalf(db, owner, id, NOW);
    await expect(db.update(quoteEvents).set({ actor: "somebody else" })).rejects.toThrow();
    await expect(db.delete(quoteEvents)).rejects.toThrow();
  });
});

import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { quotes } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { aQuote, NOW, owner } from "#tests/support/factories.ts";
import { listedQuotes } from "#tests/support/quotes.ts";
import { countQuotes, type QuoteList } from "./queries.server.ts";
import { toListedQuote } from "#app/routes/admin/quote-lists.ts";

// Half past midnight in Melbourne on 1 April; in UTC it is still 31 March.
const AFTER_MIDNIGHT = new Date("2026-03-31T13:30:00Z");

let slugs = 0;
const aNamed = (db: Db, clientName: string, given: Partial<typeof quotes.$inferInsert> = {}) =>
  aQuote(db, { clientName, slug: `list-${++slugs}`, eventDate: null, ...given });

async function names(db: Db, list: QuoteList, now = NOW) {
  return (await listedQuotes(db, list, now)).map(({ clientName }) => clientName);
}

describe("a quote that has expired", () => {
  dbTest(
    "is on its own tab from midnight in Melbourne, no longer among the pending",
    async ({ db }) => {
      await aNamed(db, "last day", { validUntil: "2026-04-01" });
      await aNamed(db, "day before", { validUntil: "2026-03-31" });
      await aNamed(db, "no end");
      await aNamed(db, "rejected", { validUntil: "2026-03-31", rejectedAt: NOW });
      expect(await names(db, "pending", AFTER_MIDNIGHT)).toEqual(["last day", "no end"]);
      expect(await names(db, "expired", AFTER_MIDNIGHT)).toEqual(["day before"]);
    },
  );

  dbTest("is counted where it is listed", async ({ db }) => {
    await aNamed(db, "last day", { validUntil: "2026-04-01" });
    await aNamed(db, "day before", { validUntil: "2026-03-31" });
    await aNamed(db, "draft", { draft: true, slug: null });
    await aNamed(db, "rejected", { rejectedAt: NOW });
    const counts = await countQuotes(db, owner, AFTER_MIDNIGHT);
    const one = { pending: 1, expired: 1, drafts: 1, rejected: 1 };
    expect(counts).toEqual({ accepted: 0, ...one, all: 4 });
  });
});

describe("quotes are listed", () => {
  dbTest("pending ones by the next day that matters, then those without one", async ({ db }) => {
    await aNamed(db, "event of the past", { eventDate: "2026-01-01" });
    await aNamed(db, "valid until May", { validUntil: "2026-05-01", eventDate: "2026-09-01" });
    await aNamed(db, "event in April", { eventDate: "2026-04-10", validUntil: "2026-06-01" });
    await aNamed(db, "valid until March", { validUntil: "2026-03-20" });
    expect(await names(db, "pending")).toEqual([
      "valid until March",
      "event in April",
      "valid until May",
      "event of the past",
    ]);
  });

  dbTest("drafts by their last change", async ({ db }) => {
    const draft = { draft: true, slug: null };
    const [january, february] = [new Date("2026-01-01"), new Date("2026-02-01")];
    await aNamed(db, "untouched", { ...draft, createdAt: february, updatedAt: null });
    await aNamed(db, "edited", { ...draft, createdAt: january, updatedAt: NOW });
    await aNamed(db, "older", { ...draft, createdAt: january, updatedAt: january });
    expect(await names(db, "drafts")).toEqual(["edited", "untouched", "older"]);
  });

  dbTest("accepted ones with the newest first", async ({ db }) => {
    for (const [name, at] of [
      ["in March", "2026-03-09"],
      ["in April", "2026-04-01"],
      ["in February", "2026-02-20"],
    ] as const)
      await aNamed(db, name, { acceptedAt: new Date(at) });
    expect(await names(db, "accepted", AFTER_MIDNIGHT)).toEqual([
      "in April",
      "in March",
      "in February",
    ]);
  });

  dbTest("rejected ones by when they were closed", async ({ db }) => {
    await aNamed(db, "first", { rejectedAt: new Date("2026-01-01"), createdAt: NOW });
    await aNamed(db, "last", { rejectedAt: new Date("2026-02-01") });
    expect(await names(db, "rejected")).toEqual(["last", "first"]);
  });

  dbTest("all of them by their newest activity", async ({ db }) => {
    const createdAt = new Date("2026-01-01");
    const on = (day: number) => new Date(Date.UTC(2026, 1, day));
    await aNamed(db, "created", { createdAt: on(1) });
    await aNamed(db, "accepted", { createdAt, acceptedAt: on(5) });
    await aNamed(db, "opened", { createdAt, sentAt: on(2), viewedAt: on(4) });
    await aNamed(db, "closed", { createdAt, rejectedAt: on(3) });
    const listed = await listedQuotes(db, "all", NOW);
    expect(listed.map(({ clientName }) => clientName)).toEqual([
      "accepted",
      "opened",
      "closed",
      "created",
    ]);
    expect(listed.map((quote) => toListedQuote(quote, "all", NOW).date)).toEqual(
      [5, 4, 3, 1].map(on),
    );
  });

  dbTest("by the amount that their rows show", async ({ db }) => {
    const ended = { rejectedAt: NOW, closedAs: "cancelled" } as const;
    await aNamed(db, "kept", { ...ended, totalAmount: "1200.00", keptAmount: "600.00" });
    await aNamed(db, "small", { acceptedAt: NOW, totalAmount: "500.00" });
    await aNamed(db, "large", { acceptedAt: NOW, totalAmount: "900.00" });
    const shown = async (list: QuoteList, sort: string) =>
      (await listedQuotes(db, list, NOW, sort)).map(
        (quote) => toListedQuote(quote, list, NOW).total,
      );
    for (const list of ["accepted", "all"] as const) {
      expect(await shown(list, "amount")).toEqual([500_00, 600_00, 900_00]);
      expect(await shown(list, "-amount")).toEqual([900_00, 600_00, 500_00]);
    }
  });

  dbTest("those without the date last, whichever way it is sorted", async ({ db }) => {
    await aNamed(db, "none");
    await aNamed(db, "March", { validUntil: "2026-03-20" });
    await aNamed(db, "May", { validUntil: "2026-05-20" });
    const sorted = async (sort: string) =>
      (await listedQuotes(db, "pending", NOW, sort)).map(({ clientName }) => clientName);
    expect(await sorted("due")).toEqual(["March", "May", "none"]);
    expect(await sorted("-due")).toEqual(["May", "March", "none"]);
  });

  dbTest("with the date of their list, and their state", async ({ db }) => {
    const quote = await aNamed(db, "Ada", { validUntil: "2026-03-09", rejectedAt: null });
    expect(toListedQuote(quote, "expired", NOW)).toMatchObject({
      date: "2026-03-09",
      state: "expired",
      total: 1200_00,
    });
  });
});

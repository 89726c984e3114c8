import { describe, expect } from "vitest";
import { quoteEvents } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { anAcceptance, aQuote, clientInfo, NOW, owner } from "#tests/support/factories.ts";
import { acceptQuote, findAcceptance } from "./acceptance.server.ts";
import { findDecline, rejectQuote } from "./decisions.server.ts";

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
      expect(await findAcceptance(db, anAcceptance(other), NOW)).toMatchObject({
        ok: false,
        reason: "accepted",
      });
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

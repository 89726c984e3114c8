import { describe, expect } from "vitest";
import { acceptQuote } from "#app/features/quotes/acceptance.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { quotes, emails, quoteEvents } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { anAcceptance, anEmail, aQuote, NOW, owner } from "#tests/support/factories.ts";
import { erasePerson } from "./commands.server.ts";
import { exportPerson } from "./queries.server.ts";

const partner = { address: "partner@client.example" };
const nowhere = { deleteMailchimpMember: () => Promise.resolve() };
const erase = (db: Db, now = NOW) =>
  erasePerson(db, owner, partner, nowhere, now, { DATA_DIR: "/nowhere" });

describe("a person who accepted another client's quote", () => {
  dbTest(
    "is included in erasure and export; the quote and its page stay the client's",
    async ({ db }) => {
      const { id } = await aQuote(db, {});
      await acceptQuote(db, anAcceptance({ clientEmail: "Partner@client.example" }), NOW);
      expect((await exportPerson(db, owner, partner, NOW)).quotes).toMatchObject([{ id }]);
      expect(await erase(db)).toMatchObject({
        erased: { quote: 0, email: 0 },
        keptQuotes: 1,
      });
      expect(await db.select().from(quotes)).toMatchObject([{ id, slug: "a-slug" }]);
    },
  );

  dbTest(
    "is removed from the record once the law allows it, and nobody else's data is",
    async ({ db }) => {
      const { id } = await aQuote(db, {});
      await acceptQuote(
        db,
        anAcceptance({ clientName: "Pat Partner", clientEmail: partner.address }),
        NOW,
      );
      await anEmail(db, { kind: "composed", quoteId: id });
      const later = new Date("2036-01-01T00:00:00Z");
      const { erased, keptQuotes } = await erase(db, later);
      expect([erased, keptQuotes]).toMatchObject([{ quote: 0, acceptance: 1, email: 3 }, 0]);
      expect(await db.select().from(quotes)).toMatchObject([
        { id, slug: "a-slug", clientEmail: "ada@client.example" },
      ]);
      expect((await db.select().from(emails)).map(({ recipient }) => recipient)).toEqual([
        "ada@client.example",
      ]);
      expect(JSON.stringify(await db.select().from(quoteEvents))).not.toMatch(
        /partner|pat|192\.0\.2/i,
      );
    },
  );
});

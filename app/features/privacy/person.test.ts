import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, describe, expect } from "vitest";
import { acceptQuote } from "#app/features/quotes/acceptance.server.ts";
import {
  auditEntries,
  quotes,
  emails,
  quoteEvents,
  submissions,
} from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { anAcceptance, aQuote, NOW, owner, aBooking, anEmail } from "#tests/support/factories.ts";
import {
  adasBookingEdit,
  adasEmail,
  createAdasRecords,
  privacyDataDir,
  privacySettings,
  eraseAda,
  wholeDatabase,
  yearsLater,
} from "#tests/support/privacy.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { erasePerson } from "./commands.server.ts";
import { exportPerson } from "./queries.server.ts";

afterAll(() => rmSync(privacyDataDir, { recursive: true, force: true }));

describe("erasing a person", () => {
  dbTest(
    "leaves only the accepted quote and its record, without its public page",
    async ({ db }) => {
      const { id } = await createAdasRecords(db);
      expect(readdirSync(join(privacyDataDir, "mail"))).toHaveLength(5);
      const outcome = await eraseAda(db);
      expect(outcome).toEqual({
        erased: {
          message: 1,
          "AMEB booking": 1,
          quote: 1,
          invoice: 0,
          acceptance: 0,
          subscription: 1,
          appointment: 1,
          note: 1,
          email: 3,
          "activity record": 4,
          account: 0,
        },
        keptQuotes: 1,
        keptInvoices: 0,
      });
      expect(await db.select().from(quotes)).toMatchObject([
        { id, slug: null, totalAmount: "1200.00", clientEmail: adasEmail },
      ]);
      expect(await db.select().from(quoteEvents)).toMatchObject([
        { kind: "accepted", quoteId: id },
      ]);
      expect((await db.select().from(emails)).map(({ kind }) => kind).sort()).toEqual([
        "acceptance-notice",
        "acceptance-receipt",
      ]);
      expect(readdirSync(join(privacyDataDir, "mail"))).toHaveLength(2);
      expect(await db.select().from(submissions)).toEqual([]);
      await db.execute(sql`truncate invoices, letters, quote_events cascade`);
      const left = await wholeDatabase(db);
      expect(left.match(/ada@client.example|Ada Client/gi)).toBeNull();
      for (const entered of Object.values(adasBookingEdit).filter((text) => text.length > 8))
        expect(left).not.toContain(entered);
      expect(
        (await db.select().from(auditEntries)).map(({ action, label }) => [action, label]),
      ).toEqual(
        expect.arrayContaining([
          [
            "erased",
            "of one person: 1 message, 1 AMEB booking, 1 quote, 1 subscription, 1 appointment, " +
              "1 note, 3 emails, 4 activity records",
          ],
          ["deleted", "(erased)"],
          ["wrote", "(erased)"],
        ]),
      );
    },
  );

  dbTest("deletes an accepted quote too after five years", async ({ db }) => {
    await aQuote(db, {});
    await acceptQuote(db, anAcceptance(), NOW);
    expect(await eraseAda(db, adasEmail, yearsLater(5))).toMatchObject({ keptQuotes: 1 });
    expect(await eraseAda(db, adasEmail, yearsLater(6))).toMatchObject({
      erased: { quote: 1, email: 2 },
      keptQuotes: 0,
    });
    expect(await db.select().from(quoteEvents)).toEqual([]);
  });

  dbTest(
    "queues the deletion at Mailchimp in the same transaction, and changes nothing when that fails",
    async ({ db }) => {
      await createAdasRecords(db);
      const before = await wholeDatabase(db);
      await expect(
        erasePerson(
          db,
          owner,
          { address: adasEmail },
          { deleteMailchimpMember: () => Promise.reject(new Error("The queue is full.")) },
          NOW,
          privacySettings,
        ),
      ).rejects.toThrow("The queue is full.");
      expect(await wholeDatabase(db)).toBe(before);
    },
  );

  dbTest("is the only way to delete records", async ({ db }) => {
    await createAdasRecords(db);
    for (const table of ["activity", "quote_events", "subscriber_events"]) {
      for (const entry of ["", "0", String((await db.select().from(auditEntries))[0]!.id)]) {
        const attempt = db.transaction(async (tx) => {
          await tx.execute(sql`select set_config('privacy.entry', ${entry}, true)`);
          await tx.execute(sql`delete from ${sql.identifier(table)}`);
        });
        await expect(attempt).rejects.toMatchObject({
          cause: { message: `${table} rows are never changed or deleted` },
        });
      }
    }
    await eraseAda(db);
    await expect(db.delete(quoteEvents)).rejects.toThrow();
  });
});

afterAll(() => rmSync(privacyDataDir, { recursive: true, force: true }));

describe("an export", () => {
  dbTest(
    "has everything about an email, in any case, and nothing about other people",
    async ({ db }) => {
      await createAdasRecords(db);
      await aBooking(db, { contactEmail: "bada@client.example", studentParentName: "Bada" });
      const exported = await exportPerson(db, owner, { address: adasEmail }, NOW);
      expect(exported).toMatchObject({
        messages: [{ message: "Could you play for us?" }],
        bookings: [
          {
            ...adasBookingEdit,
            rehearsalTime: "16:30:00",
            rehearsalMinutes: 45,
            updatedAt: NOW,
            deletedAt: NOW,
          },
        ],
        diary: [
          { kind: "appointment", note: "My voice is low in the mornings." },
          { kind: "event", title: "Garden party" },
        ],
        newsletter: [{ email: adasEmail }],
        newsletterEvents: [{ kind: "asked" }],
        notes: [{ phone: "0412 345 678", notes: "Plays the viola." }],
      });
      expect(exported.quotes.map(({ slug }) => slug).sort()).toEqual(["accepted", "pending"]);
      expect(exported.quoteEvents.map(({ kind }) => kind)).toEqual(["accepted"]);
      expect(exported.emails.map(({ kind }) => kind).sort()).toEqual([
        "acceptance-notice",
        "acceptance-receipt",
        "contact-acknowledgement",
        "contact-message",
        "newsletter-welcome",
      ]);
      expect(exported.changes.map(({ action }) => action)).toEqual([
        "added",
        "changed",
        "deleted",
        "wrote",
      ]);
      expect(exported.changes[1]).toMatchObject({ after: adasBookingEdit });
      expect(JSON.stringify(exported)).not.toContain("Bada");
      expect((await db.select().from(auditEntries).orderBy(auditEntries.id)).at(-1)).toMatchObject({
        action: "exported",
        label: `of ${adasEmail}`,
      });
    },
  );

  dbTest(
    "has a quote that the person accepted with another email than the client's",
    async ({ db }) => {
      await aQuote(db, {});
      await acceptQuote(db, anAcceptance({ clientEmail: "partner@client.example" }), NOW);
      expect(
        (await exportPerson(db, owner, { address: "partner@client.example" }, NOW)).quotes,
      ).toHaveLength(1);
    },
  );
});

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
      expect(await erase(db)).toMatchObject({ erased: { quote: 0, email: 0 }, keptQuotes: 1 });
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

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
import { anAcceptance, aQuote, NOW, owner } from "#tests/support/factories.ts";
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
import { erasePerson } from "./commands.server.ts";

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

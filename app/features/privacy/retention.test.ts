import { existsSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, describe, expect } from "vitest";
import {
  auditEntries,
  amebBookings,
  contactMessages,
  quotes,
  emails,
  subscribers,
  clientNotes,
} from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { aBooking, aMessage, aQuote, NOW } from "#tests/support/factories.ts";
import { createAdasRecords, privacyDataDir, yearsLater } from "#tests/support/privacy.ts";
import { deleteExpiredFiles, eraseExpiredRecords } from "./retention.server.ts";

afterAll(() => rmSync(privacyDataDir, { recursive: true, force: true }));

describe("expired records", () => {
  dbTest("are erased by kind, and counted in the activity log", async ({ db }) => {
    await createAdasRecords(db);
    await db.insert(contactMessages).values([
      {
        name: "Spam",
        email: "spam@x.example",
        message: "Buy this now",
        spamReason: "trap",
        createdAt: NOW,
      },
      { name: "Enquirer", email: "e@x.example", message: "A quote came of it", createdAt: NOW },
    ]);
    const isEnquirer = sql`name = 'Enquirer'`;
    const [enquiry] = await db.select().from(contactMessages).where(isEnquirer);
    await aQuote(db, {
      slug: "of-enquiry",
      clientEmail: "e@x.example",
      enquiryId: enquiry!.id,
      acceptedAt: NOW,
    });
    await db.execute(sql`update subscribers set state = 'unsubscribed'`);

    expect(await eraseExpiredRecords(db, new Date(NOW.getTime() + 89 * 86_400_000))).toMatchObject({
      message: 0,
    });
    expect(
      await db
        .select()
        .from(auditEntries)
        .where(sql`action = 'erased'`),
    ).toEqual([]);
    expect(await eraseExpiredRecords(db, new Date(NOW.getTime() + 91 * 86_400_000))).toEqual({
      message: 1,
      "AMEB booking": 0,
      quote: 0,
      invoice: 0,
      "bank line": 0,
      subscription: 0,
      appointment: 0,
      note: 0,
      email: 0,
      "activity record": 0,
    });
    // What lies in the past of today's database clock was written by the factories just now.
    const later = new Date(Math.max(yearsLater(2).getTime(), Date.now() + 2 * 366 * 86_400_000));
    expect(await eraseExpiredRecords(db, later)).toEqual({
      message: 1,
      "AMEB booking": 1,
      quote: 1,
      invoice: 0,
      "bank line": 0,
      subscription: 1,
      appointment: 1,
      note: 0,
      email: 3,
      "activity record": 5,
    });
    expect((await db.select().from(contactMessages)).map(({ name }) => name)).toEqual(["Enquirer"]);
    expect((await db.select().from(emails)).map(({ kind }) => kind).sort()).toEqual([
      "acceptance-notice",
      "acceptance-receipt",
    ]);
    expect([
      await db.$count(quotes),
      await db.$count(amebBookings),
      await db.$count(subscribers),
    ]).toEqual([2, 0, 0]);
    expect(
      (await db.select().from(auditEntries)).map(
        ({ actor, action, label }) => `${actor} ${action} the records ${label}`,
      ),
    ).toEqual([
      "Scheduled cleanup erased the records past their retention period: 1 message, " +
        "1 AMEB booking, 1 quote, 1 subscription, 1 appointment, 3 emails, 5 activity records",
    ]);
  });

  dbTest("do not include recently imported rows, whatever their dates", async ({ db }) => {
    const createdAt = new Date("2019-03-01T00:00:00Z");
    await aMessage(db, { createdAt });
    await aBooking(db, { createdAt, examDate: "2019-06-01" });
    await aQuote(db, { createdAt, eventDate: "2019-06-20" });
    expect(
      Object.values(await eraseExpiredRecords(db, new Date())).filter((count) => count > 0),
    ).toEqual([]);
    expect([
      await db.$count(contactMessages),
      await db.$count(amebBookings),
      await db.$count(quotes),
    ]).toEqual([1, 1, 1]);
  });

  dbTest("include captured emails and text messages, and backups made before updates", async () => {
    const folders = ["mail", "sms", "update-backups"];
    const left = () => folders.filter((folder) => existsSync(join(privacyDataDir, folder, "kept")));
    for (const folder of folders) {
      mkdirSync(join(privacyDataDir, folder), { recursive: true });
      writeFileSync(join(privacyDataDir, folder, "kept"), "");
      utimesSync(join(privacyDataDir, folder, "kept"), NOW, NOW);
    }
    const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000);
    await deleteExpiredFiles(privacyDataDir, days(8));
    expect(left()).toEqual(["mail", "update-backups"]);
    await deleteExpiredFiles(privacyDataDir, days(15));
    expect(left()).toEqual(["mail"]);
    await deleteExpiredFiles(privacyDataDir, yearsLater(2.1));
    expect(left()).toEqual([]);
  });

  dbTest("are erased even if a captured file disappears meanwhile", async () => {
    mkdirSync(join(privacyDataDir, "mail"), { recursive: true });
    symlinkSync("nothing", join(privacyDataDir, "mail/email.eml.part"));
    await deleteExpiredFiles(privacyDataDir, NOW);
  });
});

dbTest("old notes go once nothing else of their client is left", async ({ db }) => {
  const notes = (email: string, updatedAt: Date) => ({
    email,
    notes: "Plays the viola.",
    updatedAt,
  });
  const old = new Date(Date.UTC(2020, 0, 1));
  await aQuote(db, { clientEmail: "Known@client.example" });
  await db
    .insert(clientNotes)
    .values([
      notes("gone@client.example", old),
      notes("known@client.example", old),
      notes("lately@client.example", NOW),
    ]);
  expect(await eraseExpiredRecords(db, NOW)).toMatchObject({ note: 1 });
  const left = await db.select({ email: clientNotes.email }).from(clientNotes);
  expect(left.map(({ email }) => email).sort()).toEqual([
    "known@client.example",
    "lately@client.example",
  ]);
});

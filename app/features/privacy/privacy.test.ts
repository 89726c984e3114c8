import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, describe, expect } from "vitest";
import { deleteBooking } from "#app/features/ameb/commands.server.ts";
import { storeContactMessage } from "#app/features/contact/commands.server.ts";
import { deliverEmail } from "#app/features/email/delivery.server.ts";
import { receiveSubmission } from "#app/features/intake/intake.server.ts";
import { subscribe } from "#app/features/newsletter/commands.server.ts";
import { acceptQuote } from "#app/features/quotes/acceptance.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { openEmailTransport } from "#app/server/outbound/email-transport.server.ts";
import {
  auditEntries,
  amebBookings,
  contactMessages,
  invoices,
  emails,
  quoteEvents,
  submissions,
  subscribers,
} from "#app/server/database/tables.server.ts";
import { test } from "#tests/support/db.ts";
import {
  aBooking,
  anAcceptance,
  aQuote,
  genuineSubmission,
  clientInfo,
  NOW,
  owner,
} from "#tests/support/factories.ts";
import { erasePerson } from "./commands.server.ts";
import { exportPerson } from "./queries.server.ts";
import { deleteExpiredFiles, eraseExpiredRecords } from "./retention.server.ts";

const dataDir = mkdtempSync(join(tmpdir(), "privacy-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

const ada = "ada@client.example";
const settings = { DATA_DIR: dataDir };
const nowhere = { deleteMailchimpMember: () => Promise.resolve() };
const erase = (db: Db, address = ada, now = NOW) =>
  erasePerson(db, owner, { address }, nowhere, now, settings);
const yearsLater = (years: number) =>
  new Date(new Date(NOW).setUTCFullYear(NOW.getUTCFullYear() + years) + 86_400_000);

/** Everything that can be known of somebody: one of each, in different spellings of the address. */
async function liveAda(db: Db) {
  rmSync(join(dataDir, "mail"), { recursive: true, force: true });
  const request = new Request("http://site.example/", {
    headers: { "x-client-address": "192.0.2.7" },
  });
  const value = {
    name: "Ada Client",
    email: "Ada@Client.example",
    message: "Could you play for us?",
  };
  await receiveSubmission(
    db,
    { request, form: "contact", kind: "page", raw: {}, value },
    storeContactMessage,
    NOW,
  );
  const accepted = await aQuote(db, { slug: "accepted" });
  await acceptQuote(db, anAcceptance({ slug: "accepted" }), NOW);
  await aQuote(db, { slug: "pending", eventTitle: "Another party" });
  const booking = await aBooking(db, { contactEmail: ada, studentParentName: "Ada Client" });
  await deleteBooking(db, owner, booking.id, NOW);
  await subscribe(
    db,
    { email: ada, firstName: "Ada", lastName: "" },
    genuineSubmission,
    { form: "footer", ...clientInfo },
    { NEWSLETTER_DOUBLE_OPT_IN: "no" },
  );
  await db.insert(auditEntries).values({
    at: NOW,
    actor: owner.email,
    action: "wrote",
    subjectKind: "letter",
    label: `Hello to ${ada}`,
  });
  for (const { id } of await db.select().from(emails))
    await deliverEmail(
      db,
      openEmailTransport({ MAIL_FROM: "us@site.example", DATA_DIR: dataDir }),
      id,
    );
  return accepted;
}

/** Every row of every table of ours, as text. */
async function wholeDatabase(db: Db): Promise<string> {
  const { rows } = (await db.execute(
    sql`select schemaname, tablename from pg_tables where schemaname in ('public', 'pgboss')`,
  )) as unknown as { rows: { schemaname: string; tablename: string }[] };
  const parts = [];
  for (const { schemaname, tablename } of rows)
    parts.push(
      await db.execute(
        sql`select ${tablename} as name, t::text from ${sql.identifier(schemaname)}.${sql.identifier(tablename)} t`,
      ),
    );
  return JSON.stringify(parts.map((part) => (part as unknown as { rows: unknown }).rows));
}

describe("a copy", () => {
  test("holds everything about an address, in whatever case, and nothing of anybody else", async ({
    db,
  }) => {
    await liveAda(db);
    await aBooking(db, { contactEmail: "bada@client.example", studentParentName: "Bada" });
    const held = await exportPerson(db, owner, { address: ada }, NOW);
    expect(held).toMatchObject({
      messages: [{ message: "Could you play for us?" }],
      bookings: [{ deletedAt: NOW }],
      newsletter: [{ email: ada }],
      newsletterEvents: [{ kind: "asked" }],
    });
    expect(held.quotes.map(({ slug }) => slug).sort()).toEqual(["accepted", "pending"]);
    expect(held.quoteEvents.map(({ kind }) => kind)).toEqual(["accepted"]);
    expect(held.letters.map(({ kind }) => kind).sort()).toEqual([
      "acceptance-notice",
      "acceptance-receipt",
      "contact-message",
      "newsletter-welcome",
    ]);
    expect(held.changes.map(({ action }) => action)).toEqual(["deleted", "wrote"]);
    expect(JSON.stringify(held)).not.toContain("Bada");
    expect((await db.select().from(auditEntries)).at(-1)).toMatchObject({
      action: "exported",
      label: `of ${ada}`,
    });
  });

  test("of an accepted quote goes to whoever accepted it under another address, too", async ({
    db,
  }) => {
    await aQuote(db, {});
    await acceptQuote(db, anAcceptance({ clientEmail: "partner@client.example" }), NOW);
    expect(
      (await exportPerson(db, owner, { address: "partner@client.example" }, NOW)).quotes,
    ).toHaveLength(1);
  });
});

describe("erasing", () => {
  test("leaves nothing but the accepted quote with its record, whose public page ends", async ({
    db,
  }) => {
    const { id } = await liveAda(db);
    expect(readdirSync(join(dataDir, "mail"))).toHaveLength(4);
    const outcome = await erase(db);
    expect(outcome).toEqual({
      erased: {
        message: 1,
        "AMEB booking": 1,
        quote: 1,
        acceptance: 0,
        subscription: 1,
        letter: 2,
        change: 2,
        account: 0,
      },
      keptQuotes: 1,
    });
    expect(await db.select().from(invoices)).toMatchObject([
      { id, slug: null, totalAmount: "1200.00", clientEmail: ada },
    ]);
    expect(await db.select().from(quoteEvents)).toMatchObject([
      { kind: "accepted", invoiceId: id },
    ]);
    expect((await db.select().from(emails)).map(({ kind }) => kind).sort()).toEqual([
      "acceptance-notice",
      "acceptance-receipt",
    ]);
    expect(readdirSync(join(dataDir, "mail"))).toHaveLength(2);
    expect(await db.select().from(submissions)).toEqual([]);
    await db.execute(sql`truncate invoices, letters, quote_events cascade`);
    const left = await wholeDatabase(db);
    expect(left.match(/ada@client.example|Ada Client/gi)).toBeNull();
    expect(
      (await db.select().from(auditEntries)).map(({ action, label }) => [action, label]),
    ).toEqual(
      expect.arrayContaining([
        [
          "erased",
          "of one person: 1 message, 1 AMEB booking, 1 quote, 1 subscription, 2 letters, 2 changes",
        ],
        ["deleted", "(erased)"],
        ["wrote", "(erased)"],
      ]),
    );
  });

  test("touches nobody else, not even where an address ends in the same letters", async ({
    db,
  }) => {
    await db
      .insert(contactMessages)
      .values({ name: "Bada", email: "bada@client.example", message: "Hello there" });
    await db.insert(auditEntries).values({
      at: NOW,
      actor: owner.email,
      action: "wrote",
      subjectKind: "letter",
      label: "Hello to bada@client.example",
    });
    const before = await wholeDatabase(db);
    expect(await erase(db)).toMatchObject({ keptQuotes: 0 });
    expect(await wholeDatabase(db)).toBe(before);
  });

  test("takes an accepted quote as well once the law has lost interest", async ({ db }) => {
    await aQuote(db, {});
    await acceptQuote(db, anAcceptance(), NOW);
    expect(await erase(db, ada, yearsLater(5))).toMatchObject({ keptQuotes: 1 });
    expect(await erase(db, ada, yearsLater(6))).toMatchObject({
      erased: { quote: 1, letter: 2 },
      keptQuotes: 0,
    });
    expect(await db.select().from(quoteEvents)).toEqual([]);
  });

  test("asks the newsletter's audience in the same transaction, and changes nothing when that fails", async ({
    db,
  }) => {
    await liveAda(db);
    const before = await wholeDatabase(db);
    await expect(
      erasePerson(
        db,
        owner,
        { address: ada },
        { deleteMailchimpMember: () => Promise.reject(new Error("The queue is full.")) },
        NOW,
        settings,
      ),
    ).rejects.toThrow("The queue is full.");
    expect(await wholeDatabase(db)).toBe(before);
  });

  test("is the one way in which records go: nothing else changes or deletes them", async ({
    db,
  }) => {
    await liveAda(db);
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
    await erase(db);
    await expect(db.delete(quoteEvents)).rejects.toThrow();
  });
});

describe("what is past its time", () => {
  test("is forgotten by its kind, and the log says how much", async ({ db }) => {
    await liveAda(db);
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
    const [enquiry] = await db
      .select()
      .from(contactMessages)
      .where(sql`name = 'Enquirer'`);
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
        .where(sql`action = 'forgot'`),
    ).toEqual([]);
    expect(await eraseExpiredRecords(db, new Date(NOW.getTime() + 91 * 86_400_000))).toEqual({
      message: 1,
      "AMEB booking": 0,
      quote: 0,
      subscription: 0,
      letter: 0,
      change: 0,
    });
    // What lies in the past of today's database clock was written by the factories just now.
    const later = new Date(Math.max(yearsLater(2).getTime(), Date.now() + 2 * 366 * 86_400_000));
    expect(await eraseExpiredRecords(db, later)).toEqual({
      message: 1,
      "AMEB booking": 1,
      quote: 1,
      subscription: 1,
      letter: 2,
      change: 3,
    });
    expect((await db.select().from(contactMessages)).map(({ name }) => name)).toEqual(["Enquirer"]);
    expect((await db.select().from(emails)).map(({ kind }) => kind).sort()).toEqual([
      "acceptance-notice",
      "acceptance-receipt",
    ]);
    expect([
      await db.$count(invoices),
      await db.$count(amebBookings),
      await db.$count(subscribers),
    ]).toEqual([2, 0, 0]);
    expect(
      (await db.select().from(auditEntries)).map(
        ({ actor, action, label }) => `${actor} ${action} the records ${label}`,
      ),
    ).toEqual([
      "Housekeeping forgot the records past their time: 1 message, 1 AMEB booking, 1 quote, 1 subscription, 2 letters, 3 changes",
    ]);
  });

  test("is not what has just been brought from elsewhere, however old it is", async ({ db }) => {
    const createdAt = new Date("2019-03-01T00:00:00Z");
    await db.insert(contactMessages).values({
      name: "Old friend",
      email: "old@x.example",
      message: "From the former site",
      createdAt,
    });
    await aBooking(db, { createdAt, examDate: "2019-06-01" });
    await aQuote(db, { createdAt, eventDate: "2019-06-20" });
    expect(
      Object.values(await eraseExpiredRecords(db, new Date())).filter((count) => count > 0),
    ).toEqual([]);
    expect([
      await db.$count(contactMessages),
      await db.$count(amebBookings),
      await db.$count(invoices),
    ]).toEqual([1, 1, 1]);
  });

  test("is a file as well", async () => {
    const old = new Date(NOW.getTime() - 8 * 86_400_000);
    for (const folder of ["mail", "sms"]) {
      mkdirSync(join(dataDir, folder), { recursive: true });
      writeFileSync(join(dataDir, folder, "kept"), "");
      utimesSync(join(dataDir, folder, "kept"), old, old);
    }
    await deleteExpiredFiles(dataDir, NOW);
    expect([existsSync(join(dataDir, "mail/kept")), existsSync(join(dataDir, "sms/kept"))]).toEqual(
      [true, false],
    );
    await deleteExpiredFiles(dataDir, yearsLater(2));
    expect(existsSync(join(dataDir, "mail/kept"))).toBe(false);
  });

  test("a file that is gone again by the time it is looked at stops nothing", async () => {
    mkdirSync(join(dataDir, "mail"), { recursive: true });
    symlinkSync("nothing", join(dataDir, "mail/letter.eml.part"));
    await deleteExpiredFiles(dataDir, NOW);
  });
});

import { readFileSync, rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import { describe, expect, afterAll, inject } from "vitest";
import { PGlite } from "@electric-sql/pglite";
import { clientColumns, listClients } from "#app/features/clients/people.server.ts";
import { clientListShape } from "#app/features/clients/model.ts";
import { saveClientNotes } from "#app/features/clients/notes.server.ts";
import { getClientHistory } from "#app/features/clients/queries.server.ts";
import { findRecords } from "#app/features/clients/search.server.ts";
import { unsubscribe } from "#app/features/newsletter/commands.server.tsx";
import type { Db } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import {
  auditEntries,
  clientNotes,
  emails,
  erasedPeople,
  imports,
  subscriberEvents,
  subscribers,
  amebBookings,
  contactMessages,
  emailTemplates,
  quotes,
} from "#app/server/database/tables.server.ts";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { rowsToCsv } from "#app/values/csv.ts";
import { dbTest, onBothDatabases } from "#tests/support/db.ts";
import { NOW, owner } from "#tests/support/factories.ts";
import {
  acuityClients,
  importFile,
  mailchimpArchive,
  musicStaffStudents,
  readFile,
  subscribedMembers,
  unsubscribedMembers,
} from "#tests/support/imports.ts";
import { createAdasRecords, eraseAda, privacyDataDir } from "#tests/support/privacy.ts";
import { followBookings } from "#app/features/ameb/diary.server.ts";
import { followQuotes } from "#app/features/quotes/diary.server.ts";
import { createDatabase, openClient } from "#tests/support/postgres.ts";
import {
  dropFile,
  importStored,
  keepFile,
  deleteWaitingFiles,
  undoImport,
} from "./commands.server.ts";
import { getImport } from "./queries.server.ts";
import { type HostedSource, importHosted } from "./hosted.server.ts";

const clients = (db: Db, params = "") =>
  listClients(db, owner, readListQuery(new URLSearchParams(params), clientListShape), NOW);

const daysLater = (days: number) => new Date(NOW.getTime() + days * 86_400_000);

/** Of every table that an import may write, but not of what it says about itself. */
const checksums = (db: Db) =>
  rowsOf<{ part: string; rows: number; sum: string }>(
    db,
    sql.raw(
      ["client_notes", "diary_entries", "subscribers", "subscriber_events", "letters", "reminders"]
        .map(
          (table) => `select '${table}' as part, count(*)::int as rows,
            md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as sum from ${table} t`,
        )
        .join(" union all "),
    ),
  );

const draft = (db: Db) =>
  keepFile(db, owner, { fileName: "a.csv", bytes: Buffer.from(acuityClients), key: "k" }, NOW);

describe("imported clients", () => {
  dbTest("are listed, found and shown, and the same file again changes nothing", async ({ db }) => {
    const first = await importFile(db, acuityClients);
    expect(first.counts).toEqual({ new: 2, known: 0, skipped: 1, unreadable: 0 });
    expect((await clients(db)).rows).toMatchObject([
      { name: "Ines Osei", email: "ines@client.example", phone: "+61 412 345 678" },
      { name: "Noah Lind", lastContact: null, messages: 0, open: 0 },
    ]);
    for (const typed of ["osei", "ines@client", "0412 345 678"])
      expect((await clients(db, `q=${typed}`)).rows).toHaveLength(1);
    const found = await findRecords(db, owner, "Osei");
    expect(found.clients).toEqual([{ name: "Ines Osei", email: "ines@client.example" }]);
    const history = await getClientHistory(db, owner, "INES@client.example");
    expect(history).toEqual({ names: ["Ines Osei"], entries: [] });
    const before = await checksums(db);
    const again = await importFile(db, acuityClients, { now: daysLater(1) });
    expect(again.counts).toEqual({ new: 0, known: 2, skipped: 1, unreadable: 0 });
    expect(await checksums(db)).toEqual(before);
  });

  dbTest("come out of the clients' file with number and notes as they went in", async ({ db }) => {
    await importFile(db, acuityClients);
    const all = { ...readListQuery(new URLSearchParams(), clientListShape), pageSize: null };
    const { rows } = await listClients(db, owner, all, NOW);
    const given = readFile(acuityClients).rows.map(({ line: _line, ...client }) => client);
    expect(readFile(rowsToCsv(clientColumns, rows)).rows).toMatchObject(given);
  });

  dbTest("that the owner has notes of keep hers", async ({ db }) => {
    const given = { phone: "1", notes: "Mine" };
    await saveClientNotes(db, owner, "noah@client.example", given, NOW);
    expect((await importFile(db, acuityClients)).counts).toMatchObject({ new: 1, known: 1 });
    expect(await db.select().from(clientNotes)).toContainEqual(
      expect.objectContaining({ email: "noah@client.example", notes: "Mine", name: null }),
    );
  });

  dbTest("who were erased stay erased, and only a hash remembers them", async ({ db }) => {
    await createAdasRecords(db);
    await draft(db);
    await eraseAda(db);
    expect(await db.$count(imports)).toBe(0);
    const file = "Name,Email\nAda,ADA@client.example\nBo,bo@client.example\n";
    const { counts, skipped } = await importFile(db, file);
    expect(counts).toEqual({ new: 1, known: 0, skipped: 1, unreadable: 0 });
    expect(skipped).toEqual([{ line: 2, why: "erased at this person's request" }]);
    expect((await db.select().from(erasedPeople))[0]?.emailHash).toMatch(/^[\w-]{43}$/);
  });
});

describe("imported subscribers", () => {
  const people = (db: Db) => db.select().from(subscribers).orderBy(subscribers.email);

  dbTest("keep when they signed up; who left is only suppressed", async ({ db }) => {
    const { counts } = await importFile(db, mailchimpArchive(), { fileName: "export.zip" });
    expect(counts).toEqual({ new: 4, known: 0, leaving: 0, skipped: 2, unreadable: 0 });
    const asked = new Date("2023-03-16T14:40:47Z");
    const ines = { email: "ines@client.example", state: "subscribed", firstName: "Ines" };
    expect(await people(db)).toMatchObject([
      { email: "both@client.example", state: "unsubscribed", firstName: "", createdAt: NOW },
      { email: "bounced@client.example", state: "unsubscribed" },
      { ...ines, mailchimp: "none", createdAt: asked },
      { email: "left@client.example", state: "unsubscribed" },
    ]);
    const events = await db.select().from(subscriberEvents).orderBy(subscriberEvents.id);
    expect(events).toMatchObject([
      { kind: "asked", at: asked, data: { form: "Import of export.zip" } },
      { kind: "confirmed", at: new Date("2023-03-16T14:42:00Z") },
      { kind: "unsubscribed", at: NOW },
      { kind: "unsubscribed", at: NOW },
      { kind: "unsubscribed", at: NOW },
    ]);
    expect(await db.$count(emails)).toBe(0);
  });

  dbTest(
    "who left Mailchimp's list leave this one, unless they asked again since",
    async ({ db }) => {
      const members = subscribedMembers.replaceAll("Ines@Client", "left@client");
      await importFile(db, members, { choice: { members: "subscribed" } });
      const later = members
        .replace("left@client", "later@client")
        .replaceAll("2023-03-16", "2025-01-01");
      await importFile(db, later, { choice: { members: "subscribed" } });
      const before = await checksums(db);
      const file = unsubscribedMembers("later@client.example,,");
      const { id, counts } = await importFile(db, file);
      expect(counts).toMatchObject({ new: 0, known: 3, leaving: 2 });
      expect(await people(db)).toMatchObject([
        { email: "both@client.example", state: "unsubscribed" },
        { email: "later@client.example", state: "subscribed" },
        { email: "left@client.example", state: "unsubscribed" },
      ]);
      expect(await undoImport(db, owner, id, NOW)).toEqual({ removed: 2, stay: 0 });
      expect(await checksums(db)).toEqual(before);
    },
  );
});

describe("undoing an import", () => {
  onBothDatabases("leaves rows and checksums as before", async ({ db }) => {
    await createAdasRecords(db);
    await importFile(db, acuityClients);
    for (const [file, fileName] of [
      [musicStaffStudents, "students.csv"],
      [mailchimpArchive(), "export.zip"],
    ] as const) {
      const before = await checksums(db);
      const { id, counts } = await importFile(db, file, { fileName });
      expect(await checksums(db)).not.toEqual(before);
      const undone = await undoImport(db, owner, id, daysLater(29));
      expect(undone).toEqual({ removed: counts.new, stay: 0 });
      expect(await checksums(db)).toEqual(before);
      expect(await undoImport(db, owner, id, daysLater(29))).toBeNull();
    }
  });

  dbTest("leaves what has been changed since, and is over after 30 days", async ({ db }) => {
    const { id } = await importFile(db, acuityClients);
    const list = await importFile(db, mailchimpArchive(), { fileName: "export.zip" });
    const [note] = await db.select().from(clientNotes).orderBy(clientNotes.email);
    const given = { phone: "", notes: "New", updatedAt: note!.updatedAt.toISOString() };
    expect(await saveClientNotes(db, owner, note!.email, given, daysLater(1))).toBe("saved");
    const all = await db.select().from(subscribers);
    const ines = all.find(({ firstName }) => firstName === "Ines");
    await unsubscribe(db, ines!.id, daysLater(1));
    expect(await undoImport(db, owner, id, daysLater(31))).toBeNull();
    expect(await undoImport(db, owner, id, daysLater(2))).toEqual({ removed: 1, stay: 1 });
    expect(await undoImport(db, owner, list.id, daysLater(2))).toEqual({ removed: 3, stay: 1 });
    expect((await clients(db)).rows).toMatchObject([{ name: "Ines Osei" }]);
  });
});

describe("a file", () => {
  onBothDatabases("imported by two presses of the button is imported once", async ({ db }) => {
    const id = await draft(db);
    expect(await draft(db)).toBe(id);
    const outcomes = await Promise.all([1, 2].map(() => importStored(db, owner, id, NOW)));
    expect(outcomes.map(({ is }) => is).sort()).toEqual(["already", "imported"]);
    expect(await db.$count(clientNotes)).toBe(2);
    const entries = await db.select().from(auditEntries);
    expect(entries).toMatchObject([
      { action: "imported", label: "of a.csv: 2 clients", actor: owner.email },
    ]);
  });

  dbTest("is shown with what becomes of it, and kept only until it is imported", async ({ db }) => {
    const id = await draft(db);
    const shown = await getImport(db, owner, id, NOW);
    expect(shown?.preview).toMatchObject({
      counts: { new: 2, known: 0, skipped: 1, unreadable: 0 },
      examples: ["Ines Osei, ines@client.example", "Noah Lind, noah@client.example"],
      notes: { skipped: [{ line: 5, why: "it has no email address" }] },
    });
    expect(await db.$count(clientNotes)).toBe(0);
    await importStored(db, owner, id, NOW);
    expect(await db.select().from(imports)).toMatchObject([{ file: null, kind: "clients" }]);
    expect(await dropFile(db, owner, id)).toBe(false);
  });

  dbTest("that nobody imports is deleted after a day", async ({ db }) => {
    await draft(db);
    await deleteWaitingFiles(db, new Date(NOW.getTime() + 82_000_000));
    expect(await db.$count(imports)).toBe(1);
    await deleteWaitingFiles(db, daysLater(1.1));
    expect(await db.$count(imports)).toBe(0);
  });
});

afterAll(() => rmSync(privacyDataDir, { recursive: true, force: true }));

const ids = [1, 2, 3].map((at) => `5d1b0c7e-0000-4000-8000-00000000000${at}`);

type Hosted = HostedSource & { end: () => Promise<void> };

/** Another database of the kind that is tested. */
async function openAnother(script: string): Promise<Hosted> {
  if (process.env.TEST_DATABASE === "postgres") {
    const client = await openClient(await createDatabase(inject("postgresUrl")));
    await client.query(script);
    return client as unknown as Hosted;
  }
  const loadDataDir = new Blob([readFileSync(inject("embeddedArchive"))]);
  const embedded = await PGlite.create({ loadDataDir });
  await embedded.exec(`drop schema public cascade; create schema public; ${script}`);
  const query = (text: string, values?: unknown[]) => embedded.query(text, values);
  return { query, end: () => embedded.close() } as Hosted;
}

/** As a hosted backend has them, with a column that we don't know and one without a time zone. */
const openHosted = () =>
  openAnother(`
    create table contact_messages (id uuid primary key, name text, email text, message text,
      created_at timestamptz, owner_id uuid);
    create table ameb_bookings (id uuid primary key, student_parent_name text, contact_email text,
      teacher_name text, exam_date date, exam_time text, exam_board_grade text,
      service_required text[], notes text, status text, created_at timestamptz);
    create table invoices (id uuid primary key, client_name text, client_email text,
      invoice_type text, event_date date, total_amount numeric(10,2), created_at timestamp,
      accepted_at timestamptz, slug text, details jsonb);
    insert into contact_messages values
      ('${ids[0]}', 'Bo', 'bo@client.example', E'Hello\\nthere', '2024-05-01 10:00:00.123456+10', null),
      ('${ids[1]}', 'Nobody', null, 'x', '2024-05-01', null),
      ('${ids[2]}', 'Ada', 'Ada@Client.example', 'Hello', '2024-05-01', null);
    insert into ameb_bookings values ('${ids[0]}', 'Mei', 'mei@family.example', 'Ms Tan', '2026-06-14',
      '10:00', 'Grade 5', '{"Exam, and rehearsal","x"}', null, 'pending', '2024-05-01');
    insert into invoices values ('${ids[0]}', 'Cy', 'cy@client.example', 'Live Piano Quote', '2026-09-01',
      1200.50, '2024-05-01 10:00:00', '2024-05-02 00:00+00', 'a-slug', '{"deep": [1]}')`);

onBothDatabases(
  "the hosted tables come along as they are, and a second time changes nothing",
  async ({ db }) => {
    await createAdasRecords(db);
    await eraseAda(db);
    const before = await db.$count(emails);
    const logged = await db.$count(auditEntries);
    const hosted = await openHosted();
    const outcomes = await importHosted(db, hosted, NOW);
    expect(outcomes).toMatchObject([
      {
        table: "contact_messages",
        added: 1,
        known: 0,
        erased: 1,
        unreadable: [{ id: ids[1], why: expect.stringContaining("null value") as string }],
      },
      { table: "ameb_bookings", added: 1 },
      { table: "invoices", added: 1 },
      { table: "email_templates", isMissing: true, added: 0 },
    ]);
    const all = async () => ({
      messages: await db.select().from(contactMessages),
      bookings: await db.select().from(amebBookings),
      quotes: await db.select().from(quotes),
      templates: await db.$count(emailTemplates),
      entries: await db.$count(auditEntries),
    });
    const stored = await all();
    expect(stored).toMatchObject({
      messages: [
        { id: ids[0], message: "Hello\nthere", createdAt: new Date("2024-05-01T00:00:00.123Z") },
      ],
      bookings: [
        { id: ids[0], serviceRequired: ["Exam, and rehearsal", "x"], examDate: "2026-06-14" },
      ],
      entries: logged + 1,
    });
    expect(stored.quotes.find(({ id }) => id === ids[0])).toMatchObject({
      totalAmount: "1200.50",
      createdAt: new Date("2024-05-01T10:00:00Z"),
      acceptedAt: new Date("2024-05-02T00:00:00Z"),
      details: { deep: [1] },
    });
    expect(await importHosted(db, hosted, NOW)).toMatchObject([
      { added: 0, known: 1, erased: 1 },
      { added: 0, known: 1 },
      { added: 0, known: 1 },
      { added: 0 },
    ]);
    expect(await all()).toEqual(stored);
    await hosted.end();
    await followQuotes(db, NOW);
    await followBookings(db, NOW);
    expect(await db.$count(emails)).toBe(before);
  },
);

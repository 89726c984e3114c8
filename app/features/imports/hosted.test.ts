import { rmSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, expect, inject } from "vitest";
import { followBookings } from "#app/features/ameb/diary.server.ts";
import { followQuotes } from "#app/features/quotes/diary.server.ts";
import {
  amebBookings,
  auditEntries,
  contactMessages,
  emails,
  emailTemplates,
  quotes,
} from "#app/server/database/tables.server.ts";
import { onBothDatabases } from "#tests/support/db.ts";
import { NOW } from "#tests/support/factories.ts";
import { createDatabase, openClient } from "#tests/support/postgres.ts";
import { createAdasRecords, eraseAda, privacyDataDir } from "#tests/support/privacy.ts";
import { type HostedSource, importHosted } from "./hosted.server.ts";

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
  const embedded = await PGlite.create();
  await embedded.exec(script);
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

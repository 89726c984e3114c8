import { sql } from "drizzle-orm";
import { test as base, inject } from "vitest";
import {
  type Database,
  type Db,
  openPostgres,
  wrapEmbedded,
} from "#app/server/database/db.server.ts";
import { openMemory } from "#app/server/database/embedded.server.ts";
import { closeQueue, openQueue } from "#app/server/jobs/queue.server.ts";
import { rowsOf } from "#app/server/database/rows.server.ts";
import { createPrepared } from "./postgres.ts";

/*
 * Domain tests ask for `db`: a real database with the job queue, emptied again after each test. The test
 * files of a worker share it one after the other. It is the embedded one; a file that imports
 * `onBothDatabases` runs on PostgreSQL as well, because of what the two could do differently: locks and
 * several writers at once, constraints and triggers, collation and search, timeouts, or a driver's types.
 */

async function open(): Promise<Database> {
  if (process.env.TEST_DATABASE === "postgres")
    // A slow machine may need longer than a request waits.
    return openPostgres(await createPrepared(inject("postgresUrl")), null, "background");
  const client = await openMemory(inject("embeddedArchive"));
  return wrapEmbedded(client, () => client.close(), null);
}

export const dbTest = base.extend<{ $test: { db: Db }; $worker: { database: Database } }>({
  database: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of what is needed from here
    async ({}, use) => {
      const database = await open();
      await openQueue(database);
      await use(database);
      await closeQueue();
      await database.close();
    },
    { scope: "worker" },
  ],
  db: async ({ database }, use) => {
    await use(database.db);
    await emptyTables(database.db);
  },
});

export const onBothDatabases = dbTest;

/** For a file that changes the tables themselves: a database of its own. */
export const ownDbTest = base.extend<{
  $test: { db: Db };
  $file: { database: Database };
}>({
  database: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of what is needed from here
    async ({}, use) => {
      const database = await open();
      await use(database);
      await database.close();
    },
    { scope: "file" },
  ],
  db: async ({ database }, use) => {
    await use(database.db);
    await emptyTables(database.db);
  },
});

const tables = [
  "activity",
  "calendar_links",
  "client_notes",
  "letters",
  "card_matches",
  "card_pages",
  "card_disputes",
  "payments",
  "bank_lines",
  "bank_imports",
  "bank_column_mappings",
  "credit_moves",
  "credits",
  "sales_invoices",
  "document_counters",
  "lodged_quarters",
  "business_details",
  "gst_registrations",
  "reminders",
  "paused_reminders",
  "site_documents",
  "site_publications",
  "picture_files",
  "pictures",
  "diary_entries",
  "busy_times",
  "calendar_sources",
  "opening_hours",
  "day_hours",
  "school_terms",
  "services",
  "quote_events",
  "contact_messages",
  "invoices",
  "ameb_bookings",
  "email_templates",
  "subscribers",
  "submissions",
  "allowances",
  "unannounced_enquiries",
  "setup_links",
  "users",
  "verifications",
  "rate_limits",
  "one_time_codes",
  "jwks",
];

/**
 * To truncate a table makes new files, for each of its indexes too, whether or not there was
 * anything in it; most hold nothing.
 */
async function emptyTables(db: Db): Promise<void> {
  const filled = await rowsOf<{ name: string }>(
    db,
    sql.raw(
      tables
        .map((name) => `select '${name}' as name where exists (select 1 from ${name})`)
        .join(" union all "),
    ),
  );
  if (filled.length > 0)
    await db.execute(`truncate ${filled.map(({ name }) => name).join(", ")} cascade`);
  await db.execute("delete from pgboss.job");
}

export const ownDbOnBothDatabases = ownDbTest;

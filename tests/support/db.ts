import { sql } from "drizzle-orm";
import { test as base, inject } from "vitest";
import {
  type Database,
  type Db,
  openPostgres,
  wrapEmbedded,
} from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import { openMemory } from "#app/server/database/embedded.server.ts";
import { closeQueue, openQueue } from "#app/server/jobs/queue.server.ts";
import { createPrepared } from "./postgres.ts";

/*
 * Domain tests ask for `db`: a real database with the job queue, emptied again after each test. The test
 * files of a worker share it one after the other. It is the embedded one; those of `onBothDatabases` run
 * on PostgreSQL as well, because of what the two could do differently: locks and several writers at once,
 * constraints and triggers, collation and search, timeouts, or a driver's types.
 */

export async function openTestDatabase(kind = process.env.TEST_DATABASE): Promise<Database> {
  if (kind === "postgres")
    // A slow machine may need longer than a request waits.
    return openPostgres(await createPrepared(inject("postgresUrl")), null, "background");
  const client = await openMemory(inject("embeddedArchive"));
  return wrapEmbedded(client, () => client.close(), null);
}

export const onBothDatabases = base.extend<{ $test: { db: Db }; $worker: { database: Database } }>({
  database: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of what is needed from here
    async ({}, use) => {
      const database = await openTestDatabase();
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

export const dbTest = embeddedOnly(onBothDatabases);

/** For a file that changes the tables themselves: a database of its own. */
export const ownDbOnBothDatabases = base.extend<{
  $test: { db: Db };
  $file: { database: Database };
}>({
  database: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of what is needed from here
    async ({}, use) => {
      const database = await openTestDatabase();
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

/**
 * To truncate a table makes new files, for each of its indexes too; most hold a few rows, or none, and what
 * is vacuumed empty has no size. What a table's triggers refuse, and where others refer to it, does not
 * count here.
 */
export async function emptyTables(db: Db): Promise<void> {
  const filled = await rowsOf<{ name: string }>(
    db,
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind = 'r' and pg_relation_size(oid) > 0`,
  );
  const used = [...filled.map((row) => row.name), "pgboss.job"];
  await db.transaction(async (tx) => {
    await tx.execute("set local session_replication_role = replica");
    for (const name of used) await tx.execute(`delete from ${name}`);
  });
  await db.execute(`vacuum ${used.join(", ")}`);
}

export const ownDbTest = embeddedOnly(ownDbOnBothDatabases);

/** On PostgreSQL such tests are not even skipped: they are not there. */
export function embeddedOnly<Test extends object>(test: Test): Test {
  if (process.env.TEST_DATABASE !== "postgres") return test;
  const none = () => {};
  return Object.assign(none, { each: () => none, for: () => none }) as unknown as Test;
}

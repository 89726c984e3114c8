import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import { migrate as migratePg } from "drizzle-orm/node-postgres/migrator";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import pg from "pg";
import type { Settings } from "#app/server/env.server.ts";
import { root } from "#app/server/root.server.ts";
import { migrationsFolder } from "./migrations.server.ts";
import { connectionTo, openPool, type TimeoutProfile } from "./postgres.server.ts";
import { insideTransaction, refuseBesideTransaction } from "./transaction-guard.server.ts";

export type Db = PgDatabase<PgQueryResultHKT>;

export type Database = {
  db: Db;
  /** With longer timeouts, for scheduled tasks. */
  background: Db;
  source: { kind: "embedded"; pg: PGlite } | { kind: "postgres"; url: string };
  close: () => Promise<void>;
};

/** A migrated, empty data folder made by the build, to speed up the first start. */
export const preparedArchive = join(root, "build/database.tar.gz");
// An arbitrary number that all processes share.
const migrationLock = 7_240_031;

function guarded(db: Db): Db {
  const transaction = db.transaction.bind(db);
  db.transaction = ((
    work: Parameters<typeof transaction>[0],
    config: Parameters<typeof transaction>[1],
  ) => {
    refuseBesideTransaction();
    return transaction((tx) => insideTransaction(() => work(tx)), config);
  }) as typeof db.transaction;
  return db;
}

/** Deadlock and serialization failure: one of the two succeeds when repeated. */
const conflictCodes = ["40P01", "40001"];

/** Repeats once. Not read-only work: a streamed backup cannot be taken back. */
function repeating(db: Db): Db {
  const transaction = db.transaction.bind(db);
  db.transaction = ((...given: Parameters<typeof transaction>) =>
    transaction(...given).catch((error: unknown) => {
      const isConflict = conflictCodes.includes(errorCode(error) ?? "");
      if (!isConflict || given[1]?.accessMode === "read only") throw error;
      return transaction(...given);
    })) as typeof db.transaction;
  return db;
}

/** Null applies no migrations. */
type Migrations = string | null;
/** Runs before any migration, while no other process migrates. When it throws, none is applied. */
type BeforeMigrating = (db: Db) => Promise<void>;

export async function openEmbeddedDatabase(
  dataDir: string,
  archive: string | null = null,
  migrations: Migrations = migrationsFolder,
  beforeMigrating?: BeforeMigrating,
): Promise<Database> {
  // Imported here, so that a server on PostgreSQL does not load PGlite.
  const { openEmbedded } = await import("./embedded.server.ts");
  const { pg: client, close } = await openEmbedded(dataDir, archive);
  return wrapEmbedded(client, close, migrations, beforeMigrating);
}

export async function wrapEmbedded(
  client: PGlite,
  close: () => Promise<void>,
  migrations: Migrations = migrationsFolder,
  beforeMigrating?: BeforeMigrating,
): Promise<Database> {
  const { drizzle } = await import("drizzle-orm/pglite");
  const { migrate } = await import("drizzle-orm/pglite/migrator");
  const db = drizzle({ client });
  const wrapped = repeating(guarded(db as unknown as Db));
  if (migrations) {
    await beforeMigrating?.(wrapped);
    await migrate(db, { migrationsFolder: migrations });
  }
  return { db: wrapped, background: wrapped, source: { kind: "embedded", pg: client }, close };
}

export async function openPostgres(
  url: string,
  migrations: Migrations = migrationsFolder,
  profile: TimeoutProfile = "serving",
  beforeMigrating?: BeforeMigrating,
): Promise<Database> {
  if (migrations) await migratePostgres(url, migrations, beforeMigrating);
  // More connections would only wait for the processor; each takes some 9 MB of memory.
  const { db, close } = openPool(url, profile, 6);
  const background = openPool(url, profile === "serving" ? "background" : profile, 1);
  return {
    db: repeating(db),
    background: repeating(background.db),
    source: { kind: "postgres", url },
    close: async () => void (await Promise.all([close(), background.close()])),
  };
}

async function migratePostgres(
  url: string,
  folder: string,
  beforeMigrating?: BeforeMigrating,
): Promise<void> {
  const migrator = new pg.Client(connectionTo(url, "none"));
  migrator.on("error", () => {});
  await migrator.connect();
  try {
    await migrator.query("select pg_advisory_lock($1)", [migrationLock]);
    const db = drizzlePg({ client: migrator });
    await beforeMigrating?.(db as unknown as Db);
    await migratePg(db, { migrationsFolder: folder });
  } finally {
    await migrator.end();
  }
}

/** PostgreSQL's code of a failed query, such as `23505`, on both databases. */
export function errorCode(error: unknown): string | null {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : null;
  return typeof code === "string" ? code : null;
}

let current: Database | null = null;

export function openDatabase(
  settings: Pick<Settings, "DATABASE_URL" | "DATA_DIR">,
  migrations: Migrations = migrationsFolder,
  profile?: TimeoutProfile,
  beforeMigrating?: BeforeMigrating,
): Promise<Database> {
  const { DATABASE_URL, DATA_DIR } = settings;
  if (DATABASE_URL) return openPostgres(DATABASE_URL, migrations, profile, beforeMigrating);
  const archive = migrations === migrationsFolder ? preparedArchive : null;
  return openEmbeddedDatabase(DATA_DIR, archive, migrations, beforeMigrating);
}

export function useDatabase(database: Database | null): void {
  current = database;
}

export function getDb(): Db {
  if (!current) throw new Error("The database is not open.");
  return current.db;
}

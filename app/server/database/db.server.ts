import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import { migrate as migratePg } from "drizzle-orm/node-postgres/migrator";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import pg from "pg";
import type { Settings } from "#app/server/env.server.ts";
import { root } from "#app/server/root.server.ts";
import { migrationsFolder } from "./migrations.server.ts";
import { connectionTo, type Limits, openPool } from "./postgres.server.ts";
import { insideTransaction, refuseBesideTransaction } from "./transaction-guard.server.ts";

/** The database or a transaction on it: whatever a query or a command may be given. */
export type Db = PgDatabase<PgQueryResultHKT>;

/** An open database of either kind. */
export type Database = {
  db: Db;
  /** The same for tasks that may take longer than a visitor would wait. */
  background: Db;
  /** What the job queue is built on. */
  source: { kind: "embedded"; pg: PGlite } | { kind: "postgres"; url: string };
  close: () => Promise<void>;
};

/** A migrated, empty data folder made by the build; opening it saves most of a first start. */
export const preparedArchive = join(root, "build/database.tar.gz");
/** Any number will do, as long as all processes take the same. */
const migrationLock = 7_240_031;

/** Marks the time inside `db.transaction`, so that the guards can see a query made beside it. */
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

/** A folder of migrations to go through when a database is opened; null leaves it as it is. */
type Migrations = string | null;

/** Opens and migrates the embedded database of a data folder. */
export async function openEmbeddedDatabase(
  dataDir: string,
  archive: string | null = null,
  migrations: Migrations = migrationsFolder,
): Promise<Database> {
  // An installation on PostgreSQL never loads the embedded one.
  const { openEmbedded } = await import("./embedded.server.ts");
  const { pg: client, close } = await openEmbedded(dataDir, archive);
  return wrapEmbedded(client, close, migrations);
}

/** Migrates a PGlite that is already open and wraps it as a {@link Database}. */
export async function wrapEmbedded(
  client: PGlite,
  close: () => Promise<void>,
  migrations: Migrations = migrationsFolder,
): Promise<Database> {
  const { drizzle } = await import("drizzle-orm/pglite");
  const { migrate } = await import("drizzle-orm/pglite/migrator");
  const db = drizzle({ client });
  if (migrations) await migrate(db, { migrationsFolder: migrations });
  const one = guarded(db as unknown as Db);
  return { db: one, background: one, source: { kind: "embedded", pg: client }, close };
}

/** Connects to a PostgreSQL server and migrates it; any number of processes may do so at once. */
export async function openPostgres(
  url: string,
  migrations: Migrations = migrationsFolder,
  limits: Limits = "serving",
): Promise<Database> {
  if (migrations) await migratePostgres(url, migrations);
  // More would only wait for the processor, and each is some 9 MB of the server's memory.
  const { db, close } = openPool(url, limits, 6);
  const background = openPool(url, limits === "serving" ? "background" : limits, 1);
  return {
    db,
    background: background.db,
    source: { kind: "postgres", url },
    close: async () => void (await Promise.all([close(), background.close()])),
  };
}

async function migratePostgres(url: string, folder: string): Promise<void> {
  const migrator = new pg.Client(connectionTo(url, "none"));
  migrator.on("error", () => {});
  await migrator.connect();
  try {
    await migrator.query("select pg_advisory_lock($1)", [migrationLock]);
    await migratePg(drizzlePg({ client: migrator }), { migrationsFolder: folder });
  } finally {
    await migrator.end();
  }
}

/** The PostgreSQL error code of a failed query (such as `23505`), the same on both databases. */
export function errorCode(error: unknown): string | null {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : null;
  return typeof code === "string" ? code : null;
}

let current: Database | null = null;

/**
 * Opens the database that the settings name. Unless it takes other migrations, a new embedded one
 * begins as the prepared one.
 */
export function openDatabase(
  settings: Pick<Settings, "DATABASE_URL" | "DATA_DIR">,
  migrations: Migrations = migrationsFolder,
  limits?: Limits,
): Promise<Database> {
  if (settings.DATABASE_URL) return openPostgres(settings.DATABASE_URL, migrations, limits);
  return openEmbeddedDatabase(
    settings.DATA_DIR,
    migrations === migrationsFolder ? preparedArchive : null,
    migrations,
  );
}

/** Makes an open database the one of this process. */
export function useDatabase(database: Database | null): void {
  current = database;
}

/** The process's database. Throws while it is not open. */
export function getDb(): Db {
  if (!current) throw new Error("The database is not open.");
  return current.db;
}

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { deserialize, serialize } from "node:v8";
import { inject } from "vitest";
import { openEmbeddedDatabase, preparedArchive } from "#app/server/database/db.server.ts";
import { createPrepared, openClient } from "./postgres.ts";
import { temporaryDataDir } from "./site.ts";

export type DatabaseKind = "embedded" | "postgres";
export const databaseKinds: DatabaseKind[] = ["embedded", "postgres"];

export type Query = <Row extends Record<string, unknown>>(
  statement: string,
  values?: unknown[],
) => Promise<Row[]>;

export type TestStore = {
  /** Environment variables that make a site use it. */
  settings: Record<string, string>;
  dataDir: string;
  query: Query;
  /** While a site has the embedded database open, each statement is a transaction of its own. */
  withConnection: <T>(work: (query: Query) => Promise<T>) => Promise<T>;
  /** Waits until no other connection is left: PostgreSQL finishes what a killed process had asked for. */
  untilIdle: () => Promise<void>;
  remove: () => void;
};

export const AUTH_SECRET = "a secret of the tests, long enough to be one";

/** A new, migrated, empty database; `kind` is by default the one that the test project runs on. */
export async function createStore(
  kind: DatabaseKind = process.env.TEST_DATABASE as DatabaseKind,
): Promise<TestStore> {
  const { dataDir, remove } = temporaryDataDir();
  if (kind === "embedded") {
    // As a first start does.
    const folder = join(dataDir, "database");
    mkdirSync(folder);
    execFileSync("tar", ["-xzf", preparedArchive, "-C", folder], { stdio: "ignore" });
    return embeddedStore(dataDir, remove);
  }
  return postgresStore(await createPrepared(inject("postgresUrl")), dataDir, remove);
}

/** The embedded database of an existing data folder. */
export function embeddedStore(dataDir: string, remove: () => void): TestStore {
  const withConnection: TestStore["withConnection"] = async (work) => {
    if (await queryOverSocket(dataDir, "select 1").catch(() => null))
      return work((statement, values) => queryOverSocket(dataDir, statement, values) as never);
    const { source, close } = await openEmbeddedDatabase(dataDir, preparedArchive);
    if (source.kind !== "embedded") throw new Error("This is not the embedded database.");
    try {
      return await work(
        async (statement, values) => (await source.pg.query(statement, values)).rows as never,
      );
    } finally {
      await close();
    }
  };
  return {
    settings: { NODE_OPTIONS: `--import=${socketModule}` },
    dataDir,
    remove,
    untilIdle: () => Promise.resolve(),
    withConnection,
    query: (statement, values) => withConnection((query) => query(statement, values)),
  };
}

const socketModule = pathToFileURL(join(import.meta.dirname, "database-socket.ts")).href;

/** Throws when no process has the embedded database open. */
async function queryOverSocket(
  dataDir: string,
  statement: string,
  values?: unknown[],
): Promise<unknown[]> {
  const socket = connect(join(dataDir, "database.socket"));
  await once(socket, "connect");
  socket.end(serialize([statement, values]));
  const { rows, error } = deserialize(await buffer(socket)) as { rows?: unknown[]; error?: string };
  if (!rows) throw new Error(error);
  return rows;
}

export function postgresStore(url: string, dataDir: string, remove: () => void): TestStore {
  const withConnection: TestStore["withConnection"] = async (work) => {
    const client = await openClient(url);
    try {
      return await work(async (statement, values) => (await client.query(statement, values)).rows);
    } finally {
      await client.end();
    }
  };
  const otherConnections =
    "select pid from pg_stat_activity where datname = current_database() and backend_type " +
    "= 'client backend' and pid <> pg_backend_pid()";
  return {
    settings: { DATABASE_URL: url, AUTH_SECRET },
    dataDir,
    remove,
    untilIdle: () =>
      withConnection(async (query) => {
        while ((await query(otherConnections)).length > 0);
      }),
    withConnection,
    query: (statement, values) => withConnection((query) => query(statement, values)),
  };
}

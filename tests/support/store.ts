import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { deserialize, serialize } from "node:v8";
import pg from "pg";
import { inject } from "vitest";
import { openEmbeddedDatabase, preparedArchive } from "#app/server/database/db.server.ts";
import { createPrepared } from "./postgres.ts";
import { temporaryDataDir } from "./site.ts";

/* Where a site under test keeps its data, looked at from outside. */

export type DatabaseKind = "embedded" | "postgres";
export const databaseKinds: DatabaseKind[] = ["embedded", "postgres"];

type Query = <Row extends Record<string, unknown>>(
  statement: string,
  values?: unknown[],
) => Promise<Row[]>;

export type TestStore = {
  /** The environment that makes a site use it. */
  settings: Record<string, string>;
  dataDir: string;
  /** Lends a connection. While a site holds the embedded database, each statement is a transaction of its own. */
  look: <T>(work: (query: Query) => Promise<T>) => Promise<T>;
  /** Waits until nobody else is at work in it: a server finishes what a killed process had asked for. */
  untilIdle: () => Promise<void>;
  remove: () => void;
};

/** A secret that stands for an installation's own. */
export const AUTH_SECRET = "a secret of the tests, long enough to be one";

/** Has every enquiry announced by an email of its own, for tests that count these. */
export async function announceEach({ look }: Pick<TestStore, "look">): Promise<void> {
  await look(async (query) => {
    await query(`create function never_spent() returns trigger language plpgsql as
      $$ begin new.spent_until := '2000-01-01'; return new; end $$`);
    await query(`create trigger never_spent before insert or update on allowances for each row
      when (new.id = 'announcements of enquiries') execute function never_spent()`);
  });
}

/** An empty, migrated database of its own: of the kind that this run of the file is for, unless one is named. */
export async function createStore(
  kind: DatabaseKind = process.env.TEST_DATABASE as DatabaseKind,
): Promise<TestStore> {
  const { dataDir, remove } = temporaryDataDir();
  if (kind === "embedded") return embeddedStore(dataDir, remove);
  return postgresStore(await createPrepared(inject("postgresUrl")), dataDir, remove);
}

/** The embedded database of a data folder that is there already. */
export function embeddedStore(dataDir: string, remove: () => void): TestStore {
  return {
    settings: { NODE_OPTIONS: `--import=${inside}` },
    dataDir,
    remove,
    untilIdle: () => Promise.resolve(),
    async look(work) {
      if (await askInside(dataDir, "select 1").catch(() => null))
        return work((statement, values) => askInside(dataDir, statement, values) as never);
      const { source, close } = await openEmbeddedDatabase(dataDir, preparedArchive);
      if (source.kind !== "embedded") throw new Error("This is not the embedded database.");
      try {
        return await work(
          async (statement, values) => (await source.pg.query(statement, values)).rows as never,
        );
      } finally {
        await close();
      }
    },
  };
}

const inside = pathToFileURL(join(import.meta.dirname, "inside.ts")).href;

/** Asks the process that holds the embedded database. Throws when there is none. */
async function askInside(
  dataDir: string,
  statement: string,
  values?: unknown[],
): Promise<unknown[]> {
  const socket = connect(join(dataDir, "inside.socket"));
  await once(socket, "connect");
  socket.end(serialize([statement, values]));
  const { rows, error } = deserialize(await buffer(socket)) as { rows?: unknown[]; error?: string };
  if (!rows) throw new Error(error);
  return rows;
}

/** A database on a server of the test's own. */
export function postgresStore(url: string, dataDir: string, remove: () => void): TestStore {
  const look: TestStore["look"] = async (work) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return await work(async (statement, values) => (await client.query(statement, values)).rows);
    } finally {
      await client.end();
    }
  };
  const others =
    "select pid from pg_stat_activity where datname = current_database() and backend_type " +
    "= 'client backend' and pid <> pg_backend_pid()";
  return {
    settings: { DATABASE_URL: url, AUTH_SECRET },
    dataDir,
    remove,
    untilIdle: () =>
      look(async (query) => {
        while ((await query(others)).length > 0);
      }),
    look,
  };
}

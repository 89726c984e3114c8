import { AsyncLocalStorage } from "node:async_hooks";
import type { Writable } from "node:stream";
import { drizzle, NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { PgDialect, type PgTransactionConfig } from "drizzle-orm/pg-core";
import pg from "pg";
import type { Db } from "./db.server.ts";
import { insideTransaction, refuseBesideTransaction } from "./transaction-guard.server.ts";

// A request that cannot be served fails within five seconds: the timeouts below add up to less. The
// server's are shorter than ours, so that a statement that failed here is not carried out later.

// As in PGlite: a count that is a string would only be noticed where it is added up.
pg.types.setTypeParser(pg.types.builtins.INT8, (written) => {
  const number = Number(written);
  return Number.isSafeInteger(number) ? number : BigInt(written);
});

/** In milliseconds. */
const waits = {
  /** For all connections of one request together. */
  request: 1_500,
  background: 5_000,
  /** For all locks of one request's transaction together: `lock_timeout` counts each by itself. */
  locks: 2_000,
  rollback: 400,
};

/** In milliseconds. `query_timeout` is the client's: a lost server may never answer. */
const timeouts = {
  serving: {
    lock_timeout: 1_500,
    statement_timeout: 2_500,
    idle_in_transaction_session_timeout: 10_000,
    query_timeout: 2_800,
  },
  background: {
    lock_timeout: 10_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    query_timeout: 65_000,
  },
  none: {},
};

/** For requests and jobs; for scheduled tasks and the queue; for commands on the whole database. */
export type TimeoutProfile = keyof typeof timeouts;

/** The connection was lost during a commit: the changes may be stored or not. */
export class OutcomeUnknown extends Error {
  override name = "OutcomeUnknown";
}

const remainingWait = new AsyncLocalStorage<{ milliseconds: number }>();

/** Limits the time that all queries of `work` together wait for connections. */
export function asRequest<T>(work: () => T): T {
  return remainingWait.run({ milliseconds: waits.request }, work);
}

export function connectionTo(url: string, profile: TimeoutProfile): pg.ClientConfig {
  return {
    connectionString: url,
    options: "-c timezone=UTC",
    connectionTimeoutMillis: waits.background,
    ...timeouts[profile],
  };
}

export function openPool(
  url: string,
  profile: TimeoutProfile,
  max: number,
): { db: Db; close: () => Promise<void> } {
  const pool = new pg.Pool({ ...connectionTo(url, profile), pipeline: true, max });
  // Unhandled, either event would end the process; the pool replaces the connection.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const query = (config: pg.QueryConfig, values: unknown[]) => queryOnce(pool, config, values);
  const db = drizzle({ client: { query } as pg.Pool }) as unknown as Db;
  db.transaction = ((work: (tx: Db) => Promise<unknown>, config?: PgTransactionConfig) =>
    transact(pool, work, config)) as never;
  return { db, close: () => pool.end() };
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  refuseBesideTransaction();
  const connecting = pool.connect();
  const remaining = remainingWait.getStore();
  if (!remaining) return connecting;
  const before = remaining.milliseconds;
  const began = performance.now();
  let timer: NodeJS.Timeout;
  const timedOut = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new Error("No connection to the database became free in time."));
    // Even with no time left, a request gets a connection that is free.
    timer = setTimeout(giveUp, Math.max(before, 20));
  });
  try {
    return await Promise.race([connecting, timedOut]);
  } catch (error) {
    connecting.then(
      (client) => client.release(),
      () => {},
    );
    throw error;
  } finally {
    clearTimeout(timer!);
    // Simultaneous waits count once.
    remaining.milliseconds = Math.min(remaining.milliseconds, before - (performance.now() - began));
  }
}

async function queryOnce(
  pool: pg.Pool,
  config: pg.QueryConfig,
  values: unknown[],
): Promise<pg.QueryResult> {
  const client = await connect(pool);
  let isUsable = true;
  try {
    return await client.query(config, values);
  } catch (error) {
    isUsable = isStatementError(error);
    throw error;
  } finally {
    client.release(!isUsable);
  }
}

/** Reuses the connection only after a confirmed end: the next commit would commit this work too. */
async function transact<T>(
  pool: pg.Pool,
  work: (tx: Db) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> {
  const client = await connect(pool);
  const together = writingOnce(client);
  const limited = remainingWait.getStore() ? limitLockWaits(together) : together;
  let hasEnded = false;
  try {
    const result = await runInTransaction(limited, work, config).catch(async (error: unknown) => {
      hasEnded = await rollBack(client);
      throw error;
    });
    const outcome = await client.query("commit").catch((error: unknown) => {
      hasEnded = isStatementError(error);
      throw hasEnded ? error : new OutcomeUnknown("The commit was not answered.", { cause: error });
    });
    hasEnded = true;
    // The answer is ROLLBACK when `work` ignored a failed statement.
    if (outcome.command !== "COMMIT")
      throw new Error("The transaction was rolled back: one of its statements had failed.");
    return result;
  } finally {
    client.release(!hasEnded);
  }
}

/** The later a statement begins, the less it may wait for locks; zero would mean any time. */
function limitLockWaits(client: pg.PoolClient): pg.PoolClient {
  const began = performance.now();
  const query = (config: pg.QueryConfig, values?: unknown[]) => {
    const left = Math.ceil(waits.locks - (performance.now() - began));
    if (left < timeouts.serving.lock_timeout)
      client.query(`set local lock_timeout = ${Math.max(left, 1)}`).catch(() => {});
    return client.query(config, values);
  };
  return { query } as pg.PoolClient;
}

async function runInTransaction<T>(
  client: pg.PoolClient,
  work: (tx: Db) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> {
  const dialect = new PgDialect();
  const tx = new NodePgTransaction(
    dialect,
    new NodePgSession(client, dialect, undefined),
    undefined,
  );
  await client.query("begin");
  if (config) await tx.setTransaction(config);
  return insideTransaction(() => work(tx as unknown as Db));
}

/** What a transaction asks at once, as by `Promise.all`, goes to the server in one piece. */
function writingOnce(client: pg.PoolClient): pg.PoolClient {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  const query = (config: pg.QueryConfig, values?: unknown[]) => {
    stream.cork();
    process.nextTick(() => stream.uncork());
    return client.query(config, values);
  };
  return { query } as pg.PoolClient;
}

async function rollBack(client: pg.PoolClient): Promise<boolean> {
  const rollback: pg.QueryConfig & Pick<pg.ClientConfig, "query_timeout"> = {
    text: "rollback",
    query_timeout: waits.rollback,
  };
  return client.query(rollback).then(
    () => true,
    () => false,
  );
}

/** SQLSTATE codes with which the server ends the connection. */
const connectionEnds = /^(08|57P0|25P0[34]|58|XX)/;

function isStatementError(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !connectionEnds.test(error.code ?? "XX");
}

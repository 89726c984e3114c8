import { AsyncLocalStorage } from "node:async_hooks";
import { drizzle, NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { PgDialect, type PgTransactionConfig } from "drizzle-orm/pg-core";
import pg from "pg";
import type { Db } from "./db.server.ts";
import { insideTransaction, refuseBesideTransaction } from "./transaction-guard.server.ts";

/*
 * Connections to a PostgreSQL server. Whoever is refused hears it within five seconds: the waits
 * below add up to less. The server gives up before this side does, so that what was refused is
 * known not to happen later.
 */

/** In milliseconds. */
const patience = {
  /** All waits of one request for a free connection together. */
  request: 1_500,
  /** The same for jobs and scheduled tasks, each time. */
  background: 5_000,
  rollback: 400,
};

/** What the server keeps to, and last how long this side waits for a server that may be gone without a word. */
const limits = {
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

/** For requests and jobs; for scheduled tasks and the queue; for commands that read or write everything. */
export type Limits = keyof typeof limits;

/** The server was lost while it was committing: the changes may be stored or not. */
export class OutcomeUnknown extends Error {
  override name = "OutcomeUnknown";
}

const request = new AsyncLocalStorage<{ left: number }>();

/** Runs `work` as the answer to a request, whose waits for connections are limited together. */
export function asRequest<T>(work: () => T): T {
  return request.run({ left: patience.request }, work);
}

/** How a connection to a server is opened. */
export function connectionTo(url: string, limited: Limits): pg.ClientConfig {
  return {
    connectionString: url,
    options: "-c timezone=UTC",
    connectionTimeoutMillis: patience.background,
    ...limits[limited],
  };
}

/** A {@link Db} over a pool of at most `max` connections. */
export function openPool(
  url: string,
  limited: Limits,
  max: number,
): { db: Db; close: () => Promise<void> } {
  const pool = new pg.Pool({ ...connectionTo(url, limited), max });
  // An idle connection that the server cuts is not an error of ours: the pool opens another.
  pool.on("error", () => {});
  // Nor is one that it cuts while a transaction has it: that query fails, and says so to whoever asked.
  pool.on("connect", (client) => client.on("error", () => {}));
  const query = (config: pg.QueryConfig, values: unknown[]) => queryOnce(pool, config, values);
  const db = drizzle({ client: { query } as pg.Pool }) as unknown as Db;
  db.transaction = ((work: (tx: Db) => Promise<unknown>, config?: PgTransactionConfig) =>
    transact(pool, work, config)) as never;
  return { db, close: () => pool.end() };
}

/** Waits for a free connection, in a request no longer than the rest of its patience. */
async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  refuseBesideTransaction();
  const connecting = pool.connect();
  const asking = request.getStore();
  if (!asking) return connecting;
  const { left } = asking;
  const began = performance.now();
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new Error("No connection to the database became free in time."));
    // Somebody whose patience is used up still takes a connection that is free.
    timer = setTimeout(giveUp, Math.max(left, 20));
  });
  try {
    return await Promise.race([connecting, late]);
  } catch (error) {
    connecting.then(
      (client) => client.release(),
      () => {},
    );
    throw error;
  } finally {
    clearTimeout(timer!);
    // Several waits at the same time count once.
    asking.left = Math.min(asking.left, left - (performance.now() - began));
  }
}

async function queryOnce(
  pool: pg.Pool,
  config: pg.QueryConfig,
  values: unknown[],
): Promise<pg.QueryResult> {
  const client = await connect(pool);
  let answered = true;
  try {
    return await client.query(config, values);
  } catch (error) {
    answered = isRefusal(error);
    throw error;
  } finally {
    client.release(!answered);
  }
}

/**
 * Runs `work` in a transaction. The connection returns to the pool only when the server has said that
 * the transaction is over: otherwise the next user's commit would commit this one as well.
 * Throws {@link OutcomeUnknown} when the commit was sent and not answered.
 */
async function transact<T>(
  pool: pg.Pool,
  work: (tx: Db) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> {
  const client = await connect(pool);
  let over = false;
  try {
    const result = await begun(client, work, config).catch(async (error: unknown) => {
      over = await rolledBack(client);
      throw error;
    });
    const outcome = await client.query("commit").catch((error: unknown) => {
      over = isRefusal(error);
      throw over ? error : new OutcomeUnknown("The commit was not answered.", { cause: error });
    });
    over = true;
    // What the server answers when a statement had failed and nobody minded.
    if (outcome.command !== "COMMIT")
      throw new Error("The transaction was rolled back: one of its statements had failed.");
    return result;
  } finally {
    client.release(!over);
  }
}

async function begun<T>(
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

async function rolledBack(client: pg.PoolClient): Promise<boolean> {
  const rollback: pg.QueryConfig & Pick<pg.ClientConfig, "query_timeout"> = {
    text: "rollback",
    query_timeout: patience.rollback,
  };
  return client.query(rollback).then(
    () => true,
    () => false,
  );
}

/** Codes with which the server ends the connection, in the middle of whatever it was doing. */
const endings = /^(08|57P0|25P0[34]|58|XX)/;

/** Whether the server has said No and goes on. */
function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !endings.test(error.code ?? "XX");
}

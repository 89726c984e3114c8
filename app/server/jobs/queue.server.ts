import { sql } from "drizzle-orm";
import { fromDrizzle, fromPglite, type JobResult, PgBoss } from "pg-boss";
import type { SignInMessage } from "#app/features/auth/model.ts";
import type { Database, Db } from "#app/server/database/db.server.ts";
import { log } from "#app/server/log.server.ts";
import { connectionTo } from "#app/server/database/postgres.server.ts";
import { rowsOf } from "#app/server/database/rows.server.ts";

/*
 * Work that must happen but not while a visitor waits. A job is written in the transaction that
 * caused it, so neither exists without the other.
 */

const minutes = 60;
const hours = 60 * minutes;

/** Retries start after seconds and never wait longer than a quarter of an hour; they go on for about two days. */
const patience = {
  retryLimit: 200,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 15 * minutes,
};

const queues = {
  letters: {
    ...patience,
    deadLetter: "dead-letters",
    // A process that is killed stops its heartbeat; its letters return to the queue.
    heartbeatSeconds: 10,
    expireInSeconds: 2 * minutes,
    retentionSeconds: 14 * 24 * hours,
    deleteAfterSeconds: 24 * hours,
    notify: true,
  },
  /** One person's standing in the newsletter, on its way to Mailchimp. */
  subscribers: {
    ...patience,
    heartbeatSeconds: 10,
    expireInSeconds: 2 * minutes,
    retentionSeconds: 14 * 24 * hours,
    deleteAfterSeconds: 24 * hours,
    notify: true,
  },
  /** Somebody whom Mailchimp is to forget. */
  "forgotten-members": {
    ...patience,
    heartbeatSeconds: 10,
    expireInSeconds: 2 * minutes,
    retentionSeconds: 14 * 24 * hours,
    deleteAfterSeconds: hours,
    notify: true,
  },
  "dead-letters": { retryLimit: 200, retryDelay: 30, retentionSeconds: 14 * 24 * hours },
  // Whoever waits at the login asks again; what comes after some minutes helps nobody, and says who asked.
  "sign-in": {
    retryLimit: 5,
    retryDelay: 2,
    retryBackoff: true,
    heartbeatSeconds: 10,
    expireInSeconds: minutes,
    retentionSeconds: 10 * minutes,
    deleteAfterSeconds: 10 * minutes,
    notify: true,
  },
};

/** What the jobs of each queue are given. */
type Jobs = {
  letters: { letterId: string };
  "dead-letters": { letterId: string };
  subscribers: { subscriberId: string };
  "forgotten-members": { memberHash: string };
  "sign-in": SignInMessage;
};
export type QueueName = keyof Jobs;

/** What a job's handler does; throwing hands the job back for a later try. */
export type JobHandler<Name extends QueueName> = (data: Jobs[Name]) => Promise<void>;

const noJob = "00000000-0000-0000-0000-000000000000";

let boss: PgBoss | null = null;

/** Opens the queue on the process's database. No job runs before {@link handleJobs}. */
export async function openQueue({ source }: Database): Promise<void> {
  const timing = {
    monitorIntervalSeconds: 5,
    superviseIntervalSeconds: 5,
    schedule: false,
    useListenNotify: true,
  };
  const opening =
    source.kind === "embedded"
      ? new PgBoss({ db: fromPglite(source.pg), backend: "pglite", ...timing })
      : new PgBoss({ ...connectionTo(source.url, "background"), max: 3, ...timing });
  opening.on("error", (error) => log.error({ err: error }, "job queue"));
  await opening.start();
  for (const name of [
    "dead-letters",
    "letters",
    "subscribers",
    "forgotten-members",
    "sign-in",
  ] as const) {
    await opening.createQueue(name, queues[name]);
    // A queue is looked up at its first use; that must not happen beside somebody's open transaction.
    await opening.findJobs(name, { id: noJob });
  }
  boss = opening;
}

/**
 * How jobs are taken. A notification wakes the worker once for all jobs of a commit, so it takes a
 * few at a time; they end within their time even when each waits for a mail server that hangs. A
 * retry that falls due notifies nobody: the short interval finds it.
 */
const taking = {
  batchSize: 4,
  perJobResults: true,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 1,
} as const;

/** Takes the jobs of a queue as they come; each is settled by itself. */
export async function handleJobs<Name extends QueueName>(
  name: Name,
  handler: JobHandler<Name>,
): Promise<void> {
  await queue().work<Jobs[Name], void, typeof taking>(name, taking, (jobs) =>
    Promise.all(jobs.map(({ id, data }) => settled(id, handler(data)))),
  );
}

async function settled(id: string, done: Promise<void>): Promise<JobResult> {
  try {
    await done;
    return { id, status: "completed" };
  } catch (error) {
    return {
      id,
      status: "failed",
      output: { message: error instanceof Error ? error.message : String(error) },
    };
  }
}

/** Adds jobs in the transaction `tx`. */
export async function enqueue<Name extends QueueName>(
  tx: Db,
  name: Name,
  jobs: readonly Jobs[Name][],
): Promise<void> {
  await queue().insert(
    name,
    jobs.map((data) => ({ data })),
    { db: fromDrizzle(tx as never, sql) },
  );
}

/**
 * Adds those of the `wanted` jobs that are missing, in the transaction `tx`: one that is waiting, under way or just being
 * given up stays as it is. Any number of processes may do so at once.
 */
export async function enqueueMissing<Name extends "letters" | "subscribers">(
  tx: Db,
  name: Name,
  wanted: readonly Jobs[Name][],
): Promise<void> {
  if (wanted.length === 0) return;
  await tx.execute(sql`select pg_advisory_xact_lock(${missingLock})`);
  const there = await rowsOf<{ about: string }>(
    tx,
    sql`select data::text as about from pgboss.job where name in (${name}, 'dead-letters') and state < 'completed'`,
  );
  const known = new Set(there.map(({ about }) => idOf(JSON.parse(about) as Jobs[Name])));
  const missing = wanted.filter((data) => !known.has(idOf(data)));
  if (missing.length > 0) await enqueue(tx, name, missing);
}

/** Any number will do, as long as all processes take the same. */
const missingLock = 7_240_032;

/** The row that a job is about. */
function idOf(data: Jobs["letters"] | Jobs["subscribers"]): string {
  return "letterId" in data ? data.letterId : data.subscriberId;
}

/** Forgets the jobs that speak of these letters or subscribers, or of exactly this address; whatever they were to do is gone. */
export async function deleteJobsAbout(tx: Db, ids: readonly string[], address = ""): Promise<void> {
  const named = sql`coalesce(data->>'letterId', data->>'subscriberId') in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;
  await tx.execute(
    sql`delete from pgboss.job where ${named} or lower(data->>'email') = ${address}`,
  );
}

/**
 * Makes jobs due that wait for longer than any rule here lets one wait: they were written by a clock that ran ahead and
 * was put right since.
 */
export async function expediteMisdatedJobs(db: Db): Promise<void> {
  await db.execute(
    sql`update pgboss.job set start_after = pgboss.job_now() where state < 'active' and start_after > pgboss.job_now() + interval '1 hour'`,
  );
}

/** Takes no more jobs and gives those under way a few seconds; what is left then goes back to the queue. */
export async function closeQueue(): Promise<void> {
  await boss?.stop({ graceful: true, timeout: 5_000 });
  boss = null;
}

function queue(): PgBoss {
  if (!boss) throw new Error("The job queue is not open.");
  return boss;
}

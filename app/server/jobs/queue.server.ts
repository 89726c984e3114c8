import { sql } from "drizzle-orm";
import { fromDrizzle, fromPglite, type JobResult, PgBoss, systemClock } from "pg-boss";
import type { SignInMessage } from "#app/features/auth/model.ts";
import type { Database, Db } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import { connectionTo } from "#app/server/database/postgres.server.ts";
import { log } from "#app/server/log.server.ts";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Retried for about two days. */
const persistent = {
  retryLimit: 200,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 15 * minute,
  // Without a heartbeat, the job of a killed process would wait for its expiry.
  heartbeatSeconds: 10,
  expireInSeconds: 2 * minute,
  retentionSeconds: 14 * day,
  deleteAfterSeconds: day,
  notify: true,
};

/** In order of creation: a queue must exist before it is named as a dead letter queue. */
const queues = {
  "dead-letters": { retryLimit: 200, retryDelay: 30, retentionSeconds: 14 * day },
  letters: { ...persistent, deadLetter: "dead-letters" },
  // Apart, so that no other email waits for a newsletter. A slow pace may hold four of them for minutes.
  newsletters: { ...persistent, expireInSeconds: 15 * minute, deadLetter: "dead-letters" },
  subscribers: persistent,
  "dead-pictures": { retryLimit: 200, retryDelay: 30, retentionSeconds: 14 * day },
  // Encoding takes seconds, on a busy machine minutes; more retries would help no picture.
  pictures: {
    ...persistent,
    retryLimit: 5,
    expireInSeconds: 5 * minute,
    deadLetter: "dead-pictures",
  },
  "card-pages": persistent,
  "forgotten-members": { ...persistent, deleteAfterSeconds: hour },
  // Short-lived: the user asks again after minutes, and the job holds personal data.
  "sign-in": {
    retryLimit: 5,
    retryDelay: 2,
    retryBackoff: true,
    heartbeatSeconds: 10,
    expireInSeconds: minute,
    retentionSeconds: 10 * minute,
    deleteAfterSeconds: 10 * minute,
    notify: true,
  },
};

type QueueName = keyof typeof queues;

/** Stored: a job may outlive the version that wrote it. */
export type JobData = {
  letters: { letterId: string };
  "dead-letters": { letterId: string };
  newsletters: { letterId: string };
  subscribers: { subscriberId: string };
  pictures: { pictureId: string };
  "dead-pictures": { pictureId: string };
  "card-pages": { sessionId: string };
  "forgotten-members": { memberHash: string };
  "sign-in": SignInMessage;
};

const noJob = "00000000-0000-0000-0000-000000000000";

let boss: PgBoss | null = null;

// If the system clock was set back, the queue would wait until it has caught up.
const steadyClock = { ...systemClock, now: () => performance.timeOrigin + performance.now() };

export async function openQueue({ source }: Database): Promise<void> {
  const timing = {
    // `wakeWorkers` asks for it as soon as it is needed.
    monitorIntervalSeconds: 1,
    superviseIntervalSeconds: hour,
    // No job waits for another one.
    flowIntervalSeconds: hour,
    schedule: false,
    useListenNotify: true,
    clock: steadyClock,
  };
  const opening =
    source.kind === "embedded"
      ? new PgBoss({ db: fromPglite(source.pg), backend: "pglite", ...timing })
      : new PgBoss({ ...connectionTo(source.url, "background"), max: 3, ...timing });
  opening.on("error", (error) => log.error({ err: error }, "job queue"));
  await opening.start();
  for (const name of Object.keys(queues) as QueueName[]) {
    await opening.createQueue(name, queues[name]);
    // pg-boss looks a queue up at first use; beside an open transaction PGlite would deadlock.
    await opening.findJobs(name, { id: noJob });
  }
  boss = opening;
}

// A commit notifies once for all its jobs, so a worker takes several: few enough to end before they
// expire even if the mail server hangs. Where no notification arrives, `wakeWorkers` finds the job.
const workOptions = {
  batchSize: 4,
  perJobResults: true,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 60,
} as const;

const workers = new Map<string, string>();

/** A handler that throws returns its job for a later try. */
export async function handleJobs<Name extends QueueName>(
  name: Name,
  handler: (data: JobData[Name]) => Promise<void>,
  batchSize: number = workOptions.batchSize,
): Promise<void> {
  const options = { ...workOptions, batchSize };
  const worker = await openedQueue().work<JobData[Name], void, typeof options>(
    name,
    options,
    (jobs) => Promise.all(jobs.map(({ id, data }) => resultOf(id, handler(data)))),
  );
  workers.set(name, worker);
}

/** In milliseconds. A retry of a process that was killed may be late by `between`. */
const rest = { between: 5_000, afterWork: 10_000 };
let restsUntil = 0;
let worksUntil = 0;

/** What this process enqueues or tries may be due again soon. */
function stayAwake(): void {
  restsUntil = 0;
  worksUntil = performance.now() + rest.afterWork;
}

/**
 * Retries and delayed jobs notify nobody when they fall due, nor does a process that was killed with
 * its jobs: one look for all queues costs least. While there are no jobs it rests.
 */
export async function wakeWorkers(db: Db): Promise<void> {
  if (performance.now() < restsUntil) return;
  const jobs = await rowsOf<{ name: string; state: string; due: boolean }>(
    db,
    sql`select distinct name, state, case when state < 'active' then start_after <= pgboss.job_now()
      else pgboss.job_now() > least(started_on + expire_seconds * interval '1s',
        heartbeat_on + heartbeat_seconds * interval '1s') end as due
      from pgboss.job where state <= 'active'`,
  );
  const now = performance.now();
  if (jobs.length === 0 && now > worksUntil) restsUntil = now + rest.between;
  const due = jobs.filter((job) => job.due);
  if (due.some(({ state }) => state === "active")) await openedQueue().supervise();
  for (const { name } of due) {
    const worker = workers.get(name);
    if (worker) openedQueue().notifyWorker(worker);
  }
}

async function resultOf(id: string, handled: Promise<void>): Promise<JobResult> {
  try {
    await handled;
    return { id, status: "completed" };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { id, status: "failed", output: { message } };
  } finally {
    stayAwake();
  }
}

/** Writes jobs in the transaction that causes them: both exist or neither. `delay`: in seconds. */
export async function enqueue<Name extends QueueName>(
  tx: Db,
  name: Name,
  jobs: readonly JobData[Name][],
  delay = 0,
): Promise<void> {
  stayAwake();
  await openedQueue().insert(
    name,
    jobs.map((data) => ({ data, startAfter: delay })),
    { db: fromDrizzle(tx as never, sql) },
  );
}

/** Running jobs have five seconds; then they return to the queue. */
export async function closeQueue(): Promise<void> {
  await boss?.stop({ graceful: true, timeout: 5_000 });
  boss = null;
}

function openedQueue(): PgBoss {
  if (!boss) throw new Error("The job queue is not open.");
  return boss;
}

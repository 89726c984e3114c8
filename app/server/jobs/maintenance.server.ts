import { sql } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import { enqueue, type JobData } from "./queue.server.ts";
import { log } from "#app/server/log.server.ts";
import { msPerHour } from "#app/values/calendar.ts";

// An arbitrary number that all processes share.
const missingLock = 7_240_032;

type RowJob = "letters" | "newsletters" | "subscribers" | "pictures";

/** Skips jobs that are waiting, running or failing. */
export async function enqueueMissing<Name extends RowJob>(
  tx: Db,
  name: Name,
  wanted: readonly JobData[Name][],
): Promise<void> {
  if (wanted.length === 0) return;
  await tx.execute(sql`select pg_advisory_xact_lock(${missingLock})`);
  const unfinished = await rowsOf<{ data: string }>(
    tx,
    sql`select data::text as data from pgboss.job
      where name in (${name}, 'dead-letters', 'dead-pictures') and state < 'completed'`,
  );
  const known = new Set(unfinished.map(({ data }) => rowIdOf(JSON.parse(data) as JobData[Name])));
  const missing = wanted.filter((data) => !known.has(rowIdOf(data)));
  if (missing.length > 0) await enqueue(tx, name, missing);
}

function rowIdOf(data: JobData[RowJob]): string {
  if ("pictureId" in data) return data.pictureId;
  return "letterId" in data ? data.letterId : data.subscriberId;
}

export async function deleteJobsAbout(tx: Db, ids: readonly string[], email = ""): Promise<void> {
  await tx.execute(
    sql`delete from pgboss.job where lower(data->>'email') = ${email}
      or coalesce(data->>'letterId', data->>'subscriberId')
        in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`,
  );
}

/** Jobs wait less than this unless a wrong clock dated them, even emails held until morning. */
export async function expediteMisdatedJobs(db: Db): Promise<void> {
  await db.execute(
    sql`update pgboss.job set start_after = pgboss.job_now()
      where state < 'active' and start_after > pgboss.job_now() + interval '4 hours'`,
  );
}

/** Returned by a task that has committed a part of its work: it runs again at once. */
export const unfinished = "unfinished";

/** Starts now and repeats every `interval` ms; a failed task does not stop the others. */
export function runScheduledTasks(
  tasks: readonly (() => Promise<unknown>)[],
  interval = msPerHour,
): () => Promise<void> {
  const stopping = new AbortController();
  const runAll = async () => {
    for (const task of tasks) {
      try {
        while (!stopping.signal.aborted && (await task()) === unfinished);
      } catch (error) {
        log.warn({ err: error }, "scheduled task failed; the next run tries again");
      }
    }
  };
  let running = runAll();
  const timer = setInterval(() => void (running = running.then(runAll)), interval);
  timer.unref();
  return () => {
    stopping.abort();
    clearInterval(timer);
    // A running task still needs the database.
    return running;
  };
}

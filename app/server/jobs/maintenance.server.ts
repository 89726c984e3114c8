import { sql } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/rows.server.ts";
import { enqueue } from "./queue.server.ts";
import type { JobData } from "./queues.server.ts";

/** Any number will do, as long as all processes take the same. */
const missingLock = 7_240_032;

/**
 * Adds those of the `wanted` jobs that are missing, in the transaction `tx`: one that is waiting,
 * running or about to be given up stays as it is. Any number of processes may do so at once.
 */
export async function enqueueMissing<Name extends "letters" | "subscribers">(
  tx: Db,
  name: Name,
  wanted: readonly JobData[Name][],
): Promise<void> {
  if (wanted.length === 0) return;
  await tx.execute(sql`select pg_advisory_xact_lock(${missingLock})`);
  const unfinished = await rowsOf<{ data: string }>(
    tx,
    sql`select data::text as data from pgboss.job
      where name in (${name}, 'dead-letters') and state < 'completed'`,
  );
  const known = new Set(unfinished.map(({ data }) => rowIdOf(JSON.parse(data) as JobData[Name])));
  const missing = wanted.filter((data) => !known.has(rowIdOf(data)));
  if (missing.length > 0) await enqueue(tx, name, missing);
}

/** The row that a job is about. */
function rowIdOf(data: JobData["letters"] | JobData["subscribers"]): string {
  return "letterId" in data ? data.letterId : data.subscriberId;
}

/** Deletes the jobs about these emails or subscribers, or about exactly this email address. */
export async function deleteJobsAbout(tx: Db, ids: readonly string[], email = ""): Promise<void> {
  await tx.execute(
    sql`delete from pgboss.job where lower(data->>'email') = ${email}
      or coalesce(data->>'letterId', data->>'subscriberId')
        in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`,
  );
}

/**
 * Makes jobs due that wait for longer than any retry delay allows: they were written by a clock
 * that was ahead and has been corrected since.
 */
export async function expediteMisdatedJobs(db: Db): Promise<void> {
  await db.execute(
    sql`update pgboss.job set start_after = pgboss.job_now()
      where state < 'active' and start_after > pgboss.job_now() + interval '1 hour'`,
  );
}

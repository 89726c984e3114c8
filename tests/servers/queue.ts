import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Db } from "#app/server/db.server.ts";
import { rowsOf } from "#app/server/rows.server.ts";

/* The queue of a domain test, whose clock is the database's and can be set. */

/** Puts the queue's clock forward. */
export async function setClock(db: Db, minutes: number): Promise<void> {
  await db.execute(sql.raw(`create or replace function pgboss.job_now() returns timestamp with time zone as $$ select now() + interval '${minutes} minutes' $$ language sql stable`));
}

/** Waits until no job of a queue is under way or due. */
export async function allTried(db: Db, queue: string): Promise<void> {
  const due = () => rowsOf<{ count: number }>(db, sql`select count(*)::int as count from pgboss.job where name = ${queue} and (state = 'active' or (state < 'active' and start_after <= pgboss.job_now()))`);
  await expect.poll(async () => (await due())[0]!.count, { timeout: 60_000 }).toBe(0);
}

import { lt, sql } from "drizzle-orm";
import type { Db } from "./db.server.ts";
import { rowsOf } from "./rows.server.ts";
import { rateLimitBuckets, formCounters } from "./tables.server.ts";

/**
 * How often something may happen: `atOnce` times, and then another time every `every`
 * milliseconds. There is no window with an edge at which twice as many would pass.
 */
export type Allowance = { atOnce: number; every: number };

/**
 * Spends one of an allowance, in the database, so that all processes spend from the same one.
 * Answers with the milliseconds until there is another when it is used up, else with null.
 */
export async function spend(
  tx: Db,
  id: string,
  { atOnce, every }: Allowance,
  now: Date,
): Promise<number | null> {
  const at = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  /** When this much or less is spent there is one left. */
  const oneLeft = at((atOnce - 1) * every);
  /** More cannot be spent: it was written by a clock that ran ahead, and shuts nobody out. */
  const most = at((atOnce + 1) * every);
  const until = rateLimitBuckets.fullAt;
  const usedUp = sql`${until} > ${oneLeft.toISOString()} and ${until} <= ${most.toISOString()}`;
  const known = sql`select 1 from ${rateLimitBuckets} where ${rateLimitBuckets.id} = ${id} and ${usedUp}`;
  const wait = sql`
    select extract(epoch from ${until} - ${oneLeft.toISOString()})::float8 * 1000 as wait
    from ${rateLimitBuckets} where ${rateLimitBuckets.id} = ${id}`;
  const started = sql`
    case when ${until} > ${most.toISOString()} then ${now.toISOString()}::timestamptz
    else greatest(${until}, ${now.toISOString()}) end`;
  // What is seen to be used up is not locked: in a flood nobody waits for anybody else's commit.
  const [found] = await rowsOf<{ spent: boolean; wait: number | null }>(
    tx,
    sql`
      with spent as (
        insert into ${rateLimitBuckets} (id, spent_until)
        select ${id}, ${at(every).toISOString()}::timestamptz where not exists (${known})
        on conflict (id) do update
        set spent_until = ${started} + ${every}::int * interval '1 millisecond'
        where not (${usedUp})
        returning 1
      )
      select exists (select from spent) as spent, (${wait}) as wait`,
  );
  if (found!.spent) return null;
  if (found!.wait !== null && found!.wait > 0) return Math.ceil(found!.wait);
  // Somebody else has spent the last one at this moment, which the statement above does not see.
  const [seen] = await rowsOf<{ wait: number }>(tx, wait);
  return Math.max(1, Math.ceil(seen?.wait ?? every));
}

const hour = 3_600_000;

/** Forgets allowances of which nothing is spent any more. */
export async function forgetAllowances(db: Db, now: Date): Promise<void> {
  await db.delete(rateLimitBuckets).where(lt(rateLimitBuckets.fullAt, now));
  // The version before left counters of forms behind, which nobody else forgets.
  await db.delete(formCounters).where(lt(formCounters.began, new Date(now.getTime() - hour)));
}

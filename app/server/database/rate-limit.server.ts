import { lt, sql } from "drizzle-orm";
import { msPerHour } from "#app/values/calendar.ts";
import type { Db } from "./db.server.ts";
import { rowsOf } from "./list.server.ts";
import { rateLimitBuckets, formCounters } from "./tables.server.ts";

/** A token bucket: `burst` at once, then one every `interval` milliseconds. */
export type RateLimit = { burst: number; interval: number };

/** How far the clock readings of simultaneous requests may differ, in milliseconds. */
const apart = 1_000;

/** All processes share the bucket. Returns null, or the milliseconds until the next token. */
export async function consume(tx: Db, id: string, { burst, interval }: RateLimit, now: Date) {
  const at = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  const lastToken = at((burst - 1) * interval);
  // A later time was written by a clock that ran ahead; such a bucket counts as full.
  const latest = at((burst + 1) * interval);
  const { fullAt } = rateLimitBuckets;
  // A request that read the clock just before the bucket began still gets its last token.
  const empty = new Date(lastToken.getTime() + apart);
  const isEmpty = sql`${fullAt} > ${empty.toISOString()} and ${fullAt} <= ${latest.toISOString()}`;
  const emptyBucket = sql`select 1 from ${rateLimitBuckets} where ${rateLimitBuckets.id} = ${id} and ${isEmpty}`;
  const wait = sql`
    select extract(epoch from ${fullAt} - ${lastToken.toISOString()})::float8 * 1000 as wait
    from ${rateLimitBuckets} where ${rateLimitBuckets.id} = ${id}`;
  const fullFrom = sql`
    case when ${fullAt} > ${latest.toISOString()} then ${now.toISOString()}::timestamptz
    else greatest(${fullAt}, ${now.toISOString()}) end`;
  // The request that took the last token may have read the clock a moment later than this one.
  const atMost = (milliseconds: number) => Math.min(interval, Math.ceil(milliseconds));
  // An empty bucket is not locked: in a flood no request waits for another's commit.
  const [found] = await rowsOf<{ consumed: boolean; wait: number | null }>(
    tx,
    sql`
      with consumed as (
        insert into ${rateLimitBuckets} (id, spent_until)
        select ${id}, ${at(interval).toISOString()}::timestamptz where not exists (${emptyBucket})
        on conflict (id) do update
        set spent_until = ${fullFrom} + ${interval}::int * interval '1 millisecond'
        where not (${isEmpty})
        returning 1
      )
      select exists (select from consumed) as consumed, (${wait}) as wait`,
  );
  if (found!.consumed) return null;
  if (found!.wait !== null && found!.wait > apart) return atMost(found!.wait);
  // Another request took the last token, which the statement above does not see.
  const [bucket] = await rowsOf<{ wait: number }>(tx, wait);
  return Math.max(1, atMost(bucket?.wait ?? interval));
}

export async function deleteFullRateLimits(db: Db, now: Date): Promise<void> {
  await db.delete(rateLimitBuckets).where(lt(rateLimitBuckets.fullAt, now));
  // The previous version's counters, which only this deletes.
  await db.delete(formCounters).where(lt(formCounters.began, new Date(now.getTime() - msPerHour)));
}

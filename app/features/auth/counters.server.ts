import { randomUUID } from "node:crypto";
import { and, eq, gt, inArray, lte, not, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { attemptCounters } from "#app/server/database/tables.server.ts";
import { tooMany } from "./refusals.server.ts";

export type AttemptLimit = { key: string; max: number; windowMs: number };

type Counter = Pick<typeof attemptCounters.$inferSelect, "count" | "lastRequest" | "endsAt">;
type Counted = { count: number; since: Date; wait: number | null };

/** So many counters may be begun in a process before it looks for some to forget. */
const betweenSweeps = 1_000;
let begun = 0;

/** Counts one more, until it is too many. `wait`: null while it is allowed, else the seconds until it is again. */
export async function incrementCounter(
  db: Db,
  { key, max, windowMs }: AttemptLimit,
  now = new Date(),
): Promise<Counted> {
  const at = now.getTime();
  const fresh = { count: 1, lastRequest: at, endsAt: new Date(at + windowMs) };
  // One that ends much later was begun by a clock that ran ahead, and shuts nobody out.
  const latest = new Date(at + 2 * windowMs).toISOString();
  const over = sql`(${attemptCounters.endsAt} <= ${now.toISOString()}::timestamptz or ${attemptCounters.endsAt} > ${latest}::timestamptz)`;
  // What is used up is only read: in a flood nobody waits for the commit of anybody else.
  const usedUp = and(eq(attemptCounters.key, key), gt(attemptCounters.count, max), not(over));
  const [full] = await db.select().from(attemptCounters).where(usedUp);
  const [row] = full ? [full] : await countOne(db, key, fresh, over);
  const { count: counted, lastRequest, endsAt } = row!;
  if (counted === 1 && ++begun % betweenSweeps === 0) await deleteExpiredCounters(db, now);
  const wait = counted <= max ? null : Math.max(1, Math.ceil((endsAt.getTime() - at) / 1000));
  return { count: counted, since: new Date(lastRequest), wait };
}

/** Counts one more, or begins again what is over. */
function countOne(db: Db, key: string, fresh: Counter, over: SQL): Promise<Counter[]> {
  const either = (then: unknown, otherwise: unknown) =>
    sql`case when ${over} then ${then} else ${otherwise} end`;
  return (
    db
      .insert(attemptCounters)
      // Two that come first together may meet in the key alone, which the conflict is settled by.
      .values({ id: randomUUID(), key, ...fresh })
      .onConflictDoUpdate({
        target: attemptCounters.key,
        set: {
          count: either(sql`1`, sql`${attemptCounters.count} + 1`),
          lastRequest: either(sql`${fresh.lastRequest}::bigint`, attemptCounters.lastRequest),
          endsAt: either(sql`${fresh.endsAt.toISOString()}::timestamptz`, attemptCounters.endsAt),
        },
      })
      .returning()
  );
}

/** Counts one more. Answers with null while it is allowed, else with the seconds to wait. */
export async function countAttempt(
  db: Db,
  limited: AttemptLimit,
  now = new Date(),
): Promise<number | null> {
  return (await incrementCounter(db, limited, now)).wait;
}

/** Counts an attempt, and throws 429 when there are too many. */
export async function requireAllowed(db: Db, limit: AttemptLimit): Promise<void> {
  const wait = await countAttempt(db, limit);
  if (wait !== null) throw tooMany(wait);
}

/** Resets a counter after a successful sign-in. */
export async function resetCounter(db: Db, { key }: Pick<AttemptLimit, "key">): Promise<void> {
  await db.delete(attemptCounters).where(eq(attemptCounters.key, key));
}

/** So many counters are kept, whatever comes from however many networks. */
const mostCounters = 20_000;

/**
 * Forgets counters whose window has passed. Of too many, those go that have counted least: a flood
 * of made-up names cannot wash away the counter of an account that is being guessed at.
 */
export async function deleteExpiredCounters(db: Db, now: Date, most = mostCounters): Promise<void> {
  await db.delete(attemptCounters).where(lte(attemptCounters.endsAt, now));
  const beyond = db
    .select({ key: attemptCounters.key })
    .from(attemptCounters)
    .orderBy(sql`${attemptCounters.count} desc`, sql`${attemptCounters.endsAt} desc`)
    .offset(most);
  await db.delete(attemptCounters).where(inArray(attemptCounters.key, beyond));
}

import { randomUUID } from "node:crypto";
import { and, eq, gt, inArray, lte, not, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { attemptCounters } from "#app/server/database/tables.server.ts";
import { tooMany } from "./refusals.server.ts";

export type AttemptLimit = { key: string; max: number; windowMs: number };

type Counter = Pick<typeof attemptCounters.$inferSelect, "count" | "lastRequest" | "endsAt">;
type Counted = { count: number; since: Date; wait: number | null };

/** Counters started in this process between two cleanups. */
const betweenSweeps = 1_000;
let begun = 0;

/** `wait`: null while the attempt is allowed, else the seconds until one is again. */
export async function incrementCounter(
  db: Db,
  { key, max, windowMs }: AttemptLimit,
  now = new Date(),
): Promise<Counted> {
  const at = now.getTime();
  const fresh = { count: 1, lastRequest: at, endsAt: new Date(at + windowMs) };
  // A counter that ends much later was started by a fast clock; it must lock nobody out.
  const latest = new Date(at + 2 * windowMs).toISOString();
  const { endsAt: end } = attemptCounters;
  const over = sql`(${end} <= ${now.toISOString()}::timestamptz or ${end} > ${latest}::timestamptz)`;
  // A used-up counter is only read: in a flood no request waits for another's commit.
  const usedUp = and(eq(attemptCounters.key, key), gt(attemptCounters.count, max), not(over));
  const [full] = await db.select().from(attemptCounters).where(usedUp);
  const [row] = full ? [full] : await countOne(db, key, fresh, over);
  const { count: counted, lastRequest, endsAt } = row!;
  if (counted === 1 && ++begun % betweenSweeps === 0) await deleteExpiredCounters(db, now);
  const wait = counted <= max ? null : Math.max(1, Math.ceil((endsAt.getTime() - at) / 1000));
  return { count: counted, since: new Date(lastRequest), wait };
}

function countOne(db: Db, key: string, fresh: Counter, over: SQL): Promise<Counter[]> {
  const either = (then: unknown, otherwise: unknown) =>
    sql`case when ${over} then ${then} else ${otherwise} end`;
  return (
    db
      .insert(attemptCounters)
      // Two first attempts at once conflict in the key, never in the id.
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

export async function countAttempt(
  db: Db,
  limited: AttemptLimit,
  now = new Date(),
): Promise<number | null> {
  return (await incrementCounter(db, limited, now)).wait;
}

/** Throws 429 when there are too many attempts. */
export async function requireAllowed(db: Db, limit: AttemptLimit): Promise<void> {
  const wait = await countAttempt(db, limit);
  if (wait !== null) throw tooMany(wait);
}

export async function resetCounter(db: Db, { key }: Pick<AttemptLimit, "key">): Promise<void> {
  await db.delete(attemptCounters).where(eq(attemptCounters.key, key));
}

const mostCounters = 20_000;

/** Beyond `most`, deletes the lowest counts: made-up names can't displace an attacked account's. */
export async function deleteExpiredCounters(db: Db, now: Date, most = mostCounters): Promise<void> {
  await db.delete(attemptCounters).where(lte(attemptCounters.endsAt, now));
  const beyond = db
    .select({ key: attemptCounters.key })
    .from(attemptCounters)
    .orderBy(sql`${attemptCounters.count} desc`, sql`${attemptCounters.endsAt} desc`)
    .offset(most);
  await db.delete(attemptCounters).where(inArray(attemptCounters.key, beyond));
}

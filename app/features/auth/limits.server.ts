import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Db } from "#app/server/db.server.ts";
import { rateLimits } from "#app/server/tables.server.ts";
import { hashed } from "./secret.server.ts";

/*
 * Limits for one account, beside the library's limits for one network address. They count in the
 * database, for all processes, and the same for accounts that do not exist.
 */

export type Limit = { key: string; max: number; windowMs: number };

const minute = 60_000;
const keyOf = (kind: string, who: string) => hashed(`${kind}:${who.trim().toLowerCase()}`);

/** Trying to get in: passwords and codes, for one account whatever the way. */
export const triesOf = (who: string): Limit => ({ key: keyOf("try", who), max: 10, windowMs: 10 * minute });
/** Letters and texts that anybody can cause, for one recipient. */
export const messagesTo = (who: string): Limit => ({ key: keyOf("message", who), max: 5, windowMs: 60 * minute });
/** Codes tried on one second factor. */
export const stepUpsOf = (userId: string): Limit => ({ key: keyOf("step-up", userId), max: 10, windowMs: 10 * minute });

/** Counts one more. Answers with null while it is allowed, else with the seconds to wait. */
export async function count(db: Db, { key, max, windowMs }: Limit, now = new Date()): Promise<number | null> {
  const at = now.getTime();
  const over = sql`${rateLimits.lastRequest} <= ${at - windowMs}`;
  const [row] = await db
    .insert(rateLimits)
    // Two that come first together may meet in the key alone, which the conflict is settled by.
    .values({ id: randomUUID(), key, count: 1, lastRequest: at })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${over} then 1 else ${rateLimits.count} + 1 end`,
        lastRequest: sql`case when ${over} then ${at} else ${rateLimits.lastRequest} end`,
      },
    })
    .returning();
  if (row!.count <= max) return null;
  return Math.max(1, Math.ceil((row!.lastRequest + windowMs - at) / 1000));
}

/** Whoever got in has made no more mistakes than anybody does. */
export async function forget(db: Db, { key }: Pick<Limit, "key">): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, key));
}

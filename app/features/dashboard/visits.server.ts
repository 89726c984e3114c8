import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { users } from "#app/server/database/tables.server.ts";
import { log } from "#app/server/log.server.ts";
import { previousVisit, visitGap } from "./model.ts";

/** A visit is stored at most this often, in milliseconds. */
const interval = 60_000;
const lastNoted = new Map<string, number>();

/** Not awaited: no page waits for it or fails with it. */
export function noteVisit(db: Db, by: Administrator, now = new Date()): void {
  const last = lastNoted.get(by.userId);
  if (last !== undefined && now.getTime() - last < interval) return;
  lastNoted.set(by.userId, now.getTime());
  recordVisit(db, by, now).catch((error: unknown) => log.warn({ err: error }, "visit not noted"));
}

/** The first page of a new visit stores when the previous one ended. */
export async function recordVisit(db: Db, { userId }: Administrator, now: Date): Promise<void> {
  const gapBefore = new Date(now.getTime() - visitGap).toISOString();
  const isStale = lt(users.seenAt, new Date(now.getTime() - interval));
  await db
    .update(users)
    .set({
      previousVisitAt: sql`case when ${users.seenAt} < ${gapBefore}
        then ${users.seenAt} else ${users.previousVisitAt} end`,
      seenAt: now,
    })
    .where(and(eq(users.id, userId), or(isNull(users.seenAt), isStale)));
}

/** Null at the first visit. Also right before the current visit is recorded. */
export async function getPreviousVisit(
  db: Db,
  by: Administrator,
  now = new Date(),
): Promise<Date | null> {
  const [visits] = await db
    .select({ seenAt: users.seenAt, previousVisitAt: users.previousVisitAt })
    .from(users)
    .where(eq(users.id, by.userId));
  return visits ? previousVisit(visits, now) : null;
}

import { sql } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";

// An arbitrary number that all processes share.
const diaryLock = 7_240_036;

/**
 * Every write of the diary takes this first, so that two that want one time come one after the other: the
 * second then sees what the first has written. Whoever also locks a quote or an AMEB booking locks that before.
 */
export async function lockDiary(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${diaryLock})`);
}

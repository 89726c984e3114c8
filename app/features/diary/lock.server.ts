import { sql } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";

// An arbitrary number that all processes share.
const diaryLock = 7_240_036;

/** Every write takes it first. Lock order: quotes and AMEB bookings come before the diary. */
export async function lockDiary(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${diaryLock})`);
}

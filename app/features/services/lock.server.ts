import { sql } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";

// An arbitrary number that all processes share.
const servicesLock = 7_240_040;

/** For changes that look at all services or all weeks. */
export async function lockServices(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${servicesLock})`);
}

import { lt } from "drizzle-orm";
import { kept, keptSince } from "#app/values/retention.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { amebBookings, emailTemplates } from "#app/server/database/tables.server.ts";

/** What was deleted after this instant can still be taken back. */
export function restorableSince(now: Date): Date {
  return keptSince(kept.deleted, now);
}

/** Forgets what has been deleted for longer than it can be taken back. */
export async function forgetDeleted(db: Db, now = new Date()): Promise<void> {
  const before = restorableSince(now);
  await db.delete(amebBookings).where(lt(amebBookings.deletedAt, before));
  await db.delete(emailTemplates).where(lt(emailTemplates.deletedAt, before));
}

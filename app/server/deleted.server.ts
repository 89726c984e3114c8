import { lt } from "drizzle-orm";
import type { Db } from "./db.server.ts";
import { amebBookings, emailTemplates } from "./tables.server.ts";

/** How long something deleted can be taken back, in days. */
const restorableDays = 30;

/** What was deleted after this instant can still be taken back. */
export function restorableSince(now: Date): Date {
  return new Date(now.getTime() - restorableDays * 86_400_000);
}

/** Forgets what has been deleted for longer than it can be taken back. */
export async function forgetDeleted(db: Db, now = new Date()): Promise<void> {
  const before = restorableSince(now);
  await db.delete(amebBookings).where(lt(amebBookings.deletedAt, before));
  await db.delete(emailTemplates).where(lt(emailTemplates.deletedAt, before));
}

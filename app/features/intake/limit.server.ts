import { lt, sql } from "drizzle-orm";
import type { Db } from "#app/server/db.server.ts";
import { sign } from "#app/server/secret.server.ts";
import { formCounters } from "#app/server/tables.server.ts";

const minute = 60_000;

/** How many forms of one kind one address may send in a window. */
export const perWindow = 20;
export const window = 10 * minute;
/** Behind a proxy that `TRUST_PROXY` does not name every visitor seems to be this machine: such an address counts as many. */
export const perWindowFromHere = 600;

/**
 * Counts a form from an address, in the database, so that all processes count together.
 * Answers with the seconds until it may try again, or null when it may go on.
 */
export async function countForm(db: Db, form: string, address: string | null, now: Date): Promise<number | null> {
  const allowed = isHere(address) ? perWindowFromHere : perWindow;
  const began = new Date(Math.floor(now.getTime() / window) * window);
  // The address itself is nobody's business afterwards.
  const id = sign("visitor address", `${form} ${address ?? ""} ${began.getTime()}`);
  const [counted] = await db
    .insert(formCounters)
    .values({ id, began, count: 1 })
    .onConflictDoUpdate({ target: formCounters.id, set: { count: sql`${formCounters.count} + 1` } })
    .returning({ count: formCounters.count });
  if (counted!.count <= allowed) return null;
  return Math.max(1, Math.ceil((began.getTime() + window - now.getTime()) / 1_000));
}

/** Forgets counters whose window has passed. */
export async function forgetCounters(db: Db, now: Date): Promise<void> {
  await db.delete(formCounters).where(lt(formCounters.began, new Date(now.getTime() - window)));
}

function isHere(address: string | null): boolean {
  return address === null || address === "::1" || address.startsWith("127.");
}

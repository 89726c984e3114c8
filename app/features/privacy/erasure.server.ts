import { eq, sql } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { auditEntries } from "#app/server/database/tables.server.ts";

/*
 * Forgetting for good. Tables that otherwise only grow let rows go in one transaction, in the name
 * of an entry in the log that says who did it, when, and how many of what; never whose.
 */

/** How many of what was forgotten, by the names of the things: `{ message: 2 }`. */
export type ErasureCounts = Readonly<Record<string, number>>;

type Occasion = { actor: string; action: "erased" | "forgot"; of: string };

/** Runs `forget` in a transaction of its own, with its entry in the log; without one when there was nothing to forget. */
export function eraseInTransaction<C extends ErasureCounts>(
  db: Db,
  { actor, action, of }: Occasion,
  forget: (tx: Db) => Promise<C>,
  now: Date,
): Promise<C> {
  return db.transaction(async (tx) => {
    const [entry] = await tx
      .insert(auditEntries)
      .values({ at: now, actor, action, subjectKind: "records", label: of })
      .returning({ id: auditEntries.id });
    const itself = eq(auditEntries.id, entry!.id);
    await tx.execute(sql`select set_config('privacy.entry', ${String(entry!.id)}, true)`);
    const counts = await forget(tx);
    const list = countsInWords(counts);
    if (list)
      await tx
        .update(auditEntries)
        .set({ label: `${of}: ${list}` })
        .where(itself);
    else await tx.delete(auditEntries).where(itself);
    return counts;
  });
}

/** `2 messages, 1 letter`; nothing for nothing. */
export function countsInWords(counts: ErasureCounts): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([thing, count]) => `${count} ${thing}${count === 1 ? "" : "s"}`)
    .join(", ");
}

import { eq, sql } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { auditEntries } from "#app/server/database/tables.server.ts";
import { countOf } from "#app/values/wording.ts";

/* A trigger lets append-only tables change only in a transaction that names its activity entry. */

export type ErasureCounts = Readonly<Record<string, number>>;

type Occasion = { actor: string; action: "erased"; of: string };

/** Writes no entry when nothing was erased. */
export function eraseInTransaction<C extends ErasureCounts>(
  db: Db,
  { actor, action, of }: Occasion,
  erase: (tx: Db) => Promise<C>,
  now: Date,
): Promise<C> {
  return db.transaction(async (tx) => {
    const [entry] = await tx
      .insert(auditEntries)
      .values({ at: now, actor, action, subjectKind: "records", label: of })
      .returning({ id: auditEntries.id });
    const isEntry = eq(auditEntries.id, entry!.id);
    await tx.execute(sql`select set_config('privacy.entry', ${String(entry!.id)}, true)`);
    const counts = await erase(tx);
    const list = countsInWords(counts);
    if (list)
      await tx
        .update(auditEntries)
        .set({ label: `${of}: ${list}` })
        .where(isEntry);
    else await tx.delete(auditEntries).where(isEntry);
    return counts;
  });
}

/** `2 messages, 1 email` */
export function countsInWords(counts: ErasureCounts): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([noun, count]) => countOf(count, noun))
    .join(", ");
}

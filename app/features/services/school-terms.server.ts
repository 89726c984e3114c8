import { asc, eq, gte } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { recordId } from "#app/features/intake/submission.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { schoolTerms } from "#app/server/database/tables.server.ts";
import type { Day } from "#app/values/calendar.ts";

export type SchoolTerm = typeof schoolTerms.$inferSelect;
export type NewTerm = { name: string; firstDay: Day; lastDay: Day };

export function listTerms(db: Db, _by: Administrator, today: Day): Promise<SchoolTerm[]> {
  const { firstDay, lastDay } = schoolTerms;
  return db.select().from(schoolTerms).where(gte(lastDay, today)).orderBy(asc(firstDay));
}

/** The same `key` sent twice adds one term. */
export function addTerm(
  db: Db,
  by: Administrator,
  term: NewTerm,
  key: string,
  now = new Date(),
): Promise<void> {
  return db.transaction(async (tx) => {
    const values = { ...term, id: recordId("term", key, term) };
    const added = await tx.insert(schoolTerms).values(values).onConflictDoNothing().returning();
    if (added[0]) await recordTerm(tx, by, "added", added[0], now);
  });
}

/** A term that is gone already counts as removed. */
export function removeTerm(db: Db, by: Administrator, id: string, now = new Date()): Promise<void> {
  return db.transaction(async (tx) => {
    const [removed] = await tx.delete(schoolTerms).where(eq(schoolTerms.id, id)).returning();
    if (removed) await recordTerm(tx, by, "removed", removed, now);
  });
}

async function recordTerm(
  tx: Db,
  by: Administrator,
  action: "added" | "removed",
  { name, firstDay, lastDay }: SchoolTerm,
  now: Date,
): Promise<void> {
  const subject = { kind: "hours" as const, label: name };
  const days = { fromDay: firstDay, untilDay: lastDay };
  const change = action === "added" ? { after: days } : { before: days };
  await recordActivity(tx, { actor: by.email, action, subject, ...change }, now);
}

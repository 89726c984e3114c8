import type { Db } from "#app/server/database/db.server.ts";
import { auditEntries } from "#app/server/database/tables.server.ts";
import { cutCharacters } from "#app/values/text.ts";

type Entry = {
  actor: string;
  action: string;
  subject: { kind: (typeof auditEntries.$inferInsert)["subjectKind"]; id?: string; label: string };
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/** Runs in the caller's transaction: the entry exists only if the change does. */
export function recordActivity(tx: Db, entry: Entry, now: Date): Promise<void> {
  return recordActivities(tx, [entry], now);
}

/** `entries`: oldest first. */
export async function recordActivities(tx: Db, entries: readonly Entry[], now: Date) {
  if (entries.length === 0) return;
  const rows = entries.map(({ actor, action, subject, before, after }) => ({
    at: now,
    actor,
    action,
    subjectKind: subject.kind,
    subjectId: subject.id,
    label: cutCharacters(subject.label, 200),
    before,
    after,
  }));
  await tx.insert(auditEntries).values(rows);
}

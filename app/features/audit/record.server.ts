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

/** Runs in the caller's transaction: the entry exists if the change does. */
export async function recordActivity(
  tx: Db,
  { actor, action, subject, before, after }: Entry,
  now: Date,
): Promise<void> {
  await tx.insert(auditEntries).values({
    at: now,
    actor,
    action,
    subjectKind: subject.kind,
    subjectId: subject.id,
    label: cutCharacters(subject.label, 200),
    before,
    after,
  });
}

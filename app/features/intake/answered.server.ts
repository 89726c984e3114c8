import { and, eq } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { contactMessages } from "#app/server/database/tables.server.ts";

/** Changes only a new enquiry. `actor`: an administrator's email address, or `client`. */
export async function answerEnquiry(
  tx: Db,
  actor: string,
  id: string | null,
  now: Date,
): Promise<void> {
  if (!id) return;
  const [answered] = await tx
    .update(contactMessages)
    .set({ state: "answered" })
    .where(and(eq(contactMessages.id, id), eq(contactMessages.state, "new")))
    .returning();
  if (!answered) return;
  const subject = { kind: "message", id: answered.id, label: answered.name } as const;
  const change = { before: { state: "new" }, after: { state: "answered" } };
  await recordActivity(tx, { actor, action: "changed", subject, ...change }, now);
}

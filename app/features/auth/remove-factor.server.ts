import { eq } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { factors, recoveryCodes } from "#app/server/database/tables.server.ts";
import { requireAssurance } from "./assurance.server.ts";
import type { CurrentSession } from "./current-session.server.ts";
import { hasVerifiedFactor, isFactorOf, requireOwnFactor } from "./factors.server.ts";
import { factorLabels } from "./model.ts";
import { queueFactorChanged } from "./notices.server.tsx";
import { endOtherSessions } from "./sessions.server.ts";

/** An unverified factor protects nothing, so it needs no fresh sign-in. */
export async function removeOwnFactor(db: Db, current: CurrentSession, id: string): Promise<void> {
  const { verifiedAt } = await requireOwnFactor(db, current.id, id);
  if (verifiedAt) requireAssurance("fresh", current);
  await removeFactor(db, current, id);
}

/** Ends other sessions: their holder lost or took the factor. False without such a factor. */
export async function removeFactor(
  db: Db,
  { id: userId, email, sessionId }: Pick<CurrentSession, "id" | "email" | "sessionId">,
  id: string,
  now = new Date(),
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [removed] = await tx.delete(factors).where(isFactorOf(userId, id)).returning();
    if (!removed) return false;
    if (!(await hasVerifiedFactor(tx, userId)))
      await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    if (!removed.verifiedAt) return true;
    await endOtherSessions(tx, { userId, email }, sessionId, now);
    await queueFactorChanged(tx, {
      email,
      what: `Two-step sign-in was removed: ${factorLabels[removed.type]}`,
      at: now,
    });
    return true;
  });
}

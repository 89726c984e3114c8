import type { Db } from "#app/server/database/db.server.ts";
import { hasVerifiedFactor } from "./factors.server.ts";
import { lifetimes } from "./model.ts";
import type { AssuranceLevel } from "#app/server/database/enums.ts";

/* What a session is worth. */

type Session = { createdAt: Date; aal?: string | null | undefined };

/** Whether whoever holds the session has only just proved who it is: signing in, a second factor and a password each begin a new one. */
export function isFresh(session: Session, now = new Date()): boolean {
  return session.createdAt.getTime() + lifetimes.fresh > now.getTime();
}

export type Assurance = { aal: AssuranceLevel; nextAal: AssuranceLevel };

/** The assurance level of a session, and the one that its person has to reach. */
export async function assuranceOf(
  db: Db,
  session: Session,
  user: { id: string },
): Promise<Assurance> {
  const aal = session.aal === "aal2" ? "aal2" : "aal1";
  return {
    aal,
    nextAal: aal === "aal2" || (await hasVerifiedFactor(db, user.id)) ? "aal2" : "aal1",
  };
}

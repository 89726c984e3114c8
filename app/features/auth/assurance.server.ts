import type { Db } from "#app/server/database/db.server.ts";
import { refuse } from "./refusals.server.ts";
import { hasVerifiedFactor } from "./factors.server.ts";
import { lifetimes } from "./model.ts";
import type { AssuranceLevel } from "#app/server/database/enums.ts";

type Session = { createdAt: Date; aal?: string | null | undefined };

/** Every proof (sign-in, second factor, password) starts a new session, so its age says when. */
export function isFresh(session: Session, now = new Date()): boolean {
  return session.createdAt.getTime() + lifetimes.fresh > now.getTime();
}

export type Assurance = { aal: AssuranceLevel; nextAal: AssuranceLevel };

/** `nextAal`: the level that the person must reach. */
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

/** `full`: the person's required level. `fresh`: also proved within the last minutes. */
export type AssuranceRule = "full" | "fresh";

/** Throws 403. A session left open must not be enough to lock out its owner. */
export function requireAssurance(
  rule: AssuranceRule | undefined,
  { aal, nextAal, fresh }: Assurance & { fresh: boolean },
): void {
  if (rule && aal !== nextAal)
    throw refuse("FORBIDDEN", "AAL2_REQUIRED", "Please confirm with your second factor first.");
  if (rule === "fresh" && !fresh)
    throw refuse("FORBIDDEN", "FRESH_SIGN_IN_REQUIRED", "Please confirm that it's you first.");
}

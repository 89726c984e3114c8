import type { GenericEndpointContext } from "better-auth";
import type { Db } from "#app/server/database/db.server.ts";
import type { AssuranceLevel } from "#app/server/database/enums.ts";
import { hasVerifiedFactor } from "./factors.server.ts";
import { lifetimes } from "./model.ts";

export type CurrentSession = Assurance & {
  /** The user's id. */
  id: string;
  sessionId: string;
  email: string;
  method: string;
  fresh: boolean;
};

type SessionAndUser = NonNullable<GenericEndpointContext["context"]["session"]>;

export async function describeSession(
  db: Db,
  { session, user }: SessionAndUser,
): Promise<CurrentSession> {
  const { signInMethod: method } = session as typeof session & { signInMethod: string };
  const assurance = await assuranceOf(db, session, user);
  const { id: sessionId } = session;
  return {
    id: user.id,
    sessionId,
    email: user.email,
    method,
    fresh: isFresh(session),
    ...assurance,
  };
}

type Session = { createdAt: Date; aal?: string | null | undefined };

/** Every proof (sign-in, second factor, password) starts a new session, so its age says when. */
function isFresh(session: Session, now = new Date()): boolean {
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

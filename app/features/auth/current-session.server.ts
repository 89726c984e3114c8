import type { GenericEndpointContext } from "better-auth";
import { setSessionCookie } from "better-auth/cookies";
import type { Db } from "#app/server/database/db.server.ts";
import { type Assurance, assuranceOf, isFresh } from "./assurance.server.ts";
import type { AssuranceLevel } from "#app/server/database/enums.ts";

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

export async function beginSession(
  ctx: GenericEndpointContext,
  user: SessionAndUser["user"],
): Promise<void> {
  const session = await ctx.context.internalAdapter.createSession(user.id);
  await setSessionCookie(ctx, { session, user });
}

export async function renewSession(
  ctx: GenericEndpointContext,
  aal: AssuranceLevel,
): Promise<void> {
  const { session, user } = ctx.context.session!;
  const { signInMethod } = session as typeof session & { signInMethod: string };
  const next = await ctx.context.internalAdapter.createSession(
    user.id,
    false,
    { aal, signInMethod },
    true,
  );
  await ctx.context.internalAdapter.deleteSession(session.token);
  await setSessionCookie(ctx, { session: next, user });
}

import { and, eq, lte, ne, or, sql, isNotNull } from "drizzle-orm";
import type { GenericEndpointContext } from "better-auth";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { sessions, factors } from "#app/server/database/tables.server.ts";
import { countOf } from "#app/values/wording.ts";
import { type AccountHolder, lifetimes } from "./model.ts";
import type { AssuranceLevel } from "#app/server/database/enums.ts";

/** After a week, or ninety days if kept, even while in use. */
export function isExpiredSession(now: Date) {
  const begunBefore = ({ whole }: { whole: number }) =>
    lte(sessions.createdAt, new Date(now.getTime() - whole));
  const usual = and(eq(sessions.kept, false), begunBefore(lifetimes.session));
  return or(usual, begunBefore(lifetimes.keptSession))!;
}

/** `kept`: whether a kept session is left. */
export async function deleteExpiredSession(
  db: Db,
  token: string,
  now = new Date(),
): Promise<{ kept: boolean }> {
  const isThis = eq(sessions.token, token);
  const [found] = await db
    .select({ kept: sessions.kept, expired: sql<boolean>`${isExpiredSession(now)}` })
    .from(sessions)
    .where(isThis);
  if (!found?.expired) return { kept: found?.kept ?? false };
  await db.delete(sessions).where(and(isThis, isExpiredSession(now)));
  return { kept: false };
}

export async function endOtherSessions(
  tx: Db,
  { userId, email }: AccountHolder,
  current: string,
  now = new Date(),
): Promise<void> {
  const others = and(eq(sessions.userId, userId), ne(sessions.id, current));
  const ended = await tx.delete(sessions).where(others).returning({ id: sessions.id });
  if (ended.length > 0)
    await recordEndedSessions(tx, email, countOf(ended.length, "other session"), now);
}

export function recordEndedSessions(tx: Db, actor: string, label: string, now: Date) {
  return recordActivity(tx, { actor, action: "ended", subject: { kind: "session", label } }, now);
}

/* The library reads its idle time on each call, so calls about kept sessions set their own. */

const keptFor = lifetimes.keptSession.idle / 1000;

export function keepSession({ context }: GenericEndpointContext): void {
  context.sessionConfig = { ...context.sessionConfig, expiresIn: keptFor };
}

export function lifetimeOf({ context }: GenericEndpointContext) {
  return context.sessionConfig.expiresIn === keptFor
    ? { kept: true, expiresAt: new Date(Date.now() + keptFor * 1000) }
    : { kept: false };
}

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

export const isVerifiedFactor = isNotNull(factors.verifiedAt);

export async function hasVerifiedFactor(db: Db, userId: string): Promise<boolean> {
  const [factor] = await db
    .select({ id: factors.id })
    .from(factors)
    .where(and(eq(factors.userId, userId), isVerifiedFactor))
    .limit(1);
  return factor !== undefined;
}

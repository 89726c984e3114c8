import { randomBytes } from "node:crypto";
import { and, eq, exists, isNotNull, lt, lte, ne, or, sql } from "drizzle-orm";
import type { GenericEndpointContext } from "better-auth";
import { parseCookies } from "better-auth/cookies";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { devices, factors, sessions, users } from "#app/server/database/tables.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { hashToken, isSigned, sign } from "#app/server/secret.server.ts";
import { msPerDay } from "#app/values/calendar.ts";
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

/* Device cookies, after OWASP, 'Slow Down Online Guessing Attacks with Device Cookies'. */

/** `__Host-`: another site of the domain can't set a device that the account then trusts. */
const deviceCookie = () => (isSecure() ? "__Host-device" : "device");
const isSecure = () => getSettings().SITE_URL.startsWith("https:");

/** In seconds, from the last sign-in. */
export const deviceMaxAge = (365 * msPerDay) / 1000;

export function newDevice(): string {
  const name = randomBytes(24).toString("base64url");
  return `${name}.${sign("device", name)}`;
}

export function renewDeviceCookie(ctx: GenericEndpointContext): string {
  const cookie = deviceCookieIn(ctx.headers) ?? newDevice();
  const attributes = { httpOnly: true, sameSite: "lax", secure: isSecure(), path: "/" } as const;
  ctx.setCookie(deviceCookie(), cookie, { ...attributes, maxAge: deviceMaxAge });
  return cookie;
}

/** Null without a cookie that was signed here. */
function deviceCookieIn(headers: Headers | undefined): string | null {
  const cookie = parseCookies(headers?.get("cookie") ?? "").get(deviceCookie()) ?? "";
  const [name = "", signature = ""] = cookie.split(".");
  return isSigned("device", name, signature) ? cookie : null;
}

export function deviceHashIn(headers: Headers | undefined): string | null {
  const cookie = deviceCookieIn(headers);
  return cookie && hashToken(cookie);
}

export type AccountRef = { email: string } | { phone: string } | { userId: string };

/** `account` null: known to any account. */
export async function isKnownDevice(db: Db, device: string, account: AccountRef | null) {
  const theirs = and(eq(users.id, devices.userId), isReferredTo(db, account));
  const [known] = await db
    .select({ userId: devices.userId })
    .from(devices)
    .innerJoin(users, theirs)
    .where(eq(devices.deviceHash, device))
    .limit(1);
  return known !== undefined;
}

export function isReferredTo(db: Db, account: AccountRef | null) {
  if (!account) return undefined;
  if ("userId" in account) return eq(users.id, account.userId);
  if ("email" in account) return eq(users.email, account.email);
  const number = and(eq(factors.phone, account.phone), isVerifiedFactor);
  const own = and(eq(factors.userId, users.id), number);
  return exists(db.select({ id: factors.id }).from(factors).where(own));
}

export async function rememberDevice(db: Db, device: string, userId: string, now = new Date()) {
  await db
    .insert(devices)
    .values({ deviceHash: device, userId, seenAt: now })
    .onConflictDoUpdate({
      target: [devices.deviceHash, devices.userId],
      set: { seenAt: now },
    });
}

export async function deleteDevices(db: Db, userId: string, but: string | null): Promise<void> {
  const others = but === null ? undefined : ne(devices.deviceHash, but);
  await db.delete(devices).where(and(eq(devices.userId, userId), others));
}

export async function deleteExpiredDevices(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - deviceMaxAge * 1000);
  await db.delete(devices).where(lt(devices.seenAt, oldest));
}

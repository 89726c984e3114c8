import type { GenericEndpointContext } from "better-auth";
import { randomBytes } from "node:crypto";
import { parseCookies } from "better-auth/cookies";
import { and, eq, exists, isNotNull, lt, ne } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { clientInfoOf, clientIpHeader, networkOf } from "#app/server/http/client-info.server.ts";
import { enqueue } from "#app/server/jobs/queue.server.ts";
import { msPerDay } from "#app/values/durations.ts";
import { getSettings } from "#app/server/env.server.ts";
import { isSigned, sign, hashToken } from "#app/server/secret.server.ts";
import { devices, factors, users } from "#app/server/database/tables.server.ts";
import { wrongGuessLimit, incrementCounter } from "./limits.server.ts";

/* Limits count strangers separately, so that they can't use up the owner's attempts. */

/** `known`: a device that the account knows, or a signed-in person. */
export type Caller = { who: string; known: boolean };

export const networkCaller = (headers: Headers | undefined): string =>
  `network ${networkOf(headers?.get(clientIpHeader) ?? "unknown")}`;

/** Known devices and signed-in people count on their own, all others of a network together. */
export async function callerOf(
  db: Db,
  headers: Headers | undefined,
  account: AccountRef | null,
  userId: string | undefined,
): Promise<Caller> {
  const device = deviceHashIn(headers);
  if (device && (await isKnownDevice(db, device, account))) {
    return { who: `device ${device}`, known: true };
  }
  if (userId) return { who: `user ${userId}`, known: true };
  return { who: networkCaller(headers), known: false };
}

export function renewDeviceCookie(ctx: GenericEndpointContext): string {
  const cookie = deviceCookieIn(ctx.headers) ?? newDevice();
  const attributes = { httpOnly: true, sameSite: "lax", secure: isSecure(), path: "/" } as const;
  ctx.setCookie(deviceCookie(), cookie, { ...attributes, maxAge: deviceMaxAge });
  return cookie;
}

/** Counts a wrong guess from an unknown device. The tenth in a day notifies the owner, once. */
export async function recordWrongGuess(
  db: Db,
  account: { email: string } | { phone: string },
  headers: Headers | undefined,
  now = new Date(),
): Promise<void> {
  const limit = wrongGuessLimit(Object.values(account)[0]!);
  const { count, since } = await incrementCounter(db, limit, now);
  if (count !== limit.max) return;
  const { ip: clientIp, userAgent } = clientInfoOf({ headers });
  const seen = { count, since: since.toISOString(), at: now.toISOString(), clientIp, userAgent };
  await enqueue(db, "sign-in", [{ kind: "guesses", account, seen }]);
}

const callers = new WeakMap<Request, Caller>();

export const rememberCaller = (request: Request, caller: Caller): void => {
  callers.set(request, caller);
};
export const rememberedCaller = (request: Request): Caller | undefined => callers.get(request);

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

type AccountRef = { email: string } | { phone: string } | { userId: string };

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
  const number = and(eq(factors.phone, account.phone), isNotNull(factors.verifiedAt));
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

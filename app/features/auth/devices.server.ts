import { randomBytes } from "node:crypto";
import { parseCookies } from "better-auth/cookies";
import { and, eq, exists, isNotNull, lt, ne } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { isSigned, sign } from "#app/server/secret.server.ts";
import { devices, factors, users } from "#app/server/database/tables.server.ts";
import { hashToken } from "./secret.server.ts";

/* Device cookies, after OWASP, 'Slow Down Online Guessing Attacks with Device Cookies'. */

/** `__Host-`: another site of the domain can't set a device that the account then trusts. */
export const deviceCookie = () =>
  getSettings().SITE_URL.startsWith("https:") ? "__Host-device" : "device";

const day = 24 * 3600;
/** In seconds, from the last sign-in. */
export const deviceMaxAge = 365 * day;

export function newDevice(): string {
  const name = randomBytes(24).toString("base64url");
  return `${name}.${sign("device", name)}`;
}

/** Null without a cookie that was signed here. */
export function deviceCookieIn(headers: Headers | undefined): string | null {
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
export async function isKnownDevice(
  db: Db,
  device: string,
  account: AccountRef | null,
): Promise<boolean> {
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

export async function rememberDevice(
  db: Db,
  device: string,
  userId: string,
  now = new Date(),
): Promise<void> {
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

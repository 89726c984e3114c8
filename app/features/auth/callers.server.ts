import type { GenericEndpointContext } from "better-auth";
import type { Db } from "#app/server/database/db.server.ts";
import { clientIpHeader } from "#app/server/http/client-info.server.ts";
import { enqueue } from "#app/server/jobs/queue.server.ts";
import { networkOf } from "#app/server/http/network.server.ts";
import { cutCharacters } from "#app/values/text.ts";
import {
  type AccountRef,
  deviceCookie,
  deviceCookieIn,
  deviceMaxAge,
  deviceHashIn,
  isKnownDevice,
  newDevice,
} from "./devices.server.ts";
import { wrongGuessLimit } from "./limits.server.ts";
import { incrementCounter } from "./counters.server.ts";

/* Whom the limits count a request on. What a stranger uses up must not be the owner's. */

/** `known`: by the account that the request is about, or signed in. */
export type Caller = { who: string; known: boolean };

export const networkCaller = (headers: Headers | undefined): string =>
  `network ${networkOf(headers?.get(clientIpHeader) ?? "unknown")}`;

/**
 * A device that the account knows and a signed-in person each count for themselves; all others of one
 * network count together. When no account is named, a device is known if any account knows it.
 */
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

export function renewDeviceCookie(ctx: GenericEndpointContext, secure: boolean): string {
  const cookie = deviceCookieIn(ctx.headers) ?? newDevice();
  const attributes = { httpOnly: true, sameSite: "lax", secure, path: "/" } as const;
  ctx.setCookie(deviceCookie(), cookie, { ...attributes, maxAge: deviceMaxAge });
  return cookie;
}

/** Counts a wrong password or code from an unknown device. The tenth in a day has the owner told, once. */
export async function recordWrongGuess(
  db: Db,
  account: { email: string } | { phone: string },
  headers: Headers | undefined,
  now = new Date(),
): Promise<void> {
  const limit = wrongGuessLimit(Object.values(account)[0]!);
  const { count, since } = await incrementCounter(db, limit, now);
  if (count !== limit.max) return;
  const clientIp = headers?.get(clientIpHeader) ?? null;
  const userAgent = cutCharacters(headers?.get("user-agent") ?? "", 300) || null;
  const seen = { count, since: since.toISOString(), at: now.toISOString(), clientIp, userAgent };
  await enqueue(db, "sign-in", [{ kind: "guesses", account, seen }]);
}

const callers = new WeakMap<Request, Caller>();

export const rememberCaller = (request: Request, caller: Caller): void => {
  callers.set(request, caller);
};
export const rememberedCaller = (request: Request): Caller | undefined => callers.get(request);

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

export function renewDeviceCookie(ctx: GenericEndpointContext, secure: boolean): string {
  const cookie = deviceCookieIn(ctx.headers) ?? newDevice();
  const attributes = { httpOnly: true, sameSite: "lax", secure, path: "/" } as const;
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

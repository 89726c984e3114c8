import type { GenericEndpointContext } from "better-auth";
import { createAuthMiddleware, isAPIError } from "better-auth/api";
import type { Db } from "#app/server/database/db.server.ts";
import { clientIpHeader } from "#app/server/http/client-info.server.ts";
import { cutCharacters } from "#app/values/text.ts";
import { assuranceOf } from "./assurance.server.ts";
import {
  type Caller,
  recordWrongGuess,
  rememberedCaller,
  renewDeviceCookie,
} from "./callers.server.ts";
import { countAttempt, resetCounter } from "./counters.server.ts";
import { deleteDevices, deviceHashIn, rememberDevice } from "./devices.server.ts";
import {
  type EndpointPath,
  type EndpointRules,
  requestLimit,
  rulesOf,
} from "./endpoints.server.ts";
import { hasVerifiedFactor } from "./factors.server.ts";
import { passwordLimit, resetMessageLimits } from "./limits.server.ts";
import { endLinks } from "./links.server.ts";
import { queuePasswordChanged } from "./notices.server.tsx";
import { tooManyResponse } from "./refusals.server.ts";
import { accountOf, type Body } from "./request-body.server.ts";
import { hashToken } from "./secret.server.ts";
import { recordSignIn } from "./sign-ins.server.ts";

type Person = { id: string; email: string };
type NewSession = NonNullable<GenericEndpointContext["context"]["newSession"]>;
type Call = { ctx: GenericEndpointContext; rules: EndpointRules; caller: Caller | undefined };

/** The library says nowhere else whose password a request has reset. */
const resets = new WeakMap<Request, Person>();

export function rememberReset(request: Request | undefined, person: Person): void {
  if (request) resets.set(request, person);
}

export const afterCall = (db: Db, secureCookies: boolean) =>
  createAuthMiddleware(async (ctx) => {
    const { newSession, returned } = ctx.context;
    const rules = rulesOf(ctx.path);
    const caller = ctx.request && rememberedCaller(ctx.request);
    if (rules) {
      const call = { ctx, rules, caller };
      if (isAPIError(returned) && !newSession) {
        const tooMany = await countFailure(db, call);
        if (tooMany) return tooMany;
      }
      if (newSession && (rules.method || rules.stepsUp))
        await recordEntry(db, call, newSession, secureCookies);
    }
    if (ctx.path === "/change-password" && newSession && !isAPIError(returned))
      await afterPasswordChange(db, ctx, newSession.user);
    const reset = ctx.request && resets.get(ctx.request);
    if (reset) await afterReset(db, hashToken(renewDeviceCookie(ctx, secureCookies)), reset);
    return shownAnswer(db, ctx, returned);
  });

async function countFailure(db: Db, { ctx, rules, caller }: Call): Promise<Response | null> {
  if (!caller) return null;
  const limit = requestLimit(caller.who, ctx.path as EndpointPath);
  const wait = rules.countsFailuresOnly ? await countAttempt(db, limit) : null;
  if (wait !== null) return tooManyResponse(wait);
  const account = rules.guessed ? accountOf(rules, (ctx.body ?? {}) as Body) : null;
  if (account && !caller.known) await recordWrongGuess(db, account, ctx.headers);
  return null;
}

async function recordEntry(
  db: Db,
  { ctx, rules, caller }: Call,
  { session, user }: NewSession,
  secureCookies: boolean,
): Promise<void> {
  const { method } = rules;
  const device = renewDeviceCookie(ctx, secureCookies);
  // Only at full assurance: a password thief could otherwise collect known devices and attempts.
  const { aal, nextAal } = await assuranceOf(db, session, user);
  if (aal === nextAal) await rememberDevice(db, hashToken(device), user.id);
  if (method)
    await recordSignIn(db, {
      userId: user.id,
      email: user.email,
      method,
      device,
      ip: ctx.headers?.get(clientIpHeader) ?? null,
      userAgent: cutCharacters(ctx.headers?.get("user-agent") ?? "", 300) || null,
    });
  if (caller && method) await resetCounter(db, requestLimit(caller.who, ctx.path as EndpointPath));
  if (caller && !caller.known && method === "password")
    await resetCounter(db, passwordLimit(user.email));
  // The next link may be asked for at once, whatever strangers did.
  await resetMessageLimits(db, user.email);
}

function afterPasswordChange(db: Db, ctx: GenericEndpointContext, user: Person): Promise<void> {
  return db.transaction(async (tx) => {
    await endLinks(tx, user);
    await deleteDevices(tx, user.id, deviceHashIn(ctx.headers));
    await queuePasswordChanged(tx, user.email, new Date());
  });
}

async function afterReset(db: Db, device: string, { id }: Person): Promise<void> {
  await deleteDevices(db, id, device);
  // The emailed link proves the person's identity, unless a second factor is set up.
  if (!(await hasVerifiedFactor(db, id))) await rememberDevice(db, device, id);
}

type SessionAnswer = {
  session: { createdAt: Date; aal?: string; token: string };
  user: { id: string };
};

/** A session's token is only for its cookie, out of reach of scripts; `/token` is for scripts. */
async function shownAnswer(db: Db, ctx: GenericEndpointContext, returned: unknown) {
  if (!ctx.request || !returned || typeof returned !== "object" || isAPIError(returned)) return;
  if (ctx.path === "/get-session") {
    const { session, user } = returned as SessionAnswer;
    const { token: _secret, ...shown } = session;
    return ctx.json({ session: { ...shown, ...(await assuranceOf(db, session, user)) }, user });
  }
  if (!("token" in returned) || ctx.path === "/token") return;
  const { token: _secret, ...shown } = returned;
  return ctx.json(shown);
}

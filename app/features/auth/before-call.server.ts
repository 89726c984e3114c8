import type { GenericEndpointContext } from "better-auth";
import { createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import type { Db } from "#app/server/database/db.server.ts";
import { requireAssurance } from "./assurance.server.ts";
import { callerOf, rememberCaller, renewDeviceCookie } from "./callers.server.ts";
import { requireAllowed } from "./counters.server.ts";
import { describeSession } from "./current-session.server.ts";
import { type EndpointPath, requestLimit, rulesOf } from "./endpoints.server.ts";
import { keepSession } from "./kept-sessions.server.ts";
import { passwordLimit } from "./limits.server.ts";
import { requestMessage } from "./message-requests.server.ts";
import { prioritiseHashing } from "./password.server.ts";
import { refuse } from "./refusals.server.ts";
import {
  accountOf,
  asksToBeKept,
  emailOf,
  messageRequestOf,
  readableBody,
  requireStrongPassword,
} from "./request-body.server.ts";
import { hashToken } from "./secret.server.ts";
import { deleteExpiredSession } from "./sessions.server.ts";

/** Who asks is judged before what they ask: the library would look at the body first. */
async function requireSession(ctx: GenericEndpointContext) {
  const current = await getSessionFromCtx(ctx, { disableRefresh: true });
  if (!current) throw refuse("UNAUTHORIZED", "UNAUTHORIZED", "Please sign in.");
  // The endpoint looks again: the cookie that prolongs the session would get lost here.
  ctx.context.session = null;
  return current;
}

/**
 * Runs before every call of the sign-in library. A session's age is judged for all of them; the rest
 * is for calls that carry a request: not for reading a session within the process, nor for the worker.
 */
export const beforeCall = (db: Db, secureCookies: boolean) =>
  createAuthMiddleware(async (ctx) => {
    const { authCookies, secret } = ctx.context;
    const token = await ctx.getSignedCookie(authCookies.sessionToken.name, secret);
    const { kept } = token ? await deleteExpiredSession(db, token) : { kept: false };
    const rules = rulesOf(ctx.path);
    // A sign-in says itself whether its session is kept; a renewed session stays what it was.
    if (rules?.method ? asksToBeKept(ctx.body) : kept) keepSession(ctx);
    if (!ctx.request) return;

    if (!rules) throw refuse("NOT_FOUND", "NOT_FOUND", "There is nothing here.");
    const path = ctx.path as EndpointPath;
    const current = rules.for === "signed-in" ? await requireSession(ctx) : null;
    const body = readableBody(ctx.body);
    const caller = await callerOf(db, ctx.headers, accountOf(rules, body), current?.user.id);
    rememberCaller(ctx.request, caller);
    // For a reset, a password is hashed only once its link is known to be right, and is used up already.
    if (caller.known || path === "/reset-password") prioritiseHashing();
    if (!rules.countsFailuresOnly) await requireAllowed(db, requestLimit(caller.who, path));
    if (path === "/sign-in/email" && !caller.known)
      await requireAllowed(db, passwordLimit(emailOf(body)));
    if (current && rules.level && ctx.method !== "GET")
      requireAssurance(rules.level, await describeSession(db, current));
    if (path === "/reset-password" || path === "/change-password")
      requireStrongPassword(body.newPassword);
    // A new password ends all other sessions.
    if (path === "/change-password")
      return { context: { body: { ...body, revokeOtherSessions: true } } };
    if (!rules.sends) return;
    const device = () => hashToken(renewDeviceCookie(ctx, secureCookies));
    await requestMessage(db, caller, messageRequestOf(rules.sends, body, device));
    return ctx.json({ status: true, success: true });
  });

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

/** Checks the session before the body; the library would check the body first. */
async function requireSession(ctx: GenericEndpointContext) {
  const current = await getSessionFromCtx(ctx, { disableRefresh: true });
  if (!current) throw refuse("UNAUTHORIZED", "UNAUTHORIZED", "Please sign in.");
  // The endpoint reads the session again: a cookie that is renewed here would get lost.
  ctx.context.session = null;
  return current;
}

/** For calls without a request (session reads, the worker) only the session's age is checked. */
export const beforeCall = (db: Db, secureCookies: boolean) =>
  createAuthMiddleware(async (ctx) => {
    const { authCookies, secret } = ctx.context;
    const token = await ctx.getSignedCookie(authCookies.sessionToken.name, secret);
    const { kept } = token ? await deleteExpiredSession(db, token) : { kept: false };
    const rules = rulesOf(ctx.path);
    // A sign-in chooses whether its session is kept; a renewed session keeps its setting.
    if (rules?.method ? asksToBeKept(ctx.body) : kept) keepSession(ctx);
    if (!ctx.request) return;

    if (!rules) throw refuse("NOT_FOUND", "NOT_FOUND", "There is nothing here.");
    const path = ctx.path as EndpointPath;
    const current = rules.for === "signed-in" ? await requireSession(ctx) : null;
    const body = readableBody(ctx.body);
    const caller = await callerOf(db, ctx.headers, accountOf(rules, body), current?.user.id);
    rememberCaller(ctx.request, caller);
    // A reset hashes the password only after its link was checked and used up.
    if (caller.known || path === "/reset-password") prioritiseHashing();
    if (!rules.countsFailuresOnly) await requireAllowed(db, requestLimit(caller.who, path));
    if (path === "/sign-in/email" && !caller.known)
      await requireAllowed(db, passwordLimit(emailOf(body)));
    if (current && rules.level && ctx.method !== "GET")
      requireAssurance(rules.level, await describeSession(db, current));
    if (path === "/reset-password" || path === "/change-password")
      requireStrongPassword(body.newPassword);
    if (path === "/change-password")
      return { context: { body: { ...body, revokeOtherSessions: true } } };
    if (!rules.sends) return;
    const device = () => hashToken(renewDeviceCookie(ctx, secureCookies));
    await requestMessage(db, caller, messageRequestOf(rules.sends, body, device));
    return ctx.json({ status: true, success: true });
  });

import type { BetterAuthOptions, GenericEndpointContext } from "better-auth";
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from "better-auth/api";
import type { Db } from "#app/server/database/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { clientIpHeader } from "#app/server/http/client-info.server.ts";
import { enqueue } from "#app/server/jobs/queue.server.ts";
import { emailAddress, type FieldErrors, check } from "#app/values/rules.ts";
import { type Caller, callerOf, renewDeviceCookie, recordWrongGuess } from "./callers.server.ts";
import { deleteExpiredSession } from "./sessions.server.ts";
import { recordSignIn } from "./sign-ins.server.ts";
import { deviceHashIn, deleteDevices, rememberDevice } from "./devices.server.ts";
import { queuePasswordChanged } from "./notices.server.tsx";
import { refuse, tooMany, tooManyAnswer } from "./endpoints.server.ts";
import { hasVerifiedFactor } from "./factors.server.ts";
import { requestLimit, resetMessageLimits, messageLimit, passwordLimit } from "./limits.server.ts";
import { countAttempt, resetCounter } from "./counters.server.ts";
import { endLinks } from "./links.server.ts";
import { normalisePhone } from "./phone.ts";
import { safeAdminPath, type SignInMessage, type SignInMethod } from "./model.ts";
import { hashInTurn, prioritiseHashing } from "./password.server.ts";
import { newPassword } from "./schema.ts";
import { hashToken } from "./secret.server.ts";
import { assuranceOf } from "./assurance.server.ts";
import { cutCharacters } from "#app/values/text.ts";

/* What every call to the sign-in library passes, from a page's form or from outside. */

const addresses = (...lines: string[]) => new Set(lines.flatMap((line) => line.split(" ")));

/** The library's addresses that are in use here, for anybody and for who is signed in; any other answers 404. */
const forAnybody = addresses(
  "/sign-in/email /sign-in/social /callback/:id /sign-in/magic-link /magic-link/verify /sign-up/email /sign-out",
  "/request-password-reset /reset-password /get-session /jwks /ok",
  "/email-otp/send-verification-otp /sign-in/email-otp /phone-number/send-otp /phone-number/verify",
);
const forSignedIn = addresses(
  "/change-password /token /reauthenticate /recovery-codes /recovery-codes/verify",
  "/factors /factors/:id/challenge /factors/:id/verify /factors/:id/remove",
);

/** Where a session begins, and how the account page calls that. */
const waysIn: Readonly<Record<string, SignInMethod>> = {
  "/sign-in/email": "password",
  "/magic-link/verify": "magic-link",
  "/sign-in/email-otp": "email-code",
  "/phone-number/verify": "text-code",
  "/callback/:id": "google",
};

type Body = Record<string, unknown>;

/** PostgreSQL has no U+0000 and would fail at looking it up. */
const isUnkeepable = (value: unknown) => typeof value === "string" && value.includes("\0");

const address = emailAddress("Please enter a valid email address.");

function emailOf(body: Body): string {
  const checked = check(address, body.email);
  if (!checked.ok)
    throw refuse("BAD_REQUEST", "INVALID_EMAIL", "Please enter a valid email address.");
  return checked.value.toLowerCase();
}

function phoneOf(body: Body): string {
  const phone = normalisePhone(String(body.phoneNumber ?? ""));
  if (!phone)
    throw refuse(
      "BAD_REQUEST",
      "INVALID_PHONE_NUMBER",
      "Please enter a telephone number, such as 0400 000 000.",
    );
  return phone;
}

function refuseWeak(password: unknown): string {
  const checked = check(newPassword, password);
  if (!checked.ok) throw refuse("BAD_REQUEST", "WEAK_PASSWORD", firstOf(checked.errors));
  return checked.value;
}

const firstOf = (errors: FieldErrors) =>
  Object.values(errors)[0] ?? "This password cannot be used.";

/** The message that a call asks for; null for a call that asks for none. */
async function messageOf(
  path: string,
  body: Body,
  device: () => string,
): Promise<{ to: string; message: SignInMessage } | null> {
  switch (path) {
    case "/sign-in/magic-link": {
      const email = emailOf(body);
      return {
        to: email,
        message: {
          kind: "magic-link",
          email,
          next: typeof body.callbackURL === "string" ? safeAdminPath(body.callbackURL) : null,
        },
      };
    }
    case "/request-password-reset": {
      const email = emailOf(body);
      return { to: email, message: { kind: "recovery", email } };
    }
    case "/email-otp/send-verification-otp": {
      const email = emailOf(body);
      return { to: email, message: { kind: "email-code", email, device: device() } };
    }
    case "/phone-number/send-otp": {
      const phone = phoneOf(body);
      return { to: phone, message: { kind: "text-code", phone, device: device() } };
    }
    case "/sign-up/email": {
      const email = emailOf(body);
      // Costly for everybody, kept only for those who may.
      const passwordHash = await hashInTurn(refuseWeak(body.password));
      return {
        to: email,
        message: {
          kind: "sign-up",
          email,
          passwordHash: getSettings().ADMIN_EMAILS.includes(email) ? passwordHash : null,
        },
      };
    }
    default:
      return null;
  }
}

/** Tries to get in, which the owner of the account is told of when they are too many. */
const guesses = new Set(["/sign-in/email", "/sign-in/email-otp", "/phone-number/verify"]);

/** Whose account a call is about, where it says so. */
function accountOf(path: string, body: Body): { email: string } | { phone: string } | null {
  if (path === "/phone-number/verify" || path === "/phone-number/send-otp")
    return { phone: phoneOf(body) };
  const byEmail = [
    "/sign-in/email",
    "/sign-in/email-otp",
    "/sign-in/magic-link",
    "/sign-up/email",
    "/request-password-reset",
    "/email-otp/send-verification-otp",
  ];
  return byEmail.includes(path) ? { email: emailOf(body) } : null;
}

/**
 * What these calls show cannot be found by trying: links are too long, and a code bears five guesses. So they are judged
 * first and only failures count, and whoever holds the right one gets in, whatever anybody does at the same network.
 */
const judgedFirst = new Set([
  "/sign-in/email-otp",
  "/phone-number/verify",
  "/magic-link/verify",
  "/reset-password",
]);

/** What is known of calls under way. */
const callers = new WeakMap<Request, Caller>();
const resets = new WeakMap<Request, Person>();

type Person = { id: string; email: string };

/** Where a second factor is shown. */
const stepsUp = new Set(["/factors/:id/verify", "/recovery-codes/verify"]);

/** Keeps in mind whose password a call has replaced; the library tells it nowhere else. */
export function rememberReset(request: Request | undefined, person: Person): void {
  if (request) resets.set(request, person);
}

/** Who is asking comes before what they ask: the library would look at the body first. */
async function requireSession(ctx: GenericEndpointContext) {
  const current = await getSessionFromCtx(ctx, { disableRefresh: true });
  if (!current) throw refuse("UNAUTHORIZED", "UNAUTHORIZED", "Please sign in.");
  // The endpoint looks again, since what prolongs the cookie gets lost here.
  ctx.context.session = null;
  return current;
}

async function allow(db: Db, limit: Parameters<typeof countAttempt>[1]): Promise<void> {
  const wait = await countAttempt(db, limit);
  if (wait !== null) throw tooMany(wait);
}

/** A session's age is judged here, for all calls; the rest is for calls from outside: pages and the worker carry no request. */
export const beforeCall = (db: Db, secureCookies: boolean) =>
  createAuthMiddleware(async (ctx) => {
    const token = await ctx.getSignedCookie(
      ctx.context.authCookies.sessionToken.name,
      ctx.context.secret,
    );
    if (token) await deleteExpiredSession(db, token);
    if (!ctx.request) return;
    const current = forSignedIn.has(ctx.path) ? await requireSession(ctx) : null;
    if (!current && !forAnybody.has(ctx.path))
      throw refuse("NOT_FOUND", "NOT_FOUND", "There is nothing here.");
    const body = (ctx.body ?? {}) as Body;
    if (Object.values(body).some(isUnkeepable))
      throw refuse("BAD_REQUEST", "MALFORMED", "This request is malformed.");
    const account = accountOf(ctx.path, body);
    const caller = await callerOf(ctx, db, account, current?.user.id);
    callers.set(ctx.request, caller);
    // For a reset a password is hashed once its link is known to be right, and is spent already.
    if (caller.known || ctx.path === "/reset-password") prioritiseHashing();
    if (!judgedFirst.has(ctx.path)) await allow(db, requestLimit(caller.who, ctx.path));
    if (ctx.path === "/sign-in/email" && !caller.known)
      await allow(db, passwordLimit(emailOf(body)));
    if (ctx.path === "/reset-password" || ctx.path === "/change-password")
      refuseWeak(body.newPassword);
    if (ctx.path === "/change-password") {
      const levels = current && (await assuranceOf(db, current.session, current.user));
      if (levels && levels.aal !== levels.nextAal)
        throw refuse("FORBIDDEN", "AAL2_REQUIRED", "Please confirm with your second factor first.");
      // Whoever has come in by the old password must go.
      return { context: { body: { ...body, revokeOtherSessions: true } } };
    }
    const asked = await messageOf(ctx.path, body, () =>
      hashToken(renewDeviceCookie(ctx, secureCookies)),
    );
    if (!asked) return;
    const { to, message } = asked;
    // Beyond its limit nothing is sent, and the answer is the same: what was sent before still works.
    const send = caller.known || (await countAttempt(db, messageLimit(message.kind, to))) === null;
    if (send) await enqueue(db, "sign-in", [message]);
    return ctx.json({ status: true, success: true });
  });

/** Notes who came in, and says in a session how sure we are. */
export const afterCall = (db: Db, secureCookies: boolean) =>
  createAuthMiddleware(async (ctx) => {
    const { newSession, returned } = ctx.context;
    const way = waysIn[ctx.path];
    const caller = ctx.request && callers.get(ctx.request);
    if (caller && isAPIError(returned) && !newSession) {
      const wait = judgedFirst.has(ctx.path)
        ? await countAttempt(db, requestLimit(caller.who, ctx.path))
        : null;
      // An error that is thrown here would go out with the status of the one before.
      if (wait !== null) return tooManyAnswer(wait);
      const account = guesses.has(ctx.path) ? accountOf(ctx.path, (ctx.body ?? {}) as Body) : null;
      if (account && !caller.known) await recordWrongGuess(db, account, ctx.headers);
    }
    if (newSession && (way || stepsUp.has(ctx.path))) {
      const { session, user } = newSession;
      const device = renewDeviceCookie(ctx, secureCookies);
      // Without the second factor a thief of the password would get device after device, each with guesses of its own.
      const { aal, nextAal } = await assuranceOf(db, session, user);
      if (aal === nextAal) await rememberDevice(db, hashToken(device), user.id);
      if (way)
        await recordSignIn(db, {
          userId: user.id,
          email: user.email,
          method: way,
          device,
          ip: ctx.headers?.get(clientIpHeader) ?? null,
          userAgent: cutCharacters(ctx.headers?.get("user-agent") ?? "", 300) || null,
        });
      if (caller && way) await resetCounter(db, requestLimit(caller.who, ctx.path));
      if (caller && !caller.known && way === "password")
        await resetCounter(db, passwordLimit(user.email));
      // Whoever has come in needs no link: the next one may be asked for at once, whatever strangers did.
      await resetMessageLimits(db, user.email);
    }
    if (ctx.path === "/change-password" && newSession && !isAPIError(returned)) {
      await db.transaction(async (tx) => {
        await endLinks(tx, newSession.user);
        await deleteDevices(tx, newSession.user.id, deviceHashIn(ctx.headers));
        await queuePasswordChanged(tx, newSession.user.email, new Date());
      });
    }
    const reset = ctx.request && resets.get(ctx.request);
    if (reset) {
      const device = hashToken(renewDeviceCookie(ctx, secureCookies));
      await deleteDevices(db, reset.id, device);
      // Whoever reads the inbox may try the new password at once, beside all strangers; a second factor takes more.
      if (!(await hasVerifiedFactor(db, reset.id))) await rememberDevice(db, device, reset.id);
    }
    // From within, `session.server.ts` asks for the levels itself.
    if (!ctx.request || !returned || typeof returned !== "object" || isAPIError(returned)) return;
    if (ctx.path === "/get-session") {
      const { session, user } = returned as Session;
      const { token: _secret, ...shown } = session;
      return ctx.json({ session: { ...shown, ...(await assuranceOf(db, session, user)) }, user });
    }
    // A session's token is for its cookie alone, out of the reach of scripts. What `/token` signs is for them.
    if (!("token" in returned) || ctx.path === "/token") return;
    const { token: _secret, ...shown } = returned;
    return ctx.json(shown);
  });

type Session = { session: { createdAt: Date; aal?: string; token: string }; user: { id: string } };

/** What the library writes, made to fit: who may have an account, and what a session knows about its beginning. */
export const databaseHooks: NonNullable<BetterAuthOptions["databaseHooks"]> = {
  user: {
    create: {
      async before(user) {
        if (!user.emailVerified)
          throw refuse("FORBIDDEN", "email_not_verified", "This address is not verified.");
        if (getSettings().ADMIN_EMAILS.includes(user.email.toLowerCase())) return;
        throw refuse("FORBIDDEN", "no_access", "This address may not sign in here.");
      },
    },
  },
  account: {
    create: {
      // Tokens of others are of no use here, so none is kept.
      before: async (account) => ({
        data: {
          ...account,
          accessToken: null,
          refreshToken: null,
          idToken: null,
          accessTokenExpiresAt: null,
          refreshTokenExpiresAt: null,
        },
      }),
    },
    update: {
      before: async (account) => ({
        data: { ...account, accessToken: null, refreshToken: null, idToken: null },
      }),
    },
  },
  session: {
    create: {
      async before(session, ctx) {
        const way = ctx && waysIn[ctx.path];
        if (way) return { data: { ...session, signInMethod: way, aal: "aal1" } };
        // A changed password renews the session and leaves its level.
        const current = ctx?.context.session?.session;
        return ctx?.path === "/change-password" && current
          ? { data: { ...session, signInMethod: current.signInMethod, aal: current.aal } }
          : undefined;
      },
    },
  },
};

import { randomBytes } from "node:crypto";
import type { BetterAuthOptions, GenericEndpointContext } from "better-auth";
import { createAuthMiddleware, getIP, getSessionFromCtx, isAPIError } from "better-auth/api";
import type { Db } from "#app/server/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { clientAddressHeader } from "#app/server/http.server.ts";
import { enqueue } from "#app/server/jobs.server.ts";
import { emailAddress, type FieldErrors, check } from "#app/values/rules.ts";
import { endSessionIfOver, noteSignIn } from "./commands.server.ts";
import { queuePasswordChanged } from "./emails.server.tsx";
import { refuse, tooMany } from "./endpoints.server.ts";
import { count, forget, messagesTo, triesOf } from "./limits.server.ts";
import { endLinks } from "./links.server.ts";
import { normalisePhone, safeNext, type SignInMessage, type Way } from "./model.ts";
import { hash } from "./password.server.ts";
import { newPassword } from "./schema.ts";
import { levelsOf } from "./standing.server.ts";
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
const waysIn: Readonly<Record<string, Way>> = {
  "/sign-in/email": "password",
  "/magic-link/verify": "magic-link",
  "/sign-in/email-otp": "email-code",
  "/phone-number/verify": "text-code",
  "/callback/:id": "google",
};

type Body = Record<string, unknown>;

const address = emailAddress("Please enter a valid email address.");

function emailOf(body: Body): string {
  const checked = check(address, body.email);
  if (!checked.ok) throw refuse("BAD_REQUEST", "INVALID_EMAIL", "Please enter a valid email address.");
  return checked.value.toLowerCase();
}

function phoneOf(body: Body): string {
  const phone = normalisePhone(String(body.phoneNumber ?? ""));
  if (!phone) throw refuse("BAD_REQUEST", "INVALID_PHONE_NUMBER", "Please enter a telephone number, such as 0400 000 000.");
  return phone;
}

function refuseWeak(password: unknown): string {
  const checked = check(newPassword, password);
  if (!checked.ok) throw refuse("BAD_REQUEST", "WEAK_PASSWORD", firstOf(checked.errors));
  return checked.value;
}

const firstOf = (errors: FieldErrors) => Object.values(errors)[0] ?? "This password cannot be used.";

/** The message that a call asks for; null for a call that asks for none. */
async function messageOf(path: string, body: Body): Promise<{ to: string; message: SignInMessage } | null> {
  switch (path) {
    case "/sign-in/magic-link": {
      const email = emailOf(body);
      return { to: email, message: { kind: "magic-link", email, next: typeof body.callbackURL === "string" ? safeNext(body.callbackURL) : null } };
    }
    case "/request-password-reset": {
      const email = emailOf(body);
      return { to: email, message: { kind: "recovery", email } };
    }
    case "/email-otp/send-verification-otp": {
      const email = emailOf(body);
      return { to: email, message: { kind: "email-code", email } };
    }
    case "/phone-number/send-otp": {
      const phone = phoneOf(body);
      return { to: phone, message: { kind: "text-code", phone } };
    }
    case "/sign-up/email": {
      const email = emailOf(body);
      // Costly for everybody, kept only for those who may.
      const passwordHash = await hash(refuseWeak(body.password));
      return { to: email, message: { kind: "sign-up", email, passwordHash: getSettings().ADMIN_EMAILS.includes(email) ? passwordHash : null } };
    }
    default:
      return null;
  }
}

/** Whose account a call tries to get into. */
function triedOf(path: string, body: Body): string | null {
  if (path === "/sign-in/email" || path === "/sign-in/email-otp") return emailOf(body);
  return path === "/phone-number/verify" ? phoneOf(body) : null;
}

/** Who is asking comes before what they ask: the library would look at the body first. */
async function requireSession(ctx: GenericEndpointContext) {
  const current = await getSessionFromCtx(ctx, { disableRefresh: true });
  if (!current) throw refuse("UNAUTHORIZED", "UNAUTHORIZED", "Please sign in.");
  // The endpoint looks again, since what prolongs the cookie gets lost here.
  ctx.context.session = null;
  return current;
}

async function allow(db: Db, limit: Parameters<typeof count>[1]): Promise<void> {
  const wait = await count(db, limit);
  if (wait !== null) throw tooMany(wait);
}

/** A session's age is judged here, for all calls; the rest is for calls from outside: pages and the worker carry no request. */
export const beforeCall = (db: Db) =>
  createAuthMiddleware(async (ctx) => {
    const token = await ctx.getSignedCookie(ctx.context.authCookies.sessionToken.name, ctx.context.secret);
    if (token) await endSessionIfOver(db, token);
    if (!ctx.request) return;
    const current = forSignedIn.has(ctx.path) ? await requireSession(ctx) : null;
    if (!current && !forAnybody.has(ctx.path)) throw refuse("NOT_FOUND", "NOT_FOUND", "There is nothing here.");
    const body = (ctx.body ?? {}) as Body;
    const tried = triedOf(ctx.path, body);
    if (tried) await allow(db, triesOf(tried));
    if (ctx.path === "/reset-password" || ctx.path === "/change-password") refuseWeak(body.newPassword);
    if (ctx.path === "/change-password") {
      const levels = current && (await levelsOf(db, current.session, current.user));
      if (levels && levels.aal !== levels.nextAal) throw refuse("FORBIDDEN", "AAL2_REQUIRED", "Please confirm with your second factor first.");
      // Whoever has come in by the old password must go.
      return { context: { body: { ...body, revokeOtherSessions: true } } };
    }
    const asked = await messageOf(ctx.path, body);
    if (!asked) return;
    await allow(db, messagesTo(asked.to));
    await enqueue(db, "sign-in", [asked.message]);
    return ctx.json({ status: true, success: true });
  });

const deviceCookie = "device";
const aYear = 365 * 24 * 3600;

/** Notes who came in, and says in a session how sure we are. */
export const afterCall = (db: Db, secureCookies: boolean) =>
  createAuthMiddleware(async (ctx) => {
    const { newSession, returned } = ctx.context;
    const way = waysIn[ctx.path];
    if (newSession && way) {
      const known = ctx.getCookie(deviceCookie);
      const device = known && known.length >= 20 ? known : randomBytes(24).toString("base64url");
      ctx.setCookie(deviceCookie, device, { httpOnly: true, sameSite: "lax", secure: secureCookies, path: "/", maxAge: aYear });
      const { user } = newSession;
      await noteSignIn(db, { userId: user.id, email: user.email, way, device, address: ctx.headers?.get(clientAddressHeader) ?? null, userAgent: cutCharacters(ctx.headers?.get("user-agent") ?? "", 300) || null });
      await forget(db, triesOf(user.email));
      // The library's own count of this network address, under the key that it makes.
      const from = ctx.request && getIP(ctx.request, ctx.context.options);
      if (from) await forget(db, { key: `${from}|${ctx.path}` });
    }
    if (ctx.path === "/change-password" && newSession && !isAPIError(returned)) {
      await db.transaction(async (tx) => {
        await endLinks(tx, newSession.user);
        await queuePasswordChanged(tx, newSession.user.email, new Date());
      });
    }
    // From within, `session.server.ts` asks for the levels itself.
    if (!ctx.request || !returned || typeof returned !== "object" || isAPIError(returned)) return;
    if (ctx.path === "/get-session") {
      const { session, user } = returned as Session;
      const { token: _secret, ...shown } = session;
      return ctx.json({ session: { ...shown, ...(await levelsOf(db, session, user)) }, user });
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
        if (!user.emailVerified) throw refuse("FORBIDDEN", "email_not_verified", "This address is not verified.");
        if (getSettings().ADMIN_EMAILS.includes(user.email.toLowerCase())) return;
        throw refuse("FORBIDDEN", "no_access", "This address may not sign in here.");
      },
    },
  },
  account: {
    create: {
      // Tokens of others are of no use here, so none is kept.
      before: async (account) => ({ data: { ...account, accessToken: null, refreshToken: null, idToken: null, accessTokenExpiresAt: null, refreshTokenExpiresAt: null } }),
    },
    update: { before: async (account) => ({ data: { ...account, accessToken: null, refreshToken: null, idToken: null } }) },
  },
  session: {
    create: {
      async before(session, ctx) {
        const way = ctx && waysIn[ctx.path];
        if (way) return { data: { ...session, way, aal: "aal1" } };
        // A changed password renews the session and leaves its level.
        const current = ctx?.context.session?.session;
        return ctx?.path === "/change-password" && current ? { data: { ...session, way: current.way, aal: current.aal } } : undefined;
      },
    },
  },
};

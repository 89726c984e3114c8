import { isAPIError } from "better-auth/api";
import { betterAuth, type BetterAuthOptions } from "better-auth";
import { href } from "react-router";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { jwt } from "better-auth/plugins";
import type { Database, Db } from "#app/server/database/db.server.ts";
import type { Settings } from "#app/server/env.server.ts";
import { log } from "#app/server/log.server.ts";
import { clientIpHeader } from "#app/server/http/client-info.server.ts";
import {
  accounts,
  jwks,
  sessions,
  users,
  verifications,
} from "#app/server/database/tables.server.ts";
import { msPerDay } from "#app/values/durations.ts";
import { installationSecret, hashToken } from "#app/server/secret.server.ts";
import { TooBusy, withHashingPriority, hashInTurn, verifyInTurn } from "./password.server.ts";
import { queuePasswordChanged } from "./notices.server.tsx";
import { factorEndpoints, signInEndpoints } from "./own-endpoints.server.ts";
import { google } from "./google.server.ts";
import { afterCall, rememberReset, beforeCall, databaseHooks } from "./hooks.server.ts";
import { endLinks } from "./one-time-secrets.server.ts";
import { lifetimes, passwordLimits } from "./model.ts";
import { sendResetLink } from "./one-time-emails.server.tsx";

type Auth = ReturnType<typeof createAuth>;
export type AuthApi = Auth["api"];

let auth: Auth | null = null;

export function openAuth(database: Database, settings: Settings): void {
  auth = createAuth(database, settings);
}

export function closeAuth(): void {
  auth = null;
}

/** Throws before {@link openAuth}. */
export function getAuth(): Auth {
  if (!auth) throw new Error("Sign-in is not open.");
  return auth;
}

/** The front gate has checked the origin, so a missing one counts as the site's here too. */
export function headersWithOrigin({ headers: given, url }: Request): Headers {
  const headers = new Headers(given);
  if (!headers.has("origin")) headers.set("origin", new URL(url).origin);
  return headers;
}

export function handleAuthRequest(request: Request): Promise<Response> {
  return respond(() =>
    getAuth().handler(new Request(request, { headers: headersWithOrigin(request) })),
  );
}

/** Turns errors into answers. A fault of ours becomes a 503 without details. */
export async function respond(work: () => Promise<Response>): Promise<Response> {
  try {
    return await withHashingPriority(work);
  } catch (error) {
    return errorResponse(error);
  }
}

export function errorResponse(error: unknown): Response {
  if (isAPIError(error) && error.statusCode < 500)
    return Response.json(error.body ?? {}, { status: error.statusCode, headers: error.headers });
  if (error instanceof TooBusy)
    return Response.json(
      { code: "BUSY", message: "Too many sign-ins at once." },
      { status: 429, headers: { "Retry-After": "5" } },
    );
  log.error({ err: error }, "sign-in does not answer");
  return new Response(null, { status: 503, headers: { "Retry-After": "5" } });
}

const seconds = (ms: number) => ms / 1000;

function createAuth({ db }: Database, settings: Settings) {
  const secure = settings.SITE_URL.startsWith("https:");
  const schema = {
    user: users,
    session: sessions,
    account: accounts,
    verification: verifications,
    jwks,
  };
  return betterAuth({
    appName: "Admin",
    baseURL: settings.SITE_URL,
    basePath: "/api/auth",
    secret: installationSecret(settings),
    trustedOrigins: [settings.SITE_URL],
    database: drizzleAdapter(db, { provider: "pg", schema }),
    emailAndPassword: passwords(db),
    user: {
      additionalFields: {
        role: { type: "string", required: false, defaultValue: "user", input: false },
      },
    },
    session: {
      expiresIn: seconds(lifetimes.session.idle),
      updateAge: 15 * 60,
      additionalFields: {
        aal: { type: "string", required: false, defaultValue: "aal1", input: false },
        signInMethod: { type: "string", required: false, defaultValue: "", input: false },
        kept: { type: "boolean", required: false, defaultValue: false, input: false },
      },
    },
    verification: { storeIdentifier: { hash: async (identifier) => hashToken(identifier) } },
    account: { accountLinking: { enabled: true } },
    databaseHooks,
    hooks: { before: beforeCall(db), after: afterCall(db) },
    plugins: [signedTokens(), signInEndpoints(db), factorEndpoints(db), google(settings)],
    // The library counts by network and path; `hooks.server.ts` also by device and person.
    rateLimit: { enabled: false },
    advanced: {
      ipAddress: { ipAddressHeaders: [clientIpHeader] },
      ...cookies(secure),
    },
    // Errors are thrown to `respond`, which keeps them out of the console.
    onAPIError: { throw: true, errorURL: settings.SITE_URL + href("/login") },
    telemetry: { enabled: false },
    logger: { log: logQuietly },
  });
}

const passwords = (db: Db) =>
  ({
    enabled: true,
    // `hooks.server.ts` answers sign-ups: no account before the address is confirmed.
    disableSignUp: true,
    minPasswordLength: passwordLimits.min,
    maxPasswordLength: passwordLimits.max,
    password: { hash: hashInTurn, verify: verifyInTurn },
    resetPasswordTokenExpiresIn: seconds(lifetimes.link),
    revokeSessionsOnPasswordReset: true,
    sendResetPassword: ({ user, token }) => sendResetLink(db, user, token),
    async onPasswordReset({ user }, request) {
      rememberReset(request, user);
      await db.transaction(async (tx) => {
        await endLinks(tx, user);
        await queuePasswordChanged(tx, user.email, new Date());
      });
    },
  }) satisfies BetterAuthOptions["emailAndPassword"];

const signedTokens = () =>
  jwt({
    disableSettingJwtHeader: true,
    jwks: { rotationInterval: seconds(30 * msPerDay), gracePeriod: seconds(msPerDay) },
    jwt: {
      expirationTime: "15m",
      definePayload: ({ user, session }) => ({
        email: user.email,
        role: user.role,
        aal: session.aal,
      }),
    },
  });

const cookies = (secure: boolean) =>
  ({
    // `__Host-`: sites of the same domain can't set or read it. The library only knows `__Secure-`.
    cookiePrefix: secure ? "__Host-better-auth" : "better-auth",
    useSecureCookies: false,
    defaultCookieAttributes: { sameSite: "lax", httpOnly: true, path: "/", secure },
  }) satisfies BetterAuthOptions["advanced"];

/** Library errors may be visitors' mistakes and repeat their input after a colon or in quotes. */
function logQuietly(level: string, message: string): void {
  const ours = level === "error" || level === "warn" ? "warn" : "debug";
  log[ours]({ source: "auth" }, String(message).split(/[:"'`]/)[0]!);
}

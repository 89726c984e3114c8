import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { jwt } from "better-auth/plugins";
import type { Database } from "#app/server/database/db.server.ts";
import type { Settings } from "#app/server/env.server.ts";
import { clientIpHeader } from "#app/server/http/client-info.server.ts";
import { log } from "#app/server/log.server.ts";
import {
  accounts,
  jwks,
  sessions,
  users,
  verifications,
} from "#app/server/database/tables.server.ts";
import { queuePasswordChanged } from "./notices.server.tsx";
import { codeEndpoints, factorEndpoints } from "./endpoints.server.ts";
import { google } from "./google.server.ts";
import { afterCall, beforeCall, databaseHooks, rememberReset } from "./hooks.server.ts";
import { endLinks } from "./links.server.ts";
import { lifetimes, passwordLimits } from "./model.ts";
import { withHashingPriority, hashInTurn, TooBusy, verifyInTurn } from "./password.server.ts";
import { hashToken } from "./secret.server.ts";
import { sendResetLink } from "./send-links.server.ts";
import { installationSecret } from "#app/server/secret.server.ts";

const seconds = (ms: number) => ms / 1000;
const day = 24 * 3600;

function createAuth({ db }: Database, settings: Settings) {
  const secret = installationSecret(settings);
  const secure = settings.SITE_URL.startsWith("https:");
  return betterAuth({
    appName: "Back office",
    baseURL: settings.SITE_URL,
    basePath: "/api/auth",
    secret,
    trustedOrigins: [settings.SITE_URL],
    database: drizzleAdapter(db, {
      provider: "pg",
      schema: {
        user: users,
        session: sessions,
        account: accounts,
        verification: verifications,
        jwks,
      },
    }),
    emailAndPassword: {
      enabled: true,
      // Signing up is answered by the hooks: nobody gets an account before their address is confirmed.
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
    },
    user: {
      additionalFields: {
        role: { type: "string", required: false, defaultValue: "user", input: false },
      },
    },
    session: {
      expiresIn: seconds(lifetimes.idleSession),
      updateAge: 15 * 60,
      additionalFields: {
        aal: { type: "string", required: false, defaultValue: "aal1", input: false },
        signInMethod: { type: "string", required: false, defaultValue: "", input: false },
      },
    },
    verification: { storeIdentifier: { hash: async (identifier) => hashToken(identifier) } },
    account: { accountLinking: { enabled: true } },
    databaseHooks,
    hooks: { before: beforeCall(db, secure), after: afterCall(db, secure) },
    plugins: [
      jwt({
        disableSettingJwtHeader: true,
        jwks: { rotationInterval: 30 * day, gracePeriod: day },
        jwt: {
          expirationTime: "15m",
          definePayload: ({ user, session }) => ({
            email: user.email,
            role: user.role,
            aal: session.aal,
          }),
        },
      }),
      codeEndpoints(db, secret),
      factorEndpoints(db, secret),
      google(settings),
    ],
    // The hooks count, by `limits.server.ts`: on the account of whoever calls instead of every network's, and nothing for addresses that are made up.
    rateLimit: { enabled: false },
    advanced: {
      ipAddress: { ipAddressHeaders: [clientIpHeader] },
      // `__Host-`: no neighbour under the same domain can set or read the cookie. The library itself knows only `__Secure-`.
      cookiePrefix: secure ? "__Host-better-auth" : "better-auth",
      useSecureCookies: false,
      defaultCookieAttributes: { sameSite: "lax", httpOnly: true, path: "/", secure },
    },
    // What is not an answer is thrown to askAuth, which keeps it out of the console.
    onAPIError: { throw: true, errorURL: `${settings.SITE_URL}/login` },
    telemetry: { enabled: false },
    // Whatever it calls an error may be somebody's mistake, with what they wrote after a colon or in quotes. A fault of ours comes to askAuth.
    logger: {
      log: (level, message) =>
        log[level === "error" || level === "warn" ? "warn" : "debug"](
          { source: "auth" },
          String(message).split(/[:"'`]/)[0]!,
        ),
    },
  });
}

type Auth = ReturnType<typeof createAuth>;

let auth: Auth | null = null;

export function openAuth(database: Database, settings: Settings): void {
  auth = createAuth(database, settings);
}

export function closeAuth(): void {
  auth = null;
}

/** The process's sign-in library. Throws before {@link openAuth}. */
export function getAuth(): Auth {
  if (!auth) throw new Error("Sign-in is not open.");
  return auth;
}

/** The front gate has judged where a request comes from, by more than the library looks at; what says nothing is taken as ours here too. */
function fromHere(request: Request): Request {
  if (request.headers.has("origin")) return request;
  const headers = new Headers(request.headers);
  headers.set("origin", new URL(request.url).origin);
  return new Request(request, { headers });
}

/** Lets the sign-in library answer a request at one of its own addresses; a fault of ours is a 503 without words. */
export async function handleAuthRequest(request: Request): Promise<Response> {
  try {
    return await withHashingPriority(() => getAuth().handler(fromHere(request)));
  } catch (error) {
    if (error instanceof TooBusy)
      return Response.json(
        { code: "BUSY", message: "Too many sign-ins at once." },
        { status: 429, headers: { "Retry-After": "5" } },
      );
    log.error({ err: error }, "sign-in does not answer");
    return new Response(null, { status: 503, headers: { "Retry-After": "5" } });
  }
}

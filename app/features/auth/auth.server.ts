import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import type { Database } from "#app/server/db.server.ts";
import type { Settings } from "#app/server/env.server.ts";
import { clientAddressHeader } from "#app/server/http.server.ts";
import { log } from "#app/server/log.server.ts";
import { installationSecret } from "#app/server/secret.server.ts";
import { accounts, rateLimits, sessions, users, verifications } from "#app/server/tables.server.ts";
import { hash, limits, verify } from "./password.server.ts";

const hours = 3600;

function createAuth({ db }: Database, settings: Settings) {
  return betterAuth({
    appName: "Back office",
    baseURL: settings.SITE_URL,
    basePath: "/api/auth",
    secret: installationSecret(settings),
    trustedOrigins: [settings.SITE_URL],
    database: drizzleAdapter(db, { provider: "pg", schema: { user: users, session: sessions, account: accounts, verification: verifications, rateLimit: rateLimits } }),
    // Accounts are made by the owner's command or link, never by signing up.
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: limits.passwordMin,
      maxPasswordLength: limits.passwordMax,
      password: { hash, verify },
    },
    user: { additionalFields: { role: { type: "string", required: false, defaultValue: "user", input: false } } },
    session: { expiresIn: 7 * 24 * hours, updateAge: 1 * hours },
    rateLimit: {
      enabled: true,
      storage: "database",
      window: 60,
      max: 60,
      customRules: { "/sign-in/email": { window: 600, max: 10 } },
    },
    advanced: {
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      useSecureCookies: settings.SITE_URL.startsWith("https:"),
      defaultCookieAttributes: { sameSite: "lax", httpOnly: true },
    },
    // What is not an answer is thrown to askAuth, which keeps it out of the console.
    onAPIError: { throw: true },
    telemetry: { enabled: false },
    logger: { log: (level, message) => log[level === "error" ? "error" : level === "warn" ? "warn" : "debug"]({ source: "auth" }, message) },
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

/** Lets the sign-in library answer a request at one of its own addresses; a fault of ours is a 503 without words. */
export async function askAuth(request: Request): Promise<Response> {
  try {
    return await getAuth().handler(request);
  } catch (error) {
    log.error({ err: error }, "sign-in does not answer");
    return new Response(null, { status: 503, headers: { "Retry-After": "5" } });
  }
}

import { isAPIError } from "better-auth/api";
import { betterAuth, type BetterAuthOptions, type BetterAuthPlugin } from "better-auth";
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
import { msPerDay } from "#app/values/calendar.ts";
import { installationSecret, hashToken } from "#app/server/secret.server.ts";
import {
  createAuthorizationURL,
  validateAuthorizationCode,
  verifyProviderIdToken,
} from "better-auth/oauth2";
import { createRemoteJWKSet, decodeJwt } from "jose";
import { z } from "zod";
import {
  TooBusy,
  withHashingPriority,
  hashInTurn,
  verifyInTurn,
  endLinks,
} from "./credentials.server.ts";
import { queuePasswordChanged, sendResetLink } from "./emails.server.tsx";
import { factorEndpoints, signInEndpoints } from "./endpoints.server.ts";
import { afterCall, rememberReset, beforeCall, databaseHooks } from "./hooks.server.ts";
import { lifetimes, passwordLimits } from "./model.ts";

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

/* Unlike the library's generic provider, doesn't make other sign-ins wait for the issuer. */

type GoogleSettings = Pick<Settings, "GOOGLE_CLIENT_ID" | "GOOGLE_CLIENT_SECRET" | "GOOGLE_ISSUER">;

type Client = {
  options: { clientId: string; clientSecret: string };
  issuer: () => Promise<Issuer>;
};

function google({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_ISSUER }: GoogleSettings) {
  const client: Client = {
    options: { clientId: GOOGLE_CLIENT_ID!, clientSecret: GOOGLE_CLIENT_SECRET! },
    issuer: discoverOnce(GOOGLE_ISSUER),
  };
  const provider = {
    id: "google",
    name: "Google",
    issuer: GOOGLE_ISSUER,
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }: { profile: Record<string, unknown> }) => String(profile.sub),
    createAuthorizationURL: (begun: BegunSignIn) => authorizationUrl(client, begun),
    validateAuthorizationCode: (given: GivenCode) => exchangeCode(client, given),
    getUserInfo: (tokens: GivenTokens) => userInfo(client, tokens),
  };
  return {
    id: "google",
    init: async ({ socialProviders }) => ({
      context: {
        socialProviders: GOOGLE_CLIENT_ID
          ? [provider as never, ...socialProviders]
          : socialProviders,
      },
    }),
  } satisfies BetterAuthPlugin;
}

function discoverOnce(url: string): () => Promise<Issuer> {
  let found: Promise<Issuer> | null = null;
  return () =>
    (found ??= discoverIssuer(url).catch((error: unknown) => {
      found = null;
      throw error;
    }));
}

type BegunSignIn = {
  state: string;
  codeVerifier: string;
  redirectURI: string;
  idTokenNonce?: string | undefined;
};

async function authorizationUrl(
  { options, issuer }: Client,
  { state, codeVerifier, redirectURI, idTokenNonce }: BegunSignIn,
) {
  const { authorization_endpoint: authorizationEndpoint } = await issuer();
  return createAuthorizationURL({
    id: "google",
    options,
    authorizationEndpoint,
    state,
    codeVerifier,
    redirectURI,
    scopes: ["openid", "email", "profile"],
    ...(idTokenNonce && { nonce: idTokenNonce }),
  });
}

type GivenCode = { code: string; codeVerifier?: string | undefined; redirectURI: string };

async function exchangeCode(
  { options, issuer }: Client,
  { code, codeVerifier, redirectURI }: GivenCode,
) {
  const { token_endpoint: tokenEndpoint } = await issuer();
  const exchange = (authentication: "basic" | "post") =>
    validateAuthorizationCode({
      code,
      redirectURI,
      options,
      tokenEndpoint,
      authentication,
      ...(codeVerifier && { codeVerifier }),
    });
  // The standard's default first. After `invalid_client` the code is still valid.
  return exchange("basic").catch((error: { error?: string }) =>
    error.error === "invalid_client" ? exchange("post") : Promise.reject(error),
  );
}

type GivenTokens = {
  idToken?: string | undefined;
  accessToken?: string | undefined;
  expectedIdTokenNonce?: string | undefined;
};

/** Null without an ID token that the issuer signed for this client and this sign-in. */
async function userInfo(
  { options, issuer }: Client,
  { idToken, accessToken, expectedIdTokenNonce }: GivenTokens,
) {
  const found = await issuer();
  const idTokenRules = {
    jwks: found.keys,
    issuer: found.issuer,
    audience: options.clientId,
    algorithms: found.id_token_signing_alg_values_supported,
  };
  if (!idToken || !expectedIdTokenNonce) return null;
  const verifier = { id: "google", idToken: idTokenRules } as never;
  if (!(await verifyProviderIdToken(verifier, idToken, expectedIdTokenNonce))) return null;
  const claims = await claimsOf(idToken, accessToken, found.userinfo_endpoint);
  if (!claims?.email) return null;
  const { email, email_verified: emailVerified, name = email } = claims;
  return { user: { email, emailVerified, name }, data: claims };
}

const documentSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  id_token_signing_alg_values_supported: z.array(z.string()).min(1),
});

type Issuer = z.output<typeof documentSchema> & {
  keys: ReturnType<typeof createRemoteJWKSet>;
};

const withoutSlash = (url: string) => url.replace(/\/+$/, "");

async function discoverIssuer(issuer: string): Promise<Issuer> {
  const response = await fetch(`${withoutSlash(issuer)}/.well-known/openid-configuration`, {
    redirect: "error",
    signal: AbortSignal.timeout(5_000),
  });
  if (!response.ok) throw new Error(`The issuer of GOOGLE_ISSUER answers with ${response.status}.`);
  const document = documentSchema.parse(await response.json());
  if (withoutSlash(document.issuer) !== withoutSlash(issuer))
    throw new Error("The issuer of GOOGLE_ISSUER calls itself something else.");
  return {
    ...document,
    keys: createRemoteJWKSet(new URL(document.jwks_uri), { timeoutDuration: 5_000 }),
  };
}

const claimsSchema = z.object({
  sub: z.string().min(1),
  email: z.email().optional(),
  email_verified: z.boolean().default(false),
  name: z.string().optional(),
});

type Claims = z.output<typeof claimsSchema>;

/** Google puts the email address into the token; other issuers serve it at userinfo. */
async function claimsOf(
  idToken: string,
  accessToken: string | undefined,
  endpoint: string | undefined,
): Promise<Claims | null> {
  const claims = claimsSchema.parse(decodeJwt(idToken));
  if (claims.email || !endpoint || !accessToken) return claims;
  const response = await fetch(endpoint, {
    headers: { Authorization: `Bearer ${accessToken}` },
    redirect: "error",
    signal: AbortSignal.timeout(5_000),
  });
  const told = claimsSchema.safeParse(await response.json()).data;
  return told?.sub === claims.sub ? told : null;
}

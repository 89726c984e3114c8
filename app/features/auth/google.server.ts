import type { BetterAuthPlugin } from "better-auth";
import {
  createAuthorizationURL,
  validateAuthorizationCode,
  verifyProviderIdToken,
} from "better-auth/oauth2";
import { createRemoteJWKSet, decodeJwt } from "jose";
import { z } from "zod";
import type { Settings } from "#app/server/env.server.ts";

/* Unlike the library's generic provider, doesn't make other sign-ins wait for the issuer. */

type GoogleSettings = Pick<Settings, "GOOGLE_CLIENT_ID" | "GOOGLE_CLIENT_SECRET" | "GOOGLE_ISSUER">;

type Client = {
  options: { clientId: string; clientSecret: string };
  issuer: () => Promise<Issuer>;
};

export function google({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_ISSUER }: GoogleSettings) {
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

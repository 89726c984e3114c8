import type { BetterAuthPlugin } from "better-auth";
import {
  createAuthorizationURL,
  validateAuthorizationCode,
  verifyProviderIdToken,
} from "better-auth/oauth2";
import type { Settings } from "#app/server/env.server.ts";
import { claimsOf, discoverIssuer, type Issuer } from "./openid-issuer.server.ts";

/*
 * Google, or any other OpenID Connect issuer that `GOOGLE_ISSUER` names. The library's generic
 * provider asks the issuer once, when it opens, and has every sign-in wait for that; this one asks
 * at the first use, and again after a failure, so an issuer that is away hurts nobody else.
 */

export type GoogleSettings = Pick<
  Settings,
  "GOOGLE_CLIENT_ID" | "GOOGLE_CLIENT_SECRET" | "GOOGLE_ISSUER"
>;

export function google({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_ISSUER }: GoogleSettings) {
  let found: Promise<Issuer> | null = null;
  const issuer = () =>
    (found ??= discoverIssuer(GOOGLE_ISSUER).catch((error: unknown) => {
      found = null;
      throw error;
    }));
  const options = { clientId: GOOGLE_CLIENT_ID!, clientSecret: GOOGLE_CLIENT_SECRET! };

  const provider = {
    id: "google",
    name: "Google",
    issuer: GOOGLE_ISSUER,
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }: { profile: Record<string, unknown> }) => String(profile.sub),
    async createAuthorizationURL({
      state,
      codeVerifier,
      redirectURI,
      idTokenNonce,
    }: {
      state: string;
      codeVerifier: string;
      redirectURI: string;
      idTokenNonce?: string | undefined;
    }) {
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
    },
    async validateAuthorizationCode({
      code,
      codeVerifier,
      redirectURI,
    }: {
      code: string;
      codeVerifier?: string | undefined;
      redirectURI: string;
    }) {
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
      // The standard's default first. An issuer that wants the other says `invalid_client`, and the code stays good.
      return exchange("basic").catch((error: { error?: string }) =>
        error.error === "invalid_client" ? exchange("post") : Promise.reject(error),
      );
    },
    async getUserInfo({
      idToken,
      accessToken,
      expectedIdTokenNonce,
    }: {
      idToken?: string | undefined;
      accessToken?: string | undefined;
      expectedIdTokenNonce?: string | undefined;
    }) {
      const {
        userinfo_endpoint: userInfo,
        issuer: name,
        keys,
        id_token_signing_alg_values_supported: algorithms,
      } = await issuer();
      const idTokenRules = { jwks: keys, issuer: name, audience: options.clientId, algorithms };
      if (
        !idToken ||
        !expectedIdTokenNonce ||
        !(await verifyProviderIdToken(
          { id: "google", idToken: idTokenRules } as never,
          idToken,
          expectedIdTokenNonce,
        ))
      )
        return null;
      const claims = await claimsOf(idToken, accessToken, userInfo);
      if (!claims?.email) return null;
      return {
        user: {
          email: claims.email,
          emailVerified: claims.email_verified,
          name: claims.name ?? claims.email,
        },
        data: claims,
      };
    },
  };

  return {
    id: "google",
    init: async (ctx) => ({
      context: {
        socialProviders: GOOGLE_CLIENT_ID
          ? [provider as never, ...ctx.socialProviders]
          : ctx.socialProviders,
      },
    }),
  } satisfies BetterAuthPlugin;
}

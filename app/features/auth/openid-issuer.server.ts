import { createRemoteJWKSet, decodeJwt } from "jose";
import { z } from "zod";

const documentSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  id_token_signing_alg_values_supported: z.array(z.string()).min(1),
});

export type Issuer = z.output<typeof documentSchema> & {
  keys: ReturnType<typeof createRemoteJWKSet>;
};

const withoutSlash = (url: string) => url.replace(/\/+$/, "");

export async function discoverIssuer(issuer: string): Promise<Issuer> {
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
export async function claimsOf(
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

import type { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { generateKeyPairSync } from "node:crypto";
import { text } from "node:stream/consumers";
import { type Adapter, type AdapterPayload, Provider } from "oidc-provider";
import { listenOnLoopback } from "../support/loopback-server.ts";
import { freePort } from "../support/postgres.ts";

/* A fake Google: a real OpenID Connect server on loopback, whose page asks for an email and trusts it. */

export type OpenIdServer = {
  settings: Record<string, string>;
  url: string;
  stop: () => Promise<void>;
};

const client = { client_id: "the-site", client_secret: "a-secret-of-the-site" };

// The provider's own in-memory adapter warns on the console.
class Memory implements Adapter {
  readonly #rows = new Map<string, AdapterPayload>();
  upsert = async (id: string, payload: AdapterPayload) => void this.#rows.set(id, payload);
  find = async (id: string) => this.#rows.get(id);
  findByUid = async (uid: string) => [...this.#rows.values()].find((row) => row.uid === uid);
  findByUserCode = async () => undefined;
  consume = async (id: string) =>
    void (this.#rows.get(id)!.consumed = Math.floor(Date.now() / 1000));
  destroy = async (id: string) => void this.#rows.delete(id);
  revokeByGrantId = async (grantId: string) =>
    this.#rows.forEach((row, id) => row.grantId === grantId && this.#rows.delete(id));
}

/**
 * @param siteUrl the site that people come from; an email that begins with `unverified` is not verified
 * @param variant the standard sends the client secret in a header and the email from the userinfo
 * endpoint; Google takes the secret in the body and writes the email into the ID token
 */
export async function startOpenIdServer(
  siteUrl: string,
  variant: "standard" | "Google" = "standard",
): Promise<OpenIdServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const provider = new Provider(url, {
    adapter: Memory,
    clients: [
      {
        ...client,
        redirect_uris: [`${siteUrl}/api/auth/callback/google`],
        token_endpoint_auth_method:
          variant === "Google" ? "client_secret_post" : "client_secret_basic",
      },
    ],
    jwks: {
      keys: [
        { ...privateKey.export({ format: "jwk" }), kid: "one", use: "sig", alg: "RS256" } as never,
      ],
    },
    cookies: { keys: ["a key for the cookies of the fake"] },
    claims: { email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: variant === "standard",
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: id,
        email_verified: !id.startsWith("unverified"),
        name: "A Person",
      }),
    }),
    // Signing in grants consent, so that there is no second page.
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  // Koa prints what nobody listens for, such as the connections that end with a killed site.
  (provider as EventEmitter).on("error", () => {});
  const handle = provider.callback();

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === "GET") {
      response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
      response.end(
        '<!doctype html><html lang="en"><title>Choose an account</title><link rel="icon" ' +
          'href="data:,"><form method="post"><label>Address <input name="account"></label> ' +
          '<button>Continue</button> <button name="decline" ' +
          'value="yes">Cancel</button></form></html>',
      );
      return;
    }
    const sent = new URLSearchParams(await text(request));
    const result = sent.has("decline")
      ? { error: "access_denied", error_description: "The person declined." }
      : { login: { accountId: sent.get("account")! } };
    await provider.interactionFinished(request, response, result, {
      mergeWithLastSubmission: false,
    });
  }

  const { stop } = await listenOnLoopback(
    (request, response) =>
      request.url!.startsWith("/interaction/")
        ? interact(request, response)
        : handle(request, response),
    { port },
  );
  return {
    url,
    settings: {
      GOOGLE_CLIENT_ID: client.client_id,
      GOOGLE_CLIENT_SECRET: client.client_secret,
      GOOGLE_ISSUER: url,
    },
    stop,
  };
}

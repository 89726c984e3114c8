import type { BetterAuthOptions, GenericEndpointContext } from "better-auth";
import { getOAuthState } from "better-auth/api";
import { getSettings } from "#app/server/env.server.ts";
import { rulesOf } from "./endpoints.server.ts";
import { keepSession, lifetimeOf } from "./kept-sessions.server.ts";
import { refuse } from "./refusals.server.ts";

export const databaseHooks: NonNullable<BetterAuthOptions["databaseHooks"]> = {
  user: {
    create: {
      async before(user) {
        if (!user.emailVerified)
          throw refuse("FORBIDDEN", "email_not_verified", "This email address isn't verified.");
        if (getSettings().ADMIN_EMAILS.includes(user.email.toLowerCase())) return;
        throw refuse("FORBIDDEN", "no_access", "This email address doesn't have access.");
      },
    },
  },
  account: {
    create: {
      // Google's tokens aren't used, so none is kept.
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
        if (!ctx) return undefined;
        const signInMethod = rulesOf(ctx.path)?.method;
        // Google's callback has no form; the OAuth state carries the tick.
        if (signInMethod === "google" && (await getOAuthState())?.rememberMe === true)
          keepSession(ctx);
        const level = signInMethod ? { signInMethod, aal: "aal1" } : renewedLevel(ctx);
        return { data: { ...session, ...level, ...lifetimeOf(ctx) } };
      },
    },
  },
};

function renewedLevel({ path, context }: GenericEndpointContext) {
  const current = context.session?.session;
  return path === "/change-password" && current
    ? { signInMethod: current.signInMethod, aal: current.aal }
    : {};
}

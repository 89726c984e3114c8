import type { BetterAuthOptions } from "better-auth";
import { getSettings } from "#app/server/env.server.ts";
import { rulesOf } from "./endpoints.server.ts";
import { refuse } from "./refusals.server.ts";

/** What the library writes, made to fit: who may have an account, and what a session knows about its beginning. */
export const databaseHooks: NonNullable<BetterAuthOptions["databaseHooks"]> = {
  user: {
    create: {
      async before(user) {
        if (!user.emailVerified)
          throw refuse("FORBIDDEN", "email_not_verified", "This address is not verified.");
        if (getSettings().ADMIN_EMAILS.includes(user.email.toLowerCase())) return;
        throw refuse("FORBIDDEN", "no_access", "This address may not sign in here.");
      },
    },
  },
  account: {
    create: {
      // Tokens of others are of no use here, so none is kept.
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
        const signInMethod = ctx && rulesOf(ctx.path)?.method;
        if (signInMethod) return { data: { ...session, signInMethod, aal: "aal1" } };
        // A changed password renews the session and leaves its level.
        const current = ctx?.context.session?.session;
        return ctx?.path === "/change-password" && current
          ? { data: { ...session, signInMethod: current.signInMethod, aal: current.aal } }
          : undefined;
      },
    },
  },
};

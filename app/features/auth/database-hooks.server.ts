import type { BetterAuthOptions } from "better-auth";
import { getSettings } from "#app/server/env.server.ts";
import { rulesOf } from "./endpoints.server.ts";
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
      // Google's tokens are of no use here, so none is kept.
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
        // Changing the password renews the session and keeps its level.
        const current = ctx?.context.session?.session;
        return ctx?.path === "/change-password" && current
          ? { data: { ...session, signInMethod: current.signInMethod, aal: current.aal } }
          : undefined;
      },
    },
  },
};

import type { BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#app/server/database/db.server.ts";
import { factors } from "#app/server/database/tables.server.ts";
import { consumeSignInCode } from "./codes.server.ts";
import { beginSession } from "./current-session.server.ts";
import { deviceHashIn } from "./devices.server.ts";
import { isVerifiedFactor } from "./factors.server.ts";
import { consumeMagicLink, endLinks } from "./links.server.ts";
import { normalisePhone } from "./phone.ts";
import { refuse, wrongCode } from "./refusals.server.ts";
import { typedCode } from "./typed-code.ts";

/* Endpoints of the sign-in library, so that its origin checks and cookies apply. */

/** `before-call.server.ts` sends the message and answers everybody alike. */
const sends = <Path extends string, Body extends z.ZodObject>(path: Path, body: Body) =>
  createAuthEndpoint(path, { method: "POST", body }, async () => ({ success: true }));

/** `before-call.server.ts` reads it. */
const rememberMe = z.boolean().optional();

export function signInEndpoints(db: Db, secret: string) {
  return {
    id: "codes",
    endpoints: {
      sendMagicLink: sends("/sign-in/magic-link", z.object({ email: z.string() })),
      sendEmailCode: sends("/email-otp/send-verification-otp", z.object({ email: z.string() })),
      sendTextCode: sends("/phone-number/send-otp", z.object({ phoneNumber: z.string() })),
      signInEmailCode: createAuthEndpoint(
        "/sign-in/email-otp",
        { method: "POST", body: z.object({ email: z.email(), otp: typedCode, rememberMe }) },
        async (ctx) => {
          const email = ctx.body.email.toLowerCase();
          const device = deviceHashIn(ctx.headers);
          if (!(await consumeSignInCode(db, secret, "email", email, device, ctx.body.otp)))
            throw wrongCode();
          return enter(ctx, await userByEmail(ctx, email, "email-otp"));
        },
      ),
      signInMagicLink: createAuthEndpoint(
        "/magic-link/verify",
        { method: "POST", body: z.object({ token: z.string(), rememberMe }) },
        async (ctx) => {
          const email = await consumeMagicLink(db, ctx.body.token);
          if (email === null) throw usedLink();
          const user = await userByEmail(ctx, email, "magic-link");
          await db.transaction((tx) => endLinks(tx, user));
          return enter(ctx, user);
        },
      ),
      signInTextCode: createAuthEndpoint(
        "/phone-number/verify",
        {
          method: "POST",
          body: z.object({ phoneNumber: z.string(), code: typedCode, rememberMe }),
        },
        async (ctx) => {
          const { phoneNumber, code } = ctx.body;
          const phone = normalisePhone(phoneNumber);
          if (!phone) throw wrongCode();
          const device = deviceHashIn(ctx.headers);
          if (!(await consumeSignInCode(db, secret, "text", phone, device, code)))
            throw wrongCode();
          const user = await userByPhone(ctx, db, phone);
          if (!user) throw wrongCode();
          return enter(ctx, user);
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

const usedLink = () =>
  refuse("GONE", "LINK_SPENT", "This link has been used or has expired. Please ask for a new one.");

/** The account of a proved email address, created if the address may have one. */
async function userByEmail(
  ctx: GenericEndpointContext,
  email: string,
  method: "email-otp" | "magic-link",
) {
  const { internalAdapter } = ctx.context;
  const known = (await internalAdapter.findUserByEmail(email))?.user;
  const fresh = { email, name: email, emailVerified: true };
  return known ?? internalAdapter.createUser(fresh, { method });
}

async function userByPhone(ctx: GenericEndpointContext, db: Db, phone: string) {
  const [factor] = await db
    .select({ userId: factors.userId })
    .from(factors)
    .where(and(eq(factors.phone, phone), isVerifiedFactor));
  return factor && ctx.context.internalAdapter.findUserById(factor.userId);
}

async function enter(ctx: GenericEndpointContext, user: Parameters<typeof beginSession>[1]) {
  await beginSession(ctx, user);
  return ctx.json({ user: { id: user.id, email: user.email } });
}

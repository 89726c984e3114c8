import {
  limitOf,
  type Rate,
  rates,
  type AttemptLimit,
  type AssuranceRule,
  refuse,
  wrongCode,
} from "./limits.server.ts";
import {
  type RequestedMessage,
  type SignInMethod,
  normalisePhone,
  passwordLimits,
  maskedPhone,
} from "./model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { consumeLink, endLinks, consumeSignInCode } from "./credentials.server.ts";
import type { BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import { createAuthEndpoint, sessionMiddleware } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import { and, eq } from "drizzle-orm";
import { content } from "#app/content/content.ts";
import type { AssuranceLevel } from "#app/server/database/enums.ts";
import { factors } from "#app/server/database/tables.server.ts";
import { describeSession, deviceHashIn, isVerifiedFactor } from "./sessions.server.ts";
import {
  challengeFactor,
  enrolFactor,
  type Factor,
  listFactors,
  reauthenticate,
  removeFactor,
  renewRecoveryCodes,
  showFactor,
  showRecoveryCode,
  totpSecret,
  totpUri,
} from "./factors.server.ts";

/* All paths in use under /api/auth; the same rules hold for requests and for pages (`callAuth`). */

export type EndpointRules = {
  handler: "library" | "ours";
  for: "anyone" | "signed-in";
  /** For changes; reading needs only a session. */
  level?: AssuranceRule;
  limit: Rate;
  /** Only failures count: links and codes are safe from guessing, and others lock nobody out. */
  countsFailuresOnly?: true;
  account?: "email" | "phoneNumber";
  method?: SignInMethod;
  /** The owner is notified when unknown devices fail here too often. */
  guessed?: true;
  stepsUp?: true;
  sends?: RequestedMessage["kind"];
};

const { attempts, steps, requests, usual } = rates;
const library = { handler: "library", for: "anyone" } as const;
const ours = { handler: "ours", for: "anyone" } as const;
const asking = { ...ours, limit: requests } as const;
const proving = { ...ours, limit: attempts, countsFailuresOnly: true } as const;
const signedIn = { handler: "ours", for: "signed-in" } as const;

const table = {
  "/sign-in/email": {
    ...library,
    limit: attempts,
    account: "email",
    method: "password",
    guessed: true,
  },
  "/sign-in/social": { ...library, limit: steps },
  "/callback/:id": { ...library, limit: steps, method: "google" },
  "/sign-up/email": { ...library, limit: requests, account: "email", sends: "sign-up" },
  "/request-password-reset": { ...library, limit: requests, account: "email", sends: "recovery" },
  "/reset-password": { ...library, limit: attempts, countsFailuresOnly: true },
  "/sign-out": { ...library, limit: usual },
  "/get-session": { ...library, limit: usual },
  "/jwks": { ...library, limit: usual },
  "/ok": { ...library, limit: usual },
  "/token": { ...library, for: "signed-in", limit: usual },
  "/change-password": { ...library, for: "signed-in", level: "full", limit: attempts },

  "/sign-in/magic-link": { ...asking, account: "email", sends: "magic-link" },
  "/magic-link/verify": { ...proving, method: "magic-link" },
  "/email-otp/send-verification-otp": { ...asking, account: "email", sends: "email-code" },
  "/sign-in/email-otp": { ...proving, account: "email", method: "email-code", guessed: true },
  "/phone-number/send-otp": { ...asking, account: "phoneNumber", sends: "text-code" },
  "/phone-number/verify": {
    ...proving,
    account: "phoneNumber",
    method: "text-code",
    guessed: true,
  },
  "/factors": { ...signedIn, level: "fresh", limit: usual },
  "/factors/:id/challenge": { ...signedIn, limit: usual },
  "/factors/:id/verify": { ...signedIn, limit: usual, stepsUp: true },
  "/factors/:id/remove": { ...signedIn, level: "full", limit: usual },
  "/recovery-codes": { ...signedIn, level: "fresh", limit: usual },
  "/recovery-codes/verify": { ...signedIn, limit: steps, stepsUp: true },
  "/reauthenticate": { ...signedIn, level: "full", limit: usual },
} as const satisfies Record<string, EndpointRules>;

export type EndpointPath = keyof typeof table;
export const endpoints: Readonly<Record<EndpointPath, EndpointRules>> = table;

export const rulesOf = (path: string): EndpointRules | undefined =>
  Object.hasOwn(endpoints, path) ? endpoints[path as EndpointPath] : undefined;

export const requestLimit = (caller: string, path: EndpointPath): AttemptLimit =>
  limitOf(path, caller, endpoints[path].limit);

/* Endpoints of the sign-in library, so that its origin checks and cookies apply. */

/** `hooks.server.ts` sends the message and answers everybody alike. */
const sends = <Path extends string, Body extends z.ZodObject>(path: Path, body: Body) =>
  createAuthEndpoint(path, { method: "POST", body }, async () => ({ success: true }));

/** `hooks.server.ts` reads it. */
const rememberMe = z.boolean().optional();

export function signInEndpoints(db: Db) {
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
          if (!(await consumeSignInCode(db, "email", email, device, ctx.body.otp)))
            throw wrongCode();
          return enter(ctx, await userByEmail(ctx, email, "email-otp"));
        },
      ),
      signInMagicLink: createAuthEndpoint(
        "/magic-link/verify",
        { method: "POST", body: z.object({ token: z.string(), rememberMe }) },
        async (ctx) => {
          const email = await consumeLink(db, "magic-link", ctx.body.token);
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
          if (!(await consumeSignInCode(db, "text", phone, device, code))) throw wrongCode();
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

type User = NonNullable<GenericEndpointContext["context"]["session"]>["user"];

async function enter(ctx: GenericEndpointContext, user: User) {
  const session = await ctx.context.internalAdapter.createSession(user.id);
  await setSessionCookie(ctx, { session, user });
  return ctx.json({ user: { id: user.id, email: user.email } });
}

async function renewSession(ctx: GenericEndpointContext, aal: AssuranceLevel): Promise<void> {
  const { session, user } = ctx.context.session!;
  const { signInMethod } = session as typeof session & { signInMethod: string };
  const next = await ctx.context.internalAdapter.createSession(
    user.id,
    false,
    { aal, signInMethod },
    true,
  );
  await ctx.context.internalAdapter.deleteSession(session.token);
  await setSessionCookie(ctx, { session: next, user });
}

/* The table above says who may call these, and how often. */

const phone = z
  .string()
  .transform(
    (typed, check) =>
      normalisePhone(typed) ??
      (check.addIssue("Please enter a telephone number, such as 0400 000 000."), z.NEVER),
  );
const enrolment = z.discriminatedUnion("type", [
  z.object({ type: z.literal("totp") }),
  z.object({ type: z.literal("phone"), phone }),
]);

const published = (factor: Factor) => ({
  id: factor.id,
  type: factor.type,
  status: factor.verifiedAt ? "verified" : "unverified",
  ...(factor.phone && { phone: maskedPhone(factor.phone) }),
  createdAt: factor.createdAt,
  verifiedAt: factor.verifiedAt,
});

export function factorEndpoints(db: Db) {
  const use = [sessionMiddleware];
  const post = { method: "POST", use } as const;
  const current = (ctx: GenericEndpointContext) => describeSession(db, ctx.context.session!);
  const idOf = (ctx: GenericEndpointContext): string => ctx.params?.id ?? "";

  return {
    id: "factors",
    endpoints: {
      listFactors: createAuthEndpoint("/factors", { method: "GET", use }, async (ctx) => {
        const { id, aal, nextAal } = await current(ctx);
        return ctx.json({ factors: (await listFactors(db, id)).map(published), aal, nextAal });
      }),
      enrolFactor: createAuthEndpoint("/factors", { ...post, body: enrolment }, async (ctx) => {
        const { id, email } = ctx.context.session.user;
        const factor = await enrolFactor(db, id, ctx.body);
        if (factor.type === "phone") return ctx.json(published(factor));
        const clear = await totpSecret(factor);
        const uri = totpUri(clear, content().site.brand, email);
        return ctx.json({ ...published(factor), totp: { secret: clear, uri } });
      }),
      challengeFactor: createAuthEndpoint("/factors/:id/challenge", post, async (ctx) =>
        ctx.json(await challengeFactor(db, await current(ctx), idOf(ctx), ctx.headers)),
      ),
      verifyFactor: createAuthEndpoint(
        "/factors/:id/verify",
        { ...post, body: z.object({ code: typedCode }) },
        async (ctx) => {
          const shown = { id: idOf(ctx), code: ctx.body.code };
          const session = await current(ctx);
          const recoveryCodes = await showFactor(db, session, shown, ctx.headers);
          await renewSession(ctx, "aal2");
          return ctx.json({ aal: "aal2", ...(recoveryCodes.length > 0 && { recoveryCodes }) });
        },
      ),
      removeFactor: createAuthEndpoint("/factors/:id/remove", post, async (ctx) => {
        await removeFactor(db, await current(ctx), idOf(ctx));
        return ctx.json({ success: true });
      }),
      renewRecoveryCodes: createAuthEndpoint("/recovery-codes", post, async (ctx) =>
        ctx.json({ recoveryCodes: await renewRecoveryCodes(db, await current(ctx)) }),
      ),
      useRecoveryCode: createAuthEndpoint(
        "/recovery-codes/verify",
        { ...post, body: z.object({ code: typedCode }) },
        async (ctx) => {
          await showRecoveryCode(db, await current(ctx), ctx.body.code, ctx.headers);
          await renewSession(ctx, "aal2");
          return ctx.json({ aal: "aal2" });
        },
      ),
      /** Giving the password again makes the session fresh. */
      reauthenticate: createAuthEndpoint(
        "/reauthenticate",
        { ...post, body: z.object({ password: z.string().max(passwordLimits.max) }) },
        async (ctx) => {
          const session = await current(ctx);
          await reauthenticate(db, session.id, ctx.body.password);
          await renewSession(ctx, session.aal);
          return ctx.json({ success: true });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

const typedCode = z
  .string()
  .trim()
  .max(40)
  .transform((typed) => typed.replace(/\s/g, ""));

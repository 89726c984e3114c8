import type { BetterAuthPlugin, GenericEndpointContext } from "better-auth";
import { APIError, createAuthEndpoint, sessionMiddleware } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { and, eq, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { site } from "#app/content/site.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { enqueue } from "#app/server/jobs/queue.server.ts";
import { factors } from "#app/server/database/tables.server.ts";
import { consumeSignInCode } from "./codes.server.ts";
import { deviceHashIn, isKnownDevice } from "./devices.server.ts";
import { enrolFactor, verifyFactor } from "./enrolment.server.ts";
import {
  type Factor,
  getFactor,
  hasVerifiedFactor,
  listFactors,
  removeFactor,
  totpSecret,
  consumeFactorCode,
} from "./factors.server.ts";
import { renewRecoveryCodes, consumeRecoveryCode } from "./recovery-codes.server.ts";
import { challengeLimit, reauthenticationLimit, secondFactorLimit } from "./limits.server.ts";
import { countAttempt, resetCounter } from "./counters.server.ts";
import { consumeMagicLink, endLinks } from "./links.server.ts";
import { lifetimes, passwordLimits } from "./model.ts";
import { maskedPhone, normalisePhone } from "./phone.ts";
import { isPassword } from "./credentials.server.ts";
import { isFresh, assuranceOf } from "./assurance.server.ts";
import { totpUri } from "./totp.server.ts";
import type { AssuranceLevel } from "#app/server/database/enums.ts";

/*
 * Our own addresses in the sign-in library: one-time codes, and second factors as the contract names
 * them. They live in the library's house, so its limits, origin checks and cookies hold here too.
 */

type Status = ConstructorParameters<typeof APIError>[0];

export const refuse = (status: Status, code: string, message: string, headers: HeadersInit = {}) =>
  new APIError(status, { code, message }, headers);
export const tooMany = (seconds: number) =>
  refuse("TOO_MANY_REQUESTS", "TOO_MANY_ATTEMPTS", "Too many attempts.", {
    "Retry-After": String(seconds),
  });
/** The same as a whole answer, for where an error thrown would keep the status of an earlier one. */
export const tooManyAnswer = (seconds: number) =>
  Response.json(
    { code: "TOO_MANY_ATTEMPTS", message: "Too many attempts." },
    { status: 429, headers: { "Retry-After": String(seconds) } },
  );

const wrongCode = () =>
  refuse("BAD_REQUEST", "INVALID_CODE", "This code is wrong, used or too old.");
const code = z
  .string()
  .trim()
  .max(40)
  .transform((written) => written.replace(/\s/g, ""));

/** The session of a call, with its level. */
async function sessionOf(ctx: GenericEndpointContext, db: Db) {
  const { session, user } = ctx.context.session!;
  return {
    session: session as typeof session & { signInMethod: string },
    user,
    ...(await assuranceOf(db, session, user)),
  };
}

/** Who has a verified factor must have shown one before touching any. */
async function requireFullLevel(ctx: GenericEndpointContext, db: Db) {
  const asking = await sessionOf(ctx, db);
  if (asking.aal !== asking.nextAal)
    throw refuse("FORBIDDEN", "AAL2_REQUIRED", "Please confirm with your second factor first.");
  return asking;
}

/** What changes second factors: a session that was left open must not be enough to lock its owner out. */
async function requireFresh(ctx: GenericEndpointContext, db: Db) {
  const asking = await requireFullLevel(ctx, db);
  if (!isFresh(asking.session))
    throw refuse("FORBIDDEN", "FRESH_SIGN_IN_REQUIRED", "Please confirm that it is you first.");
  return asking;
}

/** Something was proved: the old session ends and a new one, with a new token, carries the level. */
async function renewSession(
  ctx: GenericEndpointContext,
  { session, user }: Awaited<ReturnType<typeof sessionOf>>,
  aal: AssuranceLevel,
): Promise<void> {
  const next = await ctx.context.internalAdapter.createSession(
    user.id,
    false,
    { aal, signInMethod: session.signInMethod },
    true,
  );
  await ctx.context.internalAdapter.deleteSession(session.token);
  await setSessionCookie(ctx, { session: next, user });
}

const published = ({ id, type, phone, createdAt, verifiedAt }: Factor) => ({
  id,
  type,
  status: verifiedAt ? "verified" : "unverified",
  ...(phone && { phone: maskedPhone(phone) }),
  createdAt,
  verifiedAt,
});

export function codeEndpoints(db: Db, secret: string) {
  return {
    id: "codes",
    endpoints: {
      // What asks for a code is answered by the hooks, alike for everybody.
      sendMagicLink: createAuthEndpoint("/sign-in/magic-link", { method: "POST" }, async () => ({
        success: true,
      })),
      sendEmailCode: createAuthEndpoint(
        "/email-otp/send-verification-otp",
        { method: "POST" },
        async () => ({ success: true }),
      ),
      sendTextCode: createAuthEndpoint("/phone-number/send-otp", { method: "POST" }, async () => ({
        success: true,
      })),
      signInEmailCode: createAuthEndpoint(
        "/sign-in/email-otp",
        { method: "POST", body: z.object({ email: z.email(), otp: code }) },
        async (ctx) => {
          const email = ctx.body.email.toLowerCase();
          if (
            !(await consumeSignInCode(
              db,
              secret,
              "email",
              email,
              deviceHashIn(ctx.headers),
              ctx.body.otp,
            ))
          )
            throw wrongCode();
          const user = await userOf(ctx, email, "email-otp");
          await enter(ctx, user);
          return ctx.json({ user: { id: user.id, email: user.email } });
        },
      ),
      signInMagicLink: createAuthEndpoint(
        "/magic-link/verify",
        { method: "POST", body: z.object({ token: z.string() }) },
        async (ctx) => {
          const email = await consumeMagicLink(db, ctx.body.token);
          if (email === null)
            throw refuse(
              "GONE",
              "LINK_SPENT",
              "This link has been used or is too old. Please ask for a new one.",
            );
          const user = await userOf(ctx, email, "magic-link");
          await db.transaction((tx) => endLinks(tx, user));
          await enter(ctx, user);
          return ctx.json({ user: { id: user.id, email: user.email } });
        },
      ),
      signInTextCode: createAuthEndpoint(
        "/phone-number/verify",
        { method: "POST", body: z.object({ phoneNumber: z.string(), code }) },
        async (ctx) => {
          const phone = normalisePhone(ctx.body.phoneNumber);
          if (
            !phone ||
            !(await consumeSignInCode(
              db,
              secret,
              "text",
              phone,
              deviceHashIn(ctx.headers),
              ctx.body.code,
            ))
          )
            throw wrongCode();
          const [factor] = await db
            .select({ userId: factors.userId })
            .from(factors)
            .where(and(eq(factors.phone, phone), isNotNull(factors.verifiedAt)));
          const user = factor && (await ctx.context.internalAdapter.findUserById(factor.userId));
          if (!user) throw wrongCode();
          await enter(ctx, user);
          return ctx.json({ user: { id: user.id, email: user.email } });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

/** The account of an address that somebody has just proved to read; a new one if there is none yet. */
async function userOf(
  ctx: GenericEndpointContext,
  email: string,
  method: "email-otp" | "magic-link",
) {
  const known = (await ctx.context.internalAdapter.findUserByEmail(email))?.user;
  return (
    known ??
    ctx.context.internalAdapter.createUser({ email, name: email, emailVerified: true }, { method })
  );
}

async function enter(
  ctx: GenericEndpointContext,
  user: Parameters<typeof setSessionCookie>[1]["user"],
): Promise<void> {
  const session = await ctx.context.internalAdapter.createSession(user.id);
  await setSessionCookie(ctx, { session, user });
}

const enrolment = z.discriminatedUnion("type", [
  z.object({ type: z.literal("totp") }),
  z.object({
    type: z.literal("phone"),
    phone: z
      .string()
      .transform(
        (written, check) =>
          normalisePhone(written) ??
          (check.addIssue("Please enter a telephone number, such as 0400 000 000."), z.NEVER),
      ),
  }),
]);

export function factorEndpoints(db: Db, secret: string) {
  const signedIn = { use: [sessionMiddleware] };

  async function factorOf(userId: string, id: string | undefined): Promise<Factor> {
    const factor = await getFactor(db, userId, id ?? "");
    if (!factor) throw refuse("NOT_FOUND", "FACTOR_NOT_FOUND", "There is no such second factor.");
    return factor;
  }

  /** Who knows the password alone must not keep its owner's devices out. */
  async function knownDevice(ctx: GenericEndpointContext, userId: string): Promise<string | null> {
    const device = deviceHashIn(ctx.headers);
    return device && (await isKnownDevice(db, device, { userId })) ? device : null;
  }

  return {
    id: "factors",
    endpoints: {
      listFactors: createAuthEndpoint("/factors", { method: "GET", ...signedIn }, async (ctx) => {
        const { user, aal, nextAal } = await sessionOf(ctx, db);
        return ctx.json({ factors: (await listFactors(db, user.id)).map(published), aal, nextAal });
      }),
      enrolFactor: createAuthEndpoint(
        "/factors",
        { method: "POST", body: enrolment, ...signedIn },
        async (ctx) => {
          const { user } = await requireFresh(ctx, db);
          const factor = await enrolFactor(db, secret, user.id, ctx.body);
          if (factor.type === "phone") return ctx.json(published(factor));
          const clear = await totpSecret(secret, factor);
          return ctx.json({
            ...published(factor),
            totp: { secret: clear, uri: totpUri(clear, site.brand, user.email) },
          });
        },
      ),
      challengeFactor: createAuthEndpoint(
        "/factors/:id/challenge",
        { method: "POST", ...signedIn },
        async (ctx) => {
          const { user, session } = await sessionOf(ctx, db);
          const factor = await factorOf(user.id, ctx.params.id);
          refuseSameChannel(factor, session);
          const wait =
            factor.type === "phone"
              ? await countAttempt(db, challengeLimit(user.id, await knownDevice(ctx, user.id)))
              : null;
          if (wait) throw tooMany(wait);
          if (factor.type === "phone")
            await enqueue(db, "sign-in", [{ kind: "factor-code", factorId: factor.id }]);
          return ctx.json({
            id: factor.id,
            type: factor.type,
            expiresAt: new Date(Date.now() + lifetimes.code),
          });
        },
      ),
      verifyFactor: createAuthEndpoint(
        "/factors/:id/verify",
        { method: "POST", body: z.object({ code }), ...signedIn },
        async (ctx) => {
          const asking = await sessionOf(ctx, db);
          const factor = await factorOf(asking.user.id, ctx.params.id);
          // Without the level a new factor of one's own would open what the old ones guard.
          if (!factor.verifiedAt) await requireFresh(ctx, db);
          refuseSameChannel(factor, asking.session);
          const limit = secondFactorLimit(asking.user.id, await knownDevice(ctx, asking.user.id));
          const wait = await countAttempt(db, limit);
          if (wait) throw tooMany(wait);
          if (!(await consumeFactorCode(db, secret, factor, ctx.body.code))) throw wrongCode();
          const outcome = factor.verifiedAt
            ? ({ ok: true, recoveryCodes: [] } as const)
            : await verifyFactor(db, secret, factor, asking.user.email);
          if (!outcome.ok) throw refuse("CONFLICT", "PHONE_TAKEN", "This number cannot be used.");
          await resetCounter(db, limit);
          await renewSession(ctx, asking, "aal2");
          return ctx.json({
            aal: "aal2",
            ...(outcome.recoveryCodes.length > 0 && { recoveryCodes: outcome.recoveryCodes }),
          });
        },
      ),
      removeFactor: createAuthEndpoint(
        "/factors/:id/remove",
        { method: "POST", ...signedIn },
        async (ctx) => {
          const { user } = await requireFullLevel(ctx, db);
          const { id, verifiedAt } = await factorOf(user.id, ctx.params.id);
          if (verifiedAt) await requireFresh(ctx, db);
          await removeFactor(db, user.id, user.email, id);
          return ctx.json({ success: true });
        },
      ),
      renewRecoveryCodes: createAuthEndpoint(
        "/recovery-codes",
        { method: "POST", ...signedIn },
        async (ctx) => {
          const { user } = await requireFresh(ctx, db);
          if (!(await hasVerifiedFactor(db, user.id)))
            throw refuse("CONFLICT", "NO_FACTOR", "There is no second factor to stand in for.");
          return ctx.json({
            recoveryCodes: await renewRecoveryCodes(db, secret, user.id, user.email),
          });
        },
      ),
      useRecoveryCode: createAuthEndpoint(
        "/recovery-codes/verify",
        { method: "POST", body: z.object({ code }), ...signedIn },
        async (ctx) => {
          const asking = await sessionOf(ctx, db);
          const limit = secondFactorLimit(asking.user.id, await knownDevice(ctx, asking.user.id));
          const wait = await countAttempt(db, limit);
          if (wait) throw tooMany(wait);
          if (!(await consumeRecoveryCode(db, secret, asking.user.id, ctx.body.code)))
            throw wrongCode();
          await resetCounter(db, limit);
          await renewSession(ctx, asking, "aal2");
          return ctx.json({ aal: "aal2" });
        },
      ),
      /** The password once more, by which a session is as if one had just signed in. */
      reauthenticate: createAuthEndpoint(
        "/reauthenticate",
        {
          method: "POST",
          body: z.object({ password: z.string().max(passwordLimits.max) }),
          ...signedIn,
        },
        async (ctx) => {
          const asking = await requireFullLevel(ctx, db);
          const limit = reauthenticationLimit(asking.user.id);
          const wait = await countAttempt(db, limit);
          if (wait) throw tooMany(wait);
          if (!(await isPassword(db, asking.user.id, ctx.body.password)))
            throw refuse("BAD_REQUEST", "INVALID_PASSWORD", "This password is not right.");
          await resetCounter(db, limit);
          await renewSession(ctx, asking, asking.aal);
          return ctx.json({ success: true });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

/** Two text messages to one telephone are one proof. */
function refuseSameChannel(factor: Factor, { signInMethod }: { signInMethod: string }): void {
  if (factor.type === "phone" && factor.verifiedAt && signInMethod === "text-code")
    throw refuse(
      "FORBIDDEN",
      "SAME_CHANNEL",
      "You signed in by text message, so a text message is no second proof. Use another factor, or sign in another way.",
    );
}

import type { GenericEndpointContext, BetterAuthOptions } from "better-auth";
import {
  createAuthMiddleware,
  isAPIError,
  getSessionFromCtx,
  getOAuthState,
} from "better-auth/api";
import { and, eq } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { clientInfoOf, type ClientInfo } from "#app/server/http/client-info.server.ts";
import { hashToken } from "#app/server/secret.server.ts";
import { signIns } from "#app/server/database/tables.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import {
  describeSession,
  assuranceOf,
  hasVerifiedFactor,
  deleteExpiredSession,
  keepSession,
  lifetimeOf,
  deleteDevices,
  deviceHashIn,
  rememberDevice,
  renewDeviceCookie,
} from "./sessions.server.ts";
import {
  type Caller,
  recordWrongGuess,
  rememberedCaller,
  callerOf,
  rememberCaller,
  passwordLimit,
  resetMessageLimits,
  countAttempt,
  resetCounter,
  requireAllowed,
  tooManyResponse,
  refuse,
  requireAssurance,
  messageLimit,
} from "./limits.server.ts";
import {
  type EndpointPath,
  type EndpointRules,
  requestLimit,
  rulesOf,
} from "./endpoints.server.ts";
import { endLinks, prioritiseHashing, hashInTurn } from "./credentials.server.ts";
import { queuePasswordChanged, queueNewDevice } from "./emails.server.tsx";
import {
  type SignInMethod,
  type RequestedMessage,
  normalisePhone,
  safeAdminPath,
} from "./model.ts";
import { enqueue } from "#app/server/jobs/queue.server.ts";
import { emailAddress, check } from "#app/values/rules.ts";
import { newPassword } from "./schema.ts";

/** Checks the session before the body; the library would check the body first. */
async function requireSession(ctx: GenericEndpointContext) {
  const current = await getSessionFromCtx(ctx, { disableRefresh: true });
  if (!current) throw refuse("UNAUTHORIZED", "UNAUTHORIZED", "Please sign in.");
  // The endpoint reads the session again: a cookie that is renewed here would get lost.
  ctx.context.session = null;
  return current;
}

/** For calls without a request (session reads, the worker) only the session's age is checked. */
export const beforeCall = (db: Db) =>
  createAuthMiddleware(async (ctx) => {
    const { authCookies, secret } = ctx.context;
    const token = await ctx.getSignedCookie(authCookies.sessionToken.name, secret);
    const { kept } = token ? await deleteExpiredSession(db, token) : { kept: false };
    const rules = rulesOf(ctx.path);
    // A sign-in chooses whether its session is kept; a renewed session keeps its setting.
    if (rules?.method ? asksToBeKept(ctx.body) : kept) keepSession(ctx);
    if (!ctx.request) return;

    if (!rules) throw refuse("NOT_FOUND", "NOT_FOUND", "There is nothing here.");
    const path = ctx.path as EndpointPath;
    const current = rules.for === "signed-in" ? await requireSession(ctx) : null;
    const body = readableBody(ctx.body);
    const caller = await callerOf(db, ctx.headers, accountOf(rules, body), current?.user.id);
    rememberCaller(ctx.request, caller);
    // A reset hashes the password only after its link was checked and used up.
    if (caller.known || path === "/reset-password") prioritiseHashing();
    if (!rules.countsFailuresOnly) await requireAllowed(db, requestLimit(caller.who, path));
    if (path === "/sign-in/email" && !caller.known)
      await requireAllowed(db, passwordLimit(emailOf(body)));
    if (current && rules.level && ctx.method !== "GET")
      requireAssurance(rules.level, await describeSession(db, current));
    if (path === "/reset-password" || path === "/change-password")
      requireStrongPassword(body.newPassword);
    if (path === "/change-password")
      return { context: { body: { ...body, revokeOtherSessions: true } } };
    if (!rules.sends) return;
    const device = () => hashToken(renewDeviceCookie(ctx));
    await requestMessage(db, caller, rules.sends, body, device);
    return ctx.json({ status: true, success: true });
  });

type Person = { id: string; email: string };
type NewSession = NonNullable<GenericEndpointContext["context"]["newSession"]>;
type Call = { ctx: GenericEndpointContext; rules: EndpointRules; caller: Caller | undefined };

/** The library says nowhere else whose password a request has reset. */
const resets = new WeakMap<Request, Person>();

export function rememberReset(request: Request | undefined, person: Person): void {
  if (request) resets.set(request, person);
}

export const afterCall = (db: Db) =>
  createAuthMiddleware(async (ctx) => {
    const { newSession, returned } = ctx.context;
    const rules = rulesOf(ctx.path);
    const caller = ctx.request && rememberedCaller(ctx.request);
    if (rules) {
      const call = { ctx, rules, caller };
      if (isAPIError(returned) && !newSession) {
        const tooMany = await countFailure(db, call);
        if (tooMany) return tooMany;
      }
      if (newSession && (rules.method || rules.stepsUp)) await recordEntry(db, call, newSession);
    }
    if (ctx.path === "/change-password" && newSession && !isAPIError(returned))
      await afterPasswordChange(db, ctx, newSession.user);
    const reset = ctx.request && resets.get(ctx.request);
    if (reset) await afterReset(db, hashToken(renewDeviceCookie(ctx)), reset);
    return shownAnswer(db, ctx, returned);
  });

async function countFailure(db: Db, { ctx, rules, caller }: Call): Promise<Response | null> {
  if (!caller) return null;
  const limit = requestLimit(caller.who, ctx.path as EndpointPath);
  const wait = rules.countsFailuresOnly ? await countAttempt(db, limit) : null;
  if (wait !== null) return tooManyResponse(wait);
  const account = rules.guessed ? accountOf(rules, (ctx.body ?? {}) as Body) : null;
  if (account && !caller.known) await recordWrongGuess(db, account, ctx.headers);
  return null;
}

async function recordEntry(db: Db, { ctx, rules, caller }: Call, { session, user }: NewSession) {
  const { method } = rules;
  const device = renewDeviceCookie(ctx);
  // Only at full assurance: a password thief could otherwise collect known devices and attempts.
  const { aal, nextAal } = await assuranceOf(db, session, user);
  if (aal === nextAal) await rememberDevice(db, hashToken(device), user.id);
  if (method) {
    const { id: userId, email } = user;
    await recordSignIn(db, { userId, email, method, device, ...clientInfoOf(ctx) });
  }
  if (caller && method) await resetCounter(db, requestLimit(caller.who, ctx.path as EndpointPath));
  if (caller && !caller.known && method === "password")
    await resetCounter(db, passwordLimit(user.email));
  // The next link may be asked for at once, whatever strangers did.
  await resetMessageLimits(db, user.email);
}

function afterPasswordChange(db: Db, ctx: GenericEndpointContext, user: Person): Promise<void> {
  return db.transaction(async (tx) => {
    await endLinks(tx, user);
    await deleteDevices(tx, user.id, deviceHashIn(ctx.headers));
    await queuePasswordChanged(tx, user.email, new Date());
  });
}

async function afterReset(db: Db, device: string, { id }: Person): Promise<void> {
  await deleteDevices(db, id, device);
  // The emailed link proves the person's identity, unless a second factor is set up.
  if (!(await hasVerifiedFactor(db, id))) await rememberDevice(db, device, id);
}

type SessionAnswer = {
  session: { createdAt: Date; aal?: string; token: string };
  user: { id: string };
};

/** A session's token is only for its cookie, out of reach of scripts; `/token` is for scripts. */
async function shownAnswer(db: Db, ctx: GenericEndpointContext, returned: unknown) {
  if (!ctx.request || !returned || typeof returned !== "object" || isAPIError(returned)) return;
  if (ctx.path === "/get-session") {
    const { session, user } = returned as SessionAnswer;
    const { token: _secret, ...shown } = session;
    return ctx.json({ session: { ...shown, ...(await assuranceOf(db, session, user)) }, user });
  }
  if (!("token" in returned) || ctx.path === "/token") return;
  const { token: _secret, ...shown } = returned;
  return ctx.json(shown);
}

type SignIn = ClientInfo & {
  userId: string;
  email: string;
  method: SignInMethod;
  device: string;
};

export async function recordSignIn(db: Db, { email, device, ...signIn }: SignIn, now = new Date()) {
  const deviceHash = hashToken(device);
  await db.transaction(async (tx) => {
    const theirs = eq(signIns.userId, signIn.userId);
    const [any] = await tx.select({ id: signIns.id }).from(signIns).where(theirs).limit(1);
    const [same] = await tx
      .select({ id: signIns.id })
      .from(signIns)
      .where(and(theirs, eq(signIns.deviceHash, deviceHash)))
      .limit(1);
    await tx.insert(signIns).values({ ...signIn, deviceHash, at: now });
    if (any && !same) await queueNewDevice(tx, { email, ...signIn, at: now });
  });
}

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

/** Beyond the recipient's limit sends nothing, with the same answer: old messages still work. */
async function requestMessage(
  db: Db,
  caller: Caller,
  kind: RequestedMessage["kind"],
  body: Body,
  device: () => string,
): Promise<void> {
  const message = await messageOf(kind, body, device);
  const recipient = "phone" in message ? message.phone : message.email;
  const send = caller.known || (await countAttempt(db, messageLimit(kind, recipient))) === null;
  if (send) await enqueue(db, "sign-in", [message]);
}

type Body = Record<string, unknown>;

/** PostgreSQL can't store U+0000. */
function readableBody(body: unknown): Body {
  const fields = (body ?? {}) as Body;
  const hasNul = (value: unknown) => typeof value === "string" && value.includes("\0");
  if (Object.values(fields).some(hasNul))
    throw refuse("BAD_REQUEST", "MALFORMED", "This request is malformed.");
  return fields;
}

/** The library takes a missing `rememberMe` for a yes; here it is a no. */
const asksToBeKept = (body: unknown): boolean => (body as Body | null)?.rememberMe === true;

const emailRule = emailAddress("Please enter a valid email address.");

function emailOf({ email }: Body): string {
  const checked = check(emailRule, email);
  if (!checked.ok)
    throw refuse("BAD_REQUEST", "INVALID_EMAIL", "Please enter a valid email address.");
  return checked.value.toLowerCase();
}

function phoneOf({ phoneNumber }: Body): string {
  const phone = normalisePhone(String(phoneNumber ?? ""));
  if (!phone)
    throw refuse(
      "BAD_REQUEST",
      "INVALID_PHONE_NUMBER",
      "Please enter a telephone number, such as 0400 000 000.",
    );
  return phone;
}

function requireStrongPassword(password: unknown): string {
  const checked = check(newPassword, password);
  if (checked.ok) return checked.value;
  const message = Object.values(checked.errors)[0] ?? "This password can't be used.";
  throw refuse("BAD_REQUEST", "WEAK_PASSWORD", message);
}

function accountOf(
  { account }: EndpointRules,
  body: Body,
): { email: string } | { phone: string } | null {
  if (account === "phoneNumber") return { phone: phoneOf(body) };
  return account === "email" ? { email: emailOf(body) } : null;
}

/** `device`: the hash of the browser's device name, for codes. */
async function messageOf(
  kind: RequestedMessage["kind"],
  body: Body,
  device: () => string,
): Promise<RequestedMessage> {
  switch (kind) {
    case "magic-link": {
      const next = typeof body.callbackURL === "string" ? safeAdminPath(body.callbackURL) : null;
      return { kind, email: emailOf(body), next };
    }
    case "recovery":
      return { kind, email: emailOf(body) };
    case "sign-up": {
      const email = emailOf(body);
      // Hashed for everybody, so that timing reveals nothing; kept for permitted people.
      const passwordHash = await hashInTurn(requireStrongPassword(body.password));
      const mayKeep = getSettings().ADMIN_EMAILS.includes(email);
      return { kind, email, passwordHash: mayKeep ? passwordHash : null };
    }
    case "email-code":
      return { kind, email: emailOf(body), device: device() };
    case "text-code":
      return { kind, phone: phoneOf(body), device: device() };
  }
}

import { randomUUID } from "node:crypto";
import { and, eq, gt, inArray, lte, not, type SQL, sql } from "drizzle-orm";
import { sign } from "#app/server/secret.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { attemptCounters } from "#app/server/database/tables.server.ts";
import { msPerDay, msPerHour, msPerMinute } from "#app/values/calendar.ts";
import { lifetimes, type SignInMessage } from "./model.ts";
import { APIError } from "better-auth/api";
import { type AccountRef, type Assurance, deviceHashIn, isKnownDevice } from "./sessions.server.ts";
import { clientInfoOf, clientIpHeader, networkOf } from "#app/server/http/client-info.server.ts";
import { enqueue } from "#app/server/jobs/queue.server.ts";

export type AttemptLimit = { key: string; max: number; windowMs: number };

type Counter = Pick<typeof attemptCounters.$inferSelect, "count" | "lastRequest" | "endsAt">;
type Counted = { count: number; since: Date; wait: number | null };

/** Counters started in this process between two cleanups. */
const betweenSweeps = 1_000;
let begun = 0;

/** `wait`: null while the attempt is allowed, else the seconds until one is again. */
export async function incrementCounter(
  db: Db,
  { key, max, windowMs }: AttemptLimit,
  now = new Date(),
): Promise<Counted> {
  const at = now.getTime();
  const fresh = { count: 1, lastRequest: at, endsAt: new Date(at + windowMs) };
  // A counter that ends much later was started by a fast clock; it must lock nobody out.
  const latest = new Date(at + 2 * windowMs).toISOString();
  const { endsAt: end } = attemptCounters;
  const over = sql`(${end} <= ${now.toISOString()}::timestamptz or ${end} > ${latest}::timestamptz)`;
  // A used-up counter is only read: in a flood no request waits for another's commit.
  const usedUp = and(eq(attemptCounters.key, key), gt(attemptCounters.count, max), not(over));
  const [full] = await db.select().from(attemptCounters).where(usedUp);
  const [row] = full ? [full] : await countOne(db, key, fresh, over);
  const { count: counted, lastRequest, endsAt } = row!;
  if (counted === 1 && ++begun % betweenSweeps === 0) await deleteExpiredCounters(db, now);
  const wait = counted <= max ? null : Math.max(1, Math.ceil((endsAt.getTime() - at) / 1000));
  return { count: counted, since: new Date(lastRequest), wait };
}

function countOne(db: Db, key: string, fresh: Counter, over: SQL): Promise<Counter[]> {
  const either = (then: unknown, otherwise: unknown) =>
    sql`case when ${over} then ${then} else ${otherwise} end`;
  return (
    db
      .insert(attemptCounters)
      // Two first attempts at once conflict in the key, never in the id.
      .values({ id: randomUUID(), key, ...fresh })
      .onConflictDoUpdate({
        target: attemptCounters.key,
        set: {
          count: either(sql`1`, sql`${attemptCounters.count} + 1`),
          lastRequest: either(sql`${fresh.lastRequest}::bigint`, attemptCounters.lastRequest),
          endsAt: either(sql`${fresh.endsAt.toISOString()}::timestamptz`, attemptCounters.endsAt),
        },
      })
      .returning()
  );
}

export async function countAttempt(db: Db, limited: AttemptLimit, now = new Date()) {
  return (await incrementCounter(db, limited, now)).wait;
}

/** Throws 429 when there are too many attempts. */
export async function requireAllowed(db: Db, limit: AttemptLimit): Promise<void> {
  const wait = await countAttempt(db, limit);
  if (wait !== null) throw tooMany(wait);
}

export async function resetCounter(db: Db, { key }: Pick<AttemptLimit, "key">): Promise<void> {
  await db.delete(attemptCounters).where(eq(attemptCounters.key, key));
}

const mostCounters = 20_000;

/** Beyond `most`, deletes the lowest counts: made-up names can't displace an attacked account's. */
export async function deleteExpiredCounters(db: Db, now: Date, most = mostCounters): Promise<void> {
  await db.delete(attemptCounters).where(lte(attemptCounters.endsAt, now));
  const beyond = db
    .select({ key: attemptCounters.key })
    .from(attemptCounters)
    .orderBy(sql`${attemptCounters.count} desc`, sql`${attemptCounters.endsAt} desc`)
    .offset(most);
  await db.delete(attemptCounters).where(inArray(attemptCounters.key, beyond));
}

/* Counted in the database for all processes, also for accounts that don't exist. */

export type Rate = Pick<AttemptLimit, "max" | "windowMs">;

const rate = (max: number, windowMs: number): Rate => ({ max, windowMs });
export const rates = {
  attempts: rate(10, 10 * msPerMinute),
  steps: rate(20, 10 * msPerMinute),
  requests: rate(20, msPerHour),
  usual: rate(60, msPerMinute),
};
const { attempts } = rates;

/** Keyed with the installation's secret: the table reveals no client IP or email address. */
export const limitOf = (kind: string, who: string, allowed: Rate): AttemptLimit => ({
  key: sign("sign-in limit", `${kind}\n${who.trim().toLowerCase()}`),
  ...allowed,
});

export const passwordLimit = (email: string) => limitOf("try", email, attempts);
/** Wrong passwords and codes from unknown devices; at the limit the owner is notified, once. */
export const wrongGuessLimit = (who: string) => limitOf("guess", who, rate(10, msPerDay));
export const reauthenticationLimit = (userId: string) => limitOf("confirm", userId, attempts);
export const unknownLinkLimit = (network: string) => limitOf("/login/confirm", network, attempts);
export const confirmationLinkLimit = (token: string) => limitOf("confirm-token", token, attempts);
/** Codes tried on a person's second factors; each known device counts on its own. */
export const secondFactorLimit = (userId: string, device: string | null) =>
  limitOf("step-up", `${userId} ${device ?? ""}`, attempts);
export const challengeLimit = (userId: string, device: string | null) =>
  limitOf("challenge", `${userId} ${device ?? ""}`, rate(5, 10 * msPerMinute));

/**
 * Messages of one kind to one recipient from unknown devices. Links last as long as the window, so
 * the last one sent still works. Codes are few a day, because each allows five attempts.
 */
export const messageLimit = (kind: SignInMessage["kind"], who: string) =>
  limitOf(
    kind,
    who,
    kind === "email-code" || kind === "text-code" ? rate(10, msPerDay) : rate(2, lifetimes.link),
  );

export async function resetMessageLimits(db: Db, email: string): Promise<void> {
  for (const kind of ["magic-link", "recovery"] as const)
    await resetCounter(db, messageLimit(kind, email));
}

type Status = ConstructorParameters<typeof APIError>[0];

export const refuse = (status: Status, code: string, message: string, headers: HeadersInit = {}) =>
  new APIError(status, { code, message }, headers);

const tooManyBody = { code: "TOO_MANY_ATTEMPTS", message: "Too many attempts." };
const retryAfter = (seconds: number) => ({ "Retry-After": String(seconds) });

const tooMany = (seconds: number) =>
  new APIError("TOO_MANY_REQUESTS", tooManyBody, retryAfter(seconds));

/** For hooks after a failure: an error thrown there keeps the first error's status. */
export const tooManyResponse = (seconds: number) =>
  Response.json(tooManyBody, { status: 429, headers: retryAfter(seconds) });

export const wrongCode = () =>
  refuse("BAD_REQUEST", "INVALID_CODE", "That code is wrong or has expired.");

/** `full`: the person's required level. `fresh`: also proved within the last minutes. */
export type AssuranceRule = "full" | "fresh";

/** Throws 403. A session left open must not be enough to lock out its owner. */
export function requireAssurance(
  rule: AssuranceRule | undefined,
  { aal, nextAal, fresh }: Assurance & { fresh: boolean },
): void {
  if (rule && aal !== nextAal)
    throw refuse("FORBIDDEN", "AAL2_REQUIRED", "Please confirm with your second factor first.");
  if (rule === "fresh" && !fresh)
    throw refuse("FORBIDDEN", "FRESH_SIGN_IN_REQUIRED", "Please confirm that it's you first.");
}

/* Limits count strangers separately, so that they can't use up the owner's attempts. */

/** `known`: a device that the account knows, or a signed-in person. */
export type Caller = { who: string; known: boolean };

export const networkCaller = (headers: Headers | undefined): string =>
  `network ${networkOf(headers?.get(clientIpHeader) ?? "unknown")}`;

/** Known devices and signed-in people count on their own, all others of a network together. */
export async function callerOf(
  db: Db,
  headers: Headers | undefined,
  account: AccountRef | null,
  userId: string | undefined,
): Promise<Caller> {
  const device = deviceHashIn(headers);
  if (device && (await isKnownDevice(db, device, account))) {
    return { who: `device ${device}`, known: true };
  }
  if (userId) return { who: `user ${userId}`, known: true };
  return { who: networkCaller(headers), known: false };
}

/** Counts a wrong guess from an unknown device. The tenth in a day notifies the owner, once. */
export async function recordWrongGuess(
  db: Db,
  account: { email: string } | { phone: string },
  headers: Headers | undefined,
  now = new Date(),
): Promise<void> {
  const limit = wrongGuessLimit(Object.values(account)[0]!);
  const { count, since } = await incrementCounter(db, limit, now);
  if (count !== limit.max) return;
  const { ip: clientIp, userAgent } = clientInfoOf({ headers });
  const seen = { count, since: since.toISOString(), at: now.toISOString(), clientIp, userAgent };
  await enqueue(db, "sign-in", [{ kind: "guesses", account, seen }]);
}

const callers = new WeakMap<Request, Caller>();

export const rememberCaller = (request: Request, caller: Caller): void => {
  callers.set(request, caller);
};
export const rememberedCaller = (request: Request): Caller | undefined => callers.get(request);

import { randomUUID } from "node:crypto";
import { and, eq, gt, inArray, lte, not, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { sign } from "#app/server/secret.server.ts";
import { attemptCounters } from "#app/server/database/tables.server.ts";
import { lifetimes, type SignInMessage } from "./model.ts";

/*
 * The limits of signing in. They count in the database, for all processes, and the same for
 * accounts that do not exist.
 */

export type AttemptLimit = { key: string; max: number; windowMs: number };

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Keyed with the installation's secret: nobody reads a client IP or an email address from the table, or tries some out. */
const keyOf = (kind: string, who: string) =>
  sign("sign-in limit", `${kind}\n${who.trim().toLowerCase()}`);

const limit = (max: number, windowMs: number) => ({ max, windowMs });
const tries = limit(10, 10 * minute);
const steps = limit(20, 10 * minute);
const requests = limit(20, hour);

const byPath: Readonly<Record<string, Omit<AttemptLimit, "key">>> = {
  "/sign-in/email": tries,
  "/sign-in/email-otp": tries,
  "/phone-number/verify": tries,
  "/magic-link/verify": tries,
  "/reset-password": tries,
  "/change-password": tries,
  // Made-up links that confirm an email address.
  "/login/confirm": tries,
  "/sign-in/social": steps,
  "/callback/:id": steps,
  "/recovery-codes/verify": steps,
  "/sign-in/magic-link": requests,
  "/sign-up/email": requests,
  "/request-password-reset": requests,
  "/email-otp/send-verification-otp": requests,
  "/phone-number/send-otp": requests,
};

/** Calls of one kind, by whoever makes them: a network, a known device, or somebody who is signed in. */
export const requestLimit = (caller: string, path: string): AttemptLimit => ({
  key: keyOf(path, caller),
  ...(byPath[path] ?? limit(60, minute)),
});

/** Passwords tried on one account from all devices that are not known to it. */
export const passwordLimit = (email: string): AttemptLimit => ({
  key: keyOf("try", email),
  ...tries,
});
/** Wrong passwords and codes from devices that are not known; as many as this and the owner is told, once in the window. */
export const wrongGuessLimit = (who: string): AttemptLimit => ({
  key: keyOf("guess", who),
  ...limit(10, day),
});
/** Passwords tried on the account of somebody who is signed in. */
export const reauthenticationLimit = (userId: string): AttemptLimit => ({
  key: keyOf("confirm", userId),
  ...tries,
});
/** Passwords tried on one link that confirms an email address. */
export const confirmationLinkLimit = (token: string): AttemptLimit => ({
  key: keyOf("confirm-token", token),
  ...tries,
});
/** Codes tried on one person's second factors; a device that is known to the person has a counter of its own. */
export const secondFactorLimit = (userId: string, device: string | null): AttemptLimit => ({
  key: keyOf("step-up", `${userId} ${device ?? ""}`),
  ...tries,
});
/** Text messages with a code for a second factor. */
export const challengeLimit = (userId: string, device: string | null): AttemptLimit => ({
  key: keyOf("challenge", `${userId} ${device ?? ""}`),
  ...limit(5, 10 * minute),
});

/**
 * Messages of one kind that devices which are not known can cause for one recipient. What is asked
 * for beyond is not sent. Links live as long as the window, so that there is always a live one in
 * an inbox that gets no more. A code is of use only to the browser that has asked for it; there are
 * few a day, because each bears some guesses.
 */
export const messageLimit = (kind: SignInMessage["kind"], who: string): AttemptLimit => ({
  key: keyOf(kind, who),
  ...(kind === "email-code" || kind === "text-code" ? limit(10, day) : limit(2, lifetimes.link)),
});

type Counter = Pick<typeof attemptCounters.$inferSelect, "count" | "lastRequest" | "endsAt">;
type Counted = { count: number; since: Date; wait: number | null };

/** So many counters may be begun in a process before it looks for some to forget. */
const betweenSweeps = 1_000;
let begun = 0;

/** Counts one more, until it is too many. `wait`: null while it is allowed, else the seconds until it is again. */
export async function incrementCounter(
  db: Db,
  { key, max, windowMs }: AttemptLimit,
  now = new Date(),
): Promise<Counted> {
  const at = now.getTime();
  const fresh = { count: 1, lastRequest: at, endsAt: new Date(at + windowMs) };
  // One that ends much later was begun by a clock that ran ahead, and shuts nobody out.
  const latest = new Date(at + 2 * windowMs).toISOString();
  const over = sql`(${attemptCounters.endsAt} <= ${now.toISOString()}::timestamptz or ${attemptCounters.endsAt} > ${latest}::timestamptz)`;
  // What is used up is only read: in a flood nobody waits for the commit of anybody else.
  const usedUp = and(eq(attemptCounters.key, key), gt(attemptCounters.count, max), not(over));
  const [full] = await db.select().from(attemptCounters).where(usedUp);
  const [row] = full ? [full] : await countOne(db, key, fresh, over);
  const { count: counted, lastRequest, endsAt } = row!;
  if (counted === 1 && ++begun % betweenSweeps === 0) await deleteExpiredCounters(db, now);
  const wait = counted <= max ? null : Math.max(1, Math.ceil((endsAt.getTime() - at) / 1000));
  return { count: counted, since: new Date(lastRequest), wait };
}

/** Counts one more, or begins again what is over. */
function countOne(db: Db, key: string, fresh: Counter, over: SQL): Promise<Counter[]> {
  const either = (then: unknown, otherwise: unknown) =>
    sql`case when ${over} then ${then} else ${otherwise} end`;
  return (
    db
      .insert(attemptCounters)
      // Two that come first together may meet in the key alone, which the conflict is settled by.
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

/** Counts one more. Answers with null while it is allowed, else with the seconds to wait. */
export async function countAttempt(
  db: Db,
  limited: AttemptLimit,
  now = new Date(),
): Promise<number | null> {
  return (await incrementCounter(db, limited, now)).wait;
}

/** Resets a counter after a successful sign-in. */
export async function resetCounter(db: Db, { key }: Pick<AttemptLimit, "key">): Promise<void> {
  await db.delete(attemptCounters).where(eq(attemptCounters.key, key));
}

/** Lets links be sent to this address again, as if none had been. */
export async function resetMessageLimits(db: Db, email: string): Promise<void> {
  for (const kind of ["magic-link", "recovery"] as const)
    await resetCounter(db, messageLimit(kind, email));
}

/** So many counters are kept, whatever comes from however many networks. */
const mostCounters = 20_000;

/**
 * Forgets counters whose window has passed. Of too many, those go that have counted least: a flood
 * of made-up names cannot wash away the counter of an account that is being guessed at.
 */
export async function deleteExpiredCounters(db: Db, now: Date, most = mostCounters): Promise<void> {
  await db.delete(attemptCounters).where(lte(attemptCounters.endsAt, now));
  const beyond = db
    .select({ key: attemptCounters.key })
    .from(attemptCounters)
    .orderBy(sql`${attemptCounters.count} desc`, sql`${attemptCounters.endsAt} desc`)
    .offset(most);
  await db.delete(attemptCounters).where(inArray(attemptCounters.key, beyond));
}

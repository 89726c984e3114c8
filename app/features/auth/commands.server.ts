import { and, eq, ne } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { sessions, signIns } from "#app/server/database/tables.server.ts";
import { longInstant } from "#app/values/calendar.ts";
import { queueNewDevice } from "./emails.server.tsx";
import { type Administrator, deviceName, type SignInMethod } from "./model.ts";
import { isExpiredSession } from "./queries.server.ts";
import { hashToken } from "./secret.server.ts";

/** Ends one of the administrator's own sessions; one of somebody else's stays. */
export async function endSession(
  db: Db,
  { userId, email }: Administrator,
  id: string,
  now = new Date(),
): Promise<void> {
  await db.transaction(async (tx) => {
    const own = and(eq(sessions.id, id), eq(sessions.userId, userId));
    const [ended] = await tx.delete(sessions).where(own).returning();
    if (!ended) return;
    const since = longInstant(ended.createdAt);
    const label = `a session: ${deviceName(ended.userAgent)}, since ${since}`;
    await recordEnded(tx, email, label, now);
  });
}

/** Ends all of the administrator's own sessions but one. */
export async function endOtherSessions(
  db: Db,
  { userId, email }: Administrator,
  current: string,
  now = new Date(),
): Promise<void> {
  await db.transaction(async (tx) => {
    const others = and(eq(sessions.userId, userId), ne(sessions.id, current));
    const ended = await tx.delete(sessions).where(others).returning({ id: sessions.id });
    if (ended.length > 0) await recordEnded(tx, email, countOf(ended.length, "other session"), now);
  });
}

/** Ends the sessions of a person that have shown no second factor. */
export async function endSessionsWithoutFactor(
  tx: Db,
  { userId, email }: Administrator,
  now: Date,
): Promise<void> {
  const unproved = and(eq(sessions.userId, userId), eq(sessions.aal, "aal1"));
  const ended = await tx.delete(sessions).where(unproved).returning({ id: sessions.id });
  if (ended.length === 0) return;
  const label = `${countOf(ended.length, "session")} without a second factor`;
  await recordEnded(tx, email, label, now);
}

const countOf = (count: number, thing: string) => `${count} ${thing}${count === 1 ? "" : "s"}`;

function recordEnded(tx: Db, actor: string, label: string, now: Date): Promise<void> {
  return recordActivity(tx, { actor, action: "ended", subject: { kind: "session", label } }, now);
}

/** Ends a session that is a week old. The library ends the idle ones. */
export async function deleteExpiredSession(db: Db, token: string, now = new Date()): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.token, token), isExpiredSession(now)));
}

type SignIn = {
  userId: string;
  email: string;
  way: SignInMethod;
  device: string;
  address: string | null;
  userAgent: string | null;
};

/** Records a sign-in; the account's owner is told when it came from a device that none before it came from. */
export async function recordSignIn(
  db: Db,
  { email, device, ...signIn }: SignIn,
  now = new Date(),
): Promise<void> {
  const deviceHash = hashToken(device);
  await db.transaction(async (tx) => {
    const ofThem = eq(signIns.userId, signIn.userId);
    const [any] = await tx.select({ id: signIns.id }).from(signIns).where(ofThem).limit(1);
    const [same] = await tx
      .select({ id: signIns.id })
      .from(signIns)
      .where(and(ofThem, eq(signIns.deviceHash, deviceHash)))
      .limit(1);
    await tx.insert(signIns).values({ ...signIn, deviceHash, at: now });
    // The very first sign-in is the making of the account.
    if (any && !same) await queueNewDevice(tx, { email, ...signIn, at: now });
  });
}

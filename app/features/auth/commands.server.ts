import { and, eq, lte, ne } from "drizzle-orm";
import type { Db } from "#app/server/db.server.ts";
import { sessions, signIns } from "#app/server/tables.server.ts";
import { queueNewDevice } from "./emails.server.tsx";
import { type Administrator, lifetimes, type Way } from "./model.ts";
import { hashed } from "./secret.server.ts";

/** Ends one of the administrator's own sessions; one of somebody else's stays. */
export async function endSession(db: Db, { userId }: Administrator, id: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.id, id), eq(sessions.userId, userId)));
}

/** Ends all of the administrator's own sessions but one. */
export async function endOtherSessions(db: Db, { userId }: Administrator, current: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, current)));
}

/** However busy a session is, it ends after a week. The library ends the idle ones. */
export async function endSessionIfOver(db: Db, token: string, now = new Date()): Promise<void> {
  const oldest = new Date(now.getTime() - lifetimes.session);
  await db.delete(sessions).where(and(eq(sessions.token, token), lte(sessions.createdAt, oldest)));
}

type SignIn = { userId: string; email: string; way: Way; device: string; address: string | null; userAgent: string | null };

/** Records a sign-in; the account's owner is told when it came from a device that none before it came from. */
export async function noteSignIn(db: Db, { email, device, ...signIn }: SignIn, now = new Date()): Promise<void> {
  const deviceHash = hashed(device);
  await db.transaction(async (tx) => {
    const ofThem = eq(signIns.userId, signIn.userId);
    const [any] = await tx.select({ id: signIns.id }).from(signIns).where(ofThem).limit(1);
    const [same] = await tx.select({ id: signIns.id }).from(signIns).where(and(ofThem, eq(signIns.deviceHash, deviceHash))).limit(1);
    await tx.insert(signIns).values({ ...signIn, deviceHash, at: now });
    // The very first sign-in is the making of the account.
    if (any && !same) await queueNewDevice(tx, { email, ...signIn, at: now });
  });
}

import { and, desc, eq, gt } from "drizzle-orm";
import type { Db } from "#app/server/db.server.ts";
import { accounts, sessions, signIns } from "#app/server/tables.server.ts";
import type { Administrator } from "./model.ts";
import { verify } from "./password.server.ts";

/** The administrator's own sessions that are not over, the latest used first. */
export async function listSessions(db: Db, { userId }: Administrator, now = new Date()) {
  return db
    .select({ id: sessions.id, userAgent: sessions.userAgent, address: sessions.ipAddress, createdAt: sessions.createdAt, usedAt: sessions.updatedAt })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.updatedAt), sessions.id);
}

/** The administrator's own last twenty sign-ins. */
export async function listSignIns(db: Db, { userId }: Administrator) {
  return db
    .select({ id: signIns.id, at: signIns.at, address: signIns.address, userAgent: signIns.userAgent, way: signIns.way })
    .from(signIns)
    .where(eq(signIns.userId, userId))
    .orderBy(desc(signIns.at), desc(signIns.id))
    .limit(20);
}

/** Whether this is the person's password; without one it is not. */
export async function isPassword(db: Db, userId: string, password: string): Promise<boolean> {
  const [account] = await db.select({ hash: accounts.password }).from(accounts).where(and(eq(accounts.userId, userId), eq(accounts.providerId, "credential")));
  return account?.hash ? verify({ hash: account.hash, password }) : false;
}

/** Whether the administrator can sign in by password; who came by Google or a link may have none. */
export async function hasPassword(db: Db, { userId }: Administrator): Promise<boolean> {
  return (await db.$count(accounts, and(eq(accounts.userId, userId), eq(accounts.providerId, "credential")))) > 0;
}

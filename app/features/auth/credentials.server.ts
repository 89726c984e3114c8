import { and, eq } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { accounts } from "#app/server/database/tables.server.ts";
import type { Administrator } from "./model.ts";
import { verifyInTurn } from "./password.server.ts";
import { newAuthId } from "./secret.server.ts";

const passwordOf = (userId: string) =>
  and(eq(accounts.userId, userId), eq(accounts.providerId, "credential"));

export async function isPassword(db: Db, userId: string, password: string): Promise<boolean> {
  const [account] = await db
    .select({ hash: accounts.password })
    .from(accounts)
    .where(passwordOf(userId));
  return account?.hash ? verifyInTurn({ hash: account.hash, password }) : false;
}

export async function hasPassword(db: Db, { userId }: Administrator): Promise<boolean> {
  return (await db.$count(accounts, passwordOf(userId))) > 0;
}

export async function replacePassword(
  tx: Db,
  userId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await tx.delete(accounts).where(passwordOf(userId));
  await tx.insert(accounts).values({
    id: newAuthId(),
    accountId: userId,
    providerId: "credential",
    userId,
    password: passwordHash,
    createdAt: now,
    updatedAt: now,
  });
}

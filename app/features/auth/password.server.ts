import { AsyncLocalStorage } from "node:async_hooks";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { and, eq } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { accounts } from "#app/server/database/tables.server.ts";
import { newAuthId } from "#app/server/secret.server.ts";
import type { AccountHolder } from "./model.ts";

/* Hashing is costly: few at once, so that a flood of sign-ins leaves the machine to visitors. */
const atOnce = 2;
const mayWait = 8;
let running = 0;
const waiting: (() => void)[] = [];

export class TooBusy extends Error {
  override name = "TooBusy";
}

const call = new AsyncLocalStorage<{ preferred: boolean }>();

export const withHashingPriority = <T>(task: () => Promise<T>): Promise<T> =>
  call.run({ preferred: false }, task);

/** Within {@link withHashingPriority}: hashes this call's passwords first and refuses none. */
export function prioritiseHashing(): void {
  const current = call.getStore();
  if (current) current.preferred = true;
}

async function inTurn<T>(task: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    const preferred = call.getStore()?.preferred ?? false;
    if (!preferred && waiting.length >= mayWait) throw new TooBusy("Too many sign-ins at once.");
    await new Promise<void>((resolve) =>
      preferred ? waiting.unshift(resolve) : waiting.push(resolve),
    );
  } else running++;
  try {
    return await task();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

export const hashInTurn = (password: string) => inTurn(() => hashPassword(password));
export const verifyInTurn = (given: { hash: string; password: string }) =>
  inTurn(() => verifyPassword(given));

const passwordOf = (userId: string) =>
  and(eq(accounts.userId, userId), eq(accounts.providerId, "credential"));

export async function isPassword(db: Db, userId: string, password: string): Promise<boolean> {
  const [account] = await db
    .select({ hash: accounts.password })
    .from(accounts)
    .where(passwordOf(userId));
  return account?.hash ? verifyInTurn({ hash: account.hash, password }) : false;
}

export async function hasPassword(db: Db, { userId }: AccountHolder): Promise<boolean> {
  return (await db.$count(accounts, passwordOf(userId))) > 0;
}

export async function replacePassword(tx: Db, userId: string, passwordHash: string, now: Date) {
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

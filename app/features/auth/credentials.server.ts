import { AsyncLocalStorage } from "node:async_hooks";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { and, eq, gt, inArray, lt, sql } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import {
  accounts,
  oneTimeCodes,
  setupLinks,
  verifications,
} from "#app/server/database/tables.server.ts";
import { newAuthId, hashToken, hashCode } from "#app/server/secret.server.ts";
import { type AccountHolder, lifetimes } from "./model.ts";
import { randomBytes, randomInt } from "node:crypto";
import { resetMessageLimits } from "./limits.server.ts";

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

export async function takeTurn<T>(task: () => Promise<T>): Promise<T> {
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

export const hashInTurn = (password: string) => takeTurn(() => hashPassword(password));
export const verifyInTurn = (given: { hash: string; password: string }) =>
  takeTurn(() => verifyPassword(given));

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

/* Magic links are ours: the library's sign in by GET, and mail scanners open links by GET. */

type Purpose = "magic-link" | "sign-up";

const identifierOf = (purpose: Purpose, token: string) => `${purpose}:${hashToken(token)}`;

/** `hash`: the only stored form of the token. `value`: such as an email address. */
export async function issueLink(tx: Db, purpose: Purpose, value: string, now: Date) {
  const token = randomBytes(32).toString("base64url");
  const hash = identifierOf(purpose, token);
  const expiresAt = new Date(now.getTime() + lifetimes.link);
  await tx.delete(verifications).where(lt(verifications.expiresAt, now));
  await tx.insert(verifications).values({
    id: newAuthId(),
    identifier: hash,
    value,
    expiresAt,
    createdAt: now,
    updatedAt: now,
  });
  return { token, hash };
}

const isUsable = (identifier: string, now: Date) =>
  and(eq(verifications.identifier, identifier), gt(verifications.expiresAt, now));

/** Returns the value of a link that works, or null. */
export async function readLink(db: Db, purpose: Purpose, token: string, now = new Date()) {
  const { value } = verifications;
  const found = isUsable(identifierOf(purpose, token), now);
  const [link] = await db.select({ value }).from(verifications).where(found);
  return link?.value ?? null;
}

/** As {@link readLink}; the link works no more. */
export async function consumeLink(db: Db, purpose: Purpose, token: string, now = new Date()) {
  const found = isUsable(identifierOf(purpose, token), now);
  const [link] = await db.delete(verifications).where(found).returning();
  return link?.value ?? null;
}

/** `hash`: of the link or code, stored with the email. */
export async function isOneTimeSecretUsable(db: Db, hash: string | null, now: Date) {
  if (hash === null) return false;
  if ((await db.$count(verifications, isUsable(hash, now))) > 0) return true;
  const code = and(eq(oneTimeCodes.codeHash, hash), isOpen(now));
  return (await db.$count(oneTimeCodes, code)) > 0;
}

/** Resets the limits too: the inbox has no working link left, so new ones may be asked for. */
export async function endLinks(tx: Db, { id, email }: { id: string; email: string }) {
  // Reset links are stored with the user's id, magic links with the email address.
  await tx.delete(verifications).where(inArray(verifications.value, [id, email]));
  await tx.delete(oneTimeCodes).where(emailedCodesFor(email));
  await tx.delete(setupLinks).where(eq(setupLinks.email, email));
  await resetMessageLimits(tx, email);
}

const attemptsPerCode = 5;

const isOpen = (now: Date) =>
  and(gt(oneTimeCodes.expiresAt, now), lt(oneTimeCodes.attempts, attemptsPerCode));

type Channel = "email" | "text";

/** `device` null: for callers that keep no cookies. */
export const signInCode = (channel: Channel, to: string, device: string | null) =>
  `${channel}:${to} ${device ?? ""}`;

const allCodes = (channel: Channel, to: string) =>
  sql`starts_with(${oneTimeCodes.purpose}, ${signInCode(channel, to, null)})`;

export const emailedCodesFor = (email: string) => allCodes("email", email);

/** Six digits, for a purpose such as `factor:…`. Replaces the last code; lasts ten minutes. */
export async function issueCode(db: Db, purpose: string, now = new Date()): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  await db.delete(oneTimeCodes).where(lt(oneTimeCodes.expiresAt, now));
  await keepCode(db, purpose, code, now);
  return code;
}

async function keepCode(db: Db, purpose: string, code: string, now: Date) {
  const codeHash = hashCode(purpose, code);
  const expiresAt = new Date(now.getTime() + lifetimes.code);
  const fresh = { codeHash, attempts: 0, expiresAt };
  await db
    .insert(oneTimeCodes)
    .values({ purpose, ...fresh })
    .onConflictDoUpdate({ target: oneTimeCodes.purpose, set: fresh });
}

/**
 * Bound to the browser that asked: others can't guess it, use up its attempts or replace it.
 * Callers without cookies share the newest code. `hash`: how its email refers to the code.
 */
export async function issueSignInCode(
  db: Db,
  channel: Channel,
  to: string,
  device: string,
  now = new Date(),
): Promise<{ code: string; hash: string }> {
  const purpose = signInCode(channel, to, device);
  const code = await issueCode(db, purpose, now);
  await keepCode(db, signInCode(channel, to, null), code, now);
  return { code, hash: hashCode(purpose, code) };
}

export async function consumeSignInCode(
  db: Db,
  channel: Channel,
  to: string,
  device: string | null,
  code: string,
  now = new Date(),
): Promise<boolean> {
  if (!(await consumeCode(db, signInCode(channel, to, device), code, now))) return false;
  await db.delete(oneTimeCodes).where(allCodes(channel, to));
  return true;
}

/** A code works once. The attempt is counted before comparing: parallel attempts gain nothing. */
export async function consumeCode(db: Db, purpose: string, code: string, now = new Date()) {
  const isThis = eq(oneTimeCodes.purpose, purpose);
  const [counted] = await db
    .update(oneTimeCodes)
    .set({ attempts: sql`${oneTimeCodes.attempts} + 1` })
    .where(and(isThis, isOpen(now)))
    .returning();
  const spent = await db
    .delete(oneTimeCodes)
    .where(and(isThis, eq(oneTimeCodes.codeHash, hashCode(purpose, code))))
    .returning();
  return counted !== undefined && spent.length === 1;
}

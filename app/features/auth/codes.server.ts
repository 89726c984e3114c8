import { randomInt } from "node:crypto";
import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Db } from "#app/server/db.server.ts";
import { oneTimeCodes } from "#app/server/tables.server.ts";
import { lifetimes } from "./model.ts";
import { sealed } from "./secret.server.ts";

/** So many guesses a code bears; then only a new one helps. */
const guesses = 5;

/**
 * The purpose of a code that signs in. It belongs to the browser that asked for it: nobody else can
 * guess it, use up its guesses or replace it.
 */
export const signInCode = (channel: "email" | "text", to: string, device: string | null) =>
  `${channel}:${to} ${device ?? ""}`;

/** All emailed codes that sign in to an account. */
export const emailedCodes = (email: string) =>
  sql`starts_with(${oneTimeCodes.purpose}, ${signInCode("email", email, null)})`;

/** A new code of six digits for a purpose such as `factor:…`. It replaces the one before and lasts ten minutes. */
export async function issueCode(db: Db, secret: string, purpose: string, now = new Date()): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const fresh = { codeHash: sealed(secret, purpose, code), attempts: 0, expiresAt: new Date(now.getTime() + lifetimes.code) };
  await db.delete(oneTimeCodes).where(lt(oneTimeCodes.expiresAt, now));
  await db.insert(oneTimeCodes).values({ purpose, ...fresh }).onConflictDoUpdate({ target: oneTimeCodes.purpose, set: fresh });
  return code;
}

/** Whether a code, by its hash, can still be given. */
export async function isCodeUsable(db: Db, codeHash: string, now: Date): Promise<boolean> {
  const open = and(gt(oneTimeCodes.expiresAt, now), lt(oneTimeCodes.attempts, guesses));
  return (await db.$count(oneTimeCodes, and(eq(oneTimeCodes.codeHash, codeHash), open))) > 0;
}

/**
 * Whether this is the code for the purpose; it works once. The guess is counted before it is looked
 * at, so that guessing at the same moment, in several processes, gains nothing.
 */
export async function spendCode(db: Db, secret: string, purpose: string, code: string, now = new Date()): Promise<boolean> {
  const [counted] = await db
    .update(oneTimeCodes)
    .set({ attempts: sql`${oneTimeCodes.attempts} + 1` })
    .where(and(eq(oneTimeCodes.purpose, purpose), gt(oneTimeCodes.expiresAt, now), lt(oneTimeCodes.attempts, guesses)))
    .returning({ purpose: oneTimeCodes.purpose });
  const spent = await db
    .delete(oneTimeCodes)
    .where(and(eq(oneTimeCodes.purpose, purpose), eq(oneTimeCodes.codeHash, sealed(secret, purpose, code))))
    .returning({ purpose: oneTimeCodes.purpose });
  return counted !== undefined && spent.length === 1;
}

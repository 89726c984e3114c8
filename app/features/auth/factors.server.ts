import { and, eq, isNotNull, lt } from "drizzle-orm";
import { symmetricDecrypt } from "better-auth/crypto";
import type { Db } from "#app/server/database/db.server.ts";
import { factors } from "#app/server/database/tables.server.ts";
import { consumeCode } from "./codes.server.ts";
import { refuse } from "./refusals.server.ts";
import { matchingStep } from "./totp.server.ts";

export type Factor = typeof factors.$inferSelect;

export const isVerifiedFactor = isNotNull(factors.verifiedAt);
export const isFactorOf = (userId: string, id: string) =>
  and(eq(factors.id, id), eq(factors.userId, userId));

export async function listFactors(db: Db, userId: string): Promise<Factor[]> {
  return db.select().from(factors).where(eq(factors.userId, userId)).orderBy(factors.createdAt);
}

export async function hasVerifiedFactor(db: Db, userId: string): Promise<boolean> {
  const [factor] = await db
    .select({ id: factors.id })
    .from(factors)
    .where(and(eq(factors.userId, userId), isVerifiedFactor))
    .limit(1);
  return factor !== undefined;
}

export async function getFactor(db: Db, userId: string, id: string): Promise<Factor | null> {
  const [factor] = await db.select().from(factors).where(isFactorOf(userId, id));
  return factor ?? null;
}

/** Throws 404 when the person has no factor with this id. */
export async function requireOwnFactor(db: Db, userId: string, id: string): Promise<Factor> {
  const factor = await getFactor(db, userId, id);
  if (!factor) throw refuse("NOT_FOUND", "FACTOR_NOT_FOUND", "There is no such second factor.");
  return factor;
}

export function totpSecret(secret: string, factor: Factor): Promise<string> {
  return symmetricDecrypt({ key: secret, data: factor.secret! });
}

/** A code works once: an authenticator's step must be later than the last one used. */
export async function consumeFactorCode(
  db: Db,
  secret: string,
  factor: Factor,
  code: string,
  now = new Date(),
): Promise<boolean> {
  if (factor.type === "phone") return consumeCode(db, secret, `factor:${factor.id}`, code, now);
  const step = matchingStep(await totpSecret(secret, factor), code, now);
  if (step === null) return false;
  const spent = await db
    .update(factors)
    .set({ lastStep: step })
    .where(and(eq(factors.id, factor.id), lt(factors.lastStep, step)))
    .returning({ id: factors.id });
  return spent.length === 1;
}

import { and, eq, isNotNull, lt } from "drizzle-orm";
import { symmetricDecrypt } from "better-auth/crypto";
import type { Db } from "#app/server/database/db.server.ts";
import { factors, recoveryCodes } from "#app/server/database/tables.server.ts";
import { consumeCode } from "./codes.server.ts";
import { endSessionsWithoutFactor } from "./sessions.server.ts";
import { queueFactorChanged } from "./notices.server.tsx";
import { factorLabels } from "./model.ts";
import { matchingStep } from "./totp.server.ts";

/* Second factors: enrolled, then verified, and from then on asked for (contract, 'Addresses'). */

export type Factor = typeof factors.$inferSelect;

export const isVerifiedFactor = isNotNull(factors.verifiedAt);
const ofUser = (userId: string, id: string) => and(eq(factors.id, id), eq(factors.userId, userId));

export async function listFactors(db: Db, userId: string): Promise<Factor[]> {
  return db.select().from(factors).where(eq(factors.userId, userId)).orderBy(factors.createdAt);
}

/** Whether this person must show a second factor. */
export async function hasVerifiedFactor(db: Db, userId: string): Promise<boolean> {
  const [factor] = await db
    .select({ id: factors.id })
    .from(factors)
    .where(and(eq(factors.userId, userId), isVerifiedFactor))
    .limit(1);
  return factor !== undefined;
}

export async function getFactor(db: Db, userId: string, id: string): Promise<Factor | null> {
  const [factor] = await db.select().from(factors).where(ofUser(userId, id));
  return factor ?? null;
}

/** The authenticator's secret in clear, to be shown until the factor is verified. */
export function totpSecret(secret: string, factor: Factor): Promise<string> {
  return symmetricDecrypt({ key: secret, data: factor.secret! });
}

/** Whether the code is the factor's, now; each works once. */
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

/**
 * Removes a factor; with the last one go the recovery codes. Sessions that have shown no factor end: without one to ask
 * for they would be full ones. False when there is none of this id.
 */
export async function removeFactor(
  db: Db,
  userId: string,
  email: string,
  id: string,
  now = new Date(),
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [removed] = await tx.delete(factors).where(ofUser(userId, id)).returning();
    if (!removed) return false;
    if (!(await hasVerifiedFactor(tx, userId)))
      await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    if (!removed.verifiedAt) return true;
    await endSessionsWithoutFactor(tx, { userId, email }, now);
    await queueFactorChanged(tx, {
      email,
      what: `A second factor was removed: ${factorLabels[removed.type]}`,
      at: now,
    });
    return true;
  });
}

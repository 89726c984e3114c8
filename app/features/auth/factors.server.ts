import { randomBytes } from "node:crypto";
import { and, eq, isNotNull, isNull, lt, ne } from "drizzle-orm";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import type { Db } from "#app/server/database/db.server.ts";
import { factors, recoveryCodes, users } from "#app/server/database/tables.server.ts";
import { consumeCode } from "./codes.server.ts";
import { endSessionsWithoutFactor } from "./commands.server.ts";
import { queueFactorChanged } from "./emails.server.tsx";
import type { FactorType } from "./model.ts";
import { hashCode } from "./secret.server.ts";
import { matchingStep, newTotpSecret } from "./totp.server.ts";

/* Second factors: enrolled, then verified, and from then on asked for (contract, 'Addresses'). */

export type Factor = typeof factors.$inferSelect;

const verified = isNotNull(factors.verifiedAt);
const ofUser = (userId: string, id: string) => and(eq(factors.id, id), eq(factors.userId, userId));

export async function listFactors(db: Db, userId: string): Promise<Factor[]> {
  return db.select().from(factors).where(eq(factors.userId, userId)).orderBy(factors.createdAt);
}

/** Whether this person must show a second factor. */
export async function hasVerifiedFactor(db: Db, userId: string): Promise<boolean> {
  const [factor] = await db
    .select({ id: factors.id })
    .from(factors)
    .where(and(eq(factors.userId, userId), verified))
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

/** Starts a factor; it replaces one of its type that was started before and not verified. */
export async function enrolFactor(
  db: Db,
  secret: string,
  userId: string,
  given: { type: "totp" } | { type: "phone"; phone: string },
  now = new Date(),
): Promise<Factor> {
  const own =
    given.type === "totp"
      ? { type: given.type, secret: await symmetricEncrypt({ key: secret, data: newTotpSecret() }) }
      : given;
  return db.transaction(async (tx) => {
    await tx
      .delete(factors)
      .where(
        and(eq(factors.userId, userId), eq(factors.type, given.type), isNull(factors.verifiedAt)),
      );
    const [factor] = await tx
      .insert(factors)
      .values({ userId, createdAt: now, ...own })
      .returning();
    return factor!;
  });
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

const names: Record<FactorType, string> = { totp: "authenticator app", phone: "phone number" };

/**
 * Marks a factor verified; a phone number replaces the one before. Answers with the recovery codes
 * when it is the person's first factor, else with none. `taken`: the number is somebody else's.
 */
export async function verifyFactor(
  db: Db,
  secret: string,
  factor: Factor,
  email: string,
  now = new Date(),
): Promise<{ ok: true; recoveryCodes: string[] } | { ok: false; reason: "taken" }> {
  return db.transaction(async (tx) => {
    const isFirst = !(await hasVerifiedFactor(tx, factor.userId));
    if (factor.phone) {
      const [other] = await tx
        .select({ id: factors.id })
        .from(factors)
        .where(and(eq(factors.phone, factor.phone), verified, ne(factors.userId, factor.userId)));
      if (other) return { ok: false, reason: "taken" } as const;
      await tx
        .delete(factors)
        .where(
          and(
            eq(factors.userId, factor.userId),
            eq(factors.type, "phone"),
            ne(factors.id, factor.id),
          ),
        );
    }
    await tx.update(factors).set({ verifiedAt: now }).where(eq(factors.id, factor.id));
    await queueFactorChanged(tx, {
      email,
      what: `A second factor was added: ${names[factor.type]}`,
      at: now,
    });
    return {
      ok: true,
      recoveryCodes: isFirst ? await writeRecoveryCodes(tx, secret, factor.userId) : [],
    } as const;
  });
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
      what: `A second factor was removed: ${names[removed.type]}`,
      at: now,
    });
    return true;
  });
}

const recoveryCodeAlphabet = "abcdefghjkmnpqrstuvwxyz23456789";

function newRecoveryCode(): string {
  // A byte above the last whole multiple would favour the first letters.
  const letters = Array.from(randomBytes(64))
    .filter((byte) => byte < 248)
    .slice(0, 10)
    .map((byte) => recoveryCodeAlphabet[byte % recoveryCodeAlphabet.length])
    .join("");
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

async function writeRecoveryCodes(tx: Db, secret: string, userId: string): Promise<string[]> {
  const codes = Array.from({ length: 10 }, newRecoveryCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: hashCode(secret, userId, code) })));
  return codes;
}

/** Ten new recovery codes; the old ones are worth nothing any more. */
export async function renewRecoveryCodes(
  db: Db,
  secret: string,
  userId: string,
  email: string,
  now = new Date(),
): Promise<string[]> {
  return db.transaction(async (tx) => {
    await queueFactorChanged(tx, { email, what: "New recovery codes were made", at: now });
    return writeRecoveryCodes(tx, secret, userId);
  });
}

/** Spends a recovery code in place of a factor. */
export async function consumeRecoveryCode(
  db: Db,
  secret: string,
  userId: string,
  written: string,
  now = new Date(),
): Promise<boolean> {
  const letters = written.toLowerCase().replace(/[^a-z0-9]/g, "");
  const codeHash = hashCode(secret, userId, `${letters.slice(0, 5)}-${letters.slice(5)}`);
  return db.transaction(async (tx) => {
    const [spent] = await tx
      .update(recoveryCodes)
      .set({ usedAt: now })
      .where(
        and(
          eq(recoveryCodes.codeHash, codeHash),
          eq(recoveryCodes.userId, userId),
          isNull(recoveryCodes.usedAt),
        ),
      )
      .returning();
    const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
    if (!spent || !user) return false;
    await queueFactorChanged(tx, { email: user.email, what: "A recovery code was used", at: now });
    return true;
  });
}

/** How many recovery codes are left. */
export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  return db.$count(
    recoveryCodes,
    and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)),
  );
}

import { and, eq, isNotNull, lt, isNull, ne } from "drizzle-orm";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { randomBytes } from "node:crypto";
import type { Db } from "#app/server/database/db.server.ts";
import { factors, recoveryCodes, users } from "#app/server/database/tables.server.ts";
import { hashCode } from "#app/server/secret.server.ts";
import { consumeCode } from "./one-time-secrets.server.ts";
import { refuse } from "./refusals.server.ts";
import { matchingStep, newTotpSecret } from "./totp.server.ts";
import { queueFactorChanged } from "./notices.server.tsx";
import { factorLabels } from "./model.ts";
import type { CurrentSession } from "./current-session.server.ts";

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

/** A first factor brings recovery codes. `taken`: another person has the phone number. */
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
        .where(
          and(eq(factors.phone, factor.phone), isVerifiedFactor, ne(factors.userId, factor.userId)),
        );
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
      what: `Two-step sign-in was added: ${factorLabels[factor.type]}`,
      at: now,
    });
    return {
      ok: true,
      recoveryCodes: isFirst ? await writeRecoveryCodes(tx, secret, factor.userId) : [],
    } as const;
  });
}

const recoveryCodeAlphabet = "abcdefghjkmnpqrstuvwxyz23456789";

function newRecoveryCode(): string {
  // Bytes from 248 on would favour the first characters.
  const characters = Array.from(randomBytes(64))
    .filter((byte) => byte < 248)
    .slice(0, 10)
    .map((byte) => recoveryCodeAlphabet[byte % recoveryCodeAlphabet.length])
    .join("");
  return `${characters.slice(0, 5)}-${characters.slice(5)}`;
}

async function writeRecoveryCodes(tx: Db, secret: string, userId: string): Promise<string[]> {
  const codes = Array.from({ length: 10 }, newRecoveryCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: hashCode(secret, userId, code) })));
  return codes;
}

/** The old codes stop working. Throws 409 without a second factor. */
export async function renewOwnRecoveryCodes(
  db: Db,
  secret: string,
  { id, email }: Pick<CurrentSession, "id" | "email">,
): Promise<string[]> {
  if (!(await hasVerifiedFactor(db, id)))
    throw refuse("CONFLICT", "NO_FACTOR", "Set up a second factor first.");
  return renewRecoveryCodes(db, secret, id, email);
}

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

export async function consumeRecoveryCode(
  db: Db,
  secret: string,
  userId: string,
  typed: string,
  now = new Date(),
): Promise<boolean> {
  const characters = typed.toLowerCase().replace(/[^a-z0-9]/g, "");
  const codeHash = hashCode(secret, userId, `${characters.slice(0, 5)}-${characters.slice(5)}`);
  return db.transaction(async (tx) => {
    const [used] = await tx
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
    if (!used || !user) return false;
    await queueFactorChanged(tx, { email: user.email, what: "A recovery code was used", at: now });
    return true;
  });
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  return db.$count(
    recoveryCodes,
    and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)),
  );
}

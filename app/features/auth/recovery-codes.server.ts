import { randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { recoveryCodes, users } from "#app/server/database/tables.server.ts";
import type { CurrentSession } from "./current-session.server.ts";
import { hasVerifiedFactor } from "./factors.server.ts";
import { queueFactorChanged } from "./notices.server.tsx";
import { refuse } from "./refusals.server.ts";
import { hashCode } from "./secret.server.ts";

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

export async function writeRecoveryCodes(
  tx: Db,
  secret: string,
  userId: string,
): Promise<string[]> {
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

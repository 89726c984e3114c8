import { randomBytes, createHmac } from "node:crypto";
import { and, eq, isNull, lt, ne } from "drizzle-orm";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import type { Db } from "#app/server/database/db.server.ts";
import { factors, recoveryCodes, users } from "#app/server/database/tables.server.ts";
import { enqueue } from "#app/server/jobs/queue.server.ts";
import { hashCode, ownSecret } from "#app/server/secret.server.ts";
import {
  challengeLimit,
  reauthenticationLimit,
  requireAllowed,
  resetCounter,
  secondFactorLimit,
  refuse,
  requireAssurance,
  wrongCode,
} from "./limits.server.ts";
import {
  hasVerifiedFactor,
  type CurrentSession,
  endOtherSessions,
  isVerifiedFactor,
  deviceHashIn,
  isKnownDevice,
} from "./sessions.server.ts";
import { lifetimes } from "./model.ts";
import { queueFactorChanged } from "./emails.server.tsx";
import { consumeCode, isPassword } from "./credentials.server.ts";

/* What is not allowed here is thrown as a refusal. */

export type Factor = typeof factors.$inferSelect;

const factorLabels = { totp: "authenticator app", phone: "phone number" } as const;

const isFactorOf = (userId: string, id: string) =>
  and(eq(factors.id, id), eq(factors.userId, userId));

export async function listFactors(db: Db, userId: string): Promise<Factor[]> {
  return db.select().from(factors).where(eq(factors.userId, userId)).orderBy(factors.createdAt);
}

/** Throws 404 when the person has no factor with this id. */
async function requireOwnFactor(db: Db, userId: string, id: string): Promise<Factor> {
  const [factor] = await db.select().from(factors).where(isFactorOf(userId, id));
  if (!factor) throw refuse("NOT_FOUND", "FACTOR_NOT_FOUND", "There is no such second factor.");
  return factor;
}

export function totpSecret({ secret }: Factor): Promise<string> {
  return symmetricDecrypt({ key: ownSecret(), data: secret! });
}

/** A code works once: an authenticator's step must be later than the last one used. */
export async function consumeFactorCode(db: Db, factor: Factor, code: string, now = new Date()) {
  if (factor.type === "phone") return consumeCode(db, `factor:${factor.id}`, code, now);
  const step = matchingStep(await totpSecret(factor), code, now);
  if (step === null) return false;
  const spent = await db
    .update(factors)
    .set({ lastStep: step })
    .where(and(eq(factors.id, factor.id), lt(factors.lastStep, step)))
    .returning();
  return spent.length === 1;
}

export async function enrolFactor(
  db: Db,
  userId: string,
  given: { type: "totp" } | { type: "phone"; phone: string },
  now = new Date(),
): Promise<Factor> {
  const own =
    given.type === "totp"
      ? {
          type: given.type,
          secret: await symmetricEncrypt({ key: ownSecret(), data: newTotpSecret() }),
        }
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

/** Returns recovery codes for a first factor. Throws 409 when another person has the number. */
export async function verifyFactor(db: Db, factor: Factor, email: string, now = new Date()) {
  return db.transaction(async (tx) => {
    const isFirst = !(await hasVerifiedFactor(tx, factor.userId));
    if (factor.phone) {
      const [other] = await tx
        .select({ id: factors.id })
        .from(factors)
        .where(
          and(eq(factors.phone, factor.phone), isVerifiedFactor, ne(factors.userId, factor.userId)),
        );
      if (other) throw refuse("CONFLICT", "PHONE_TAKEN", "This number can't be used.");
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
    return isFirst ? writeRecoveryCodes(tx, factor.userId) : [];
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

async function writeRecoveryCodes(tx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: 10 }, newRecoveryCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: hashCode(userId, code) })));
  return codes;
}

/** The old codes stop working. Throws 409 without a second factor. */
export async function renewRecoveryCodes(
  db: Db,
  { id, email }: Pick<CurrentSession, "id" | "email">,
  now = new Date(),
): Promise<string[]> {
  if (!(await hasVerifiedFactor(db, id)))
    throw refuse("CONFLICT", "NO_FACTOR", "Set up a second factor first.");
  return db.transaction(async (tx) => {
    await queueFactorChanged(tx, { email, what: "New recovery codes were made", at: now });
    return writeRecoveryCodes(tx, id);
  });
}

export async function consumeRecoveryCode(db: Db, userId: string, typed: string, now = new Date()) {
  const characters = typed.toLowerCase().replace(/[^a-z0-9]/g, "");
  const codeHash = hashCode(userId, `${characters.slice(0, 5)}-${characters.slice(5)}`);
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

export async function challengeFactor(
  db: Db,
  current: CurrentSession,
  id: string,
  headers: Headers | undefined,
) {
  const factor = await requireOwnFactor(db, current.id, id);
  refuseSameChannel(factor, current);
  if (factor.type === "phone") {
    await requireAllowed(db, challengeLimit(current.id, await knownDevice(db, headers, current)));
    await enqueue(db, "sign-in", [{ kind: "factor-code", factorId: factor.id }]);
  }
  return { id: factor.id, type: factor.type, expiresAt: new Date(Date.now() + lifetimes.code) };
}

/** The first code verifies the factor, and returns recovery codes for a first factor. */
export async function showFactor(
  db: Db,
  current: CurrentSession,
  { id, code }: { id: string; code: string },
  headers: Headers | undefined,
): Promise<string[]> {
  const factor = await requireOwnFactor(db, current.id, id);
  // A thief could otherwise add a factor to open what the old ones protect.
  if (!factor.verifiedAt) requireAssurance("fresh", current);
  refuseSameChannel(factor, current);
  const limit = secondFactorLimit(current.id, await knownDevice(db, headers, current));
  await requireAllowed(db, limit);
  if (!(await consumeFactorCode(db, factor, code))) throw wrongCode();
  const newCodes = factor.verifiedAt ? [] : await verifyFactor(db, factor, current.email);
  await resetCounter(db, limit);
  return newCodes;
}

export async function showRecoveryCode(
  db: Db,
  current: CurrentSession,
  code: string,
  headers: Headers | undefined,
): Promise<void> {
  const limit = secondFactorLimit(current.id, await knownDevice(db, headers, current));
  await requireAllowed(db, limit);
  if (!(await consumeRecoveryCode(db, current.id, code))) throw wrongCode();
  await resetCounter(db, limit);
}

/** A password thief on another device must not lock out the owner's known devices. */
async function knownDevice(db: Db, headers: Headers | undefined, { id }: CurrentSession) {
  const device = deviceHashIn(headers);
  return device && (await isKnownDevice(db, device, { userId: id })) ? device : null;
}

/** Two text messages to one phone are only one proof. */
function refuseSameChannel(factor: Factor, { method }: CurrentSession): void {
  if (factor.type === "phone" && factor.verifiedAt && method === "text-code")
    throw refuse(
      "FORBIDDEN",
      "SAME_CHANNEL",
      "You signed in by text message, so please choose a different method for the second step.",
    );
}

export async function reauthenticate(db: Db, userId: string, password: string): Promise<void> {
  const limit = reauthenticationLimit(userId);
  await requireAllowed(db, limit);
  if (!(await isPassword(db, userId, password)))
    throw refuse("BAD_REQUEST", "INVALID_PASSWORD", "That password isn't right.");
  await resetCounter(db, limit);
}

/** A verified factor needs a fresh sign-in, and other sessions end: their holder lost or took it. */
export async function removeFactor(db: Db, current: CurrentSession, id: string, now = new Date()) {
  const { id: userId, email, sessionId } = current;
  if ((await requireOwnFactor(db, userId, id)).verifiedAt) requireAssurance("fresh", current);
  await db.transaction(async (tx) => {
    const [removed] = await tx.delete(factors).where(isFactorOf(userId, id)).returning();
    if (!removed) return;
    if (!(await hasVerifiedFactor(tx, userId)))
      await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    if (!removed.verifiedAt) return;
    await endOtherSessions(tx, { userId, email }, sessionId, now);
    await queueFactorChanged(tx, {
      email,
      what: `Two-step sign-in was removed: ${factorLabels[removed.type]}`,
      at: now,
    });
  });
}

/* RFC 6238 as all authenticator apps use it: SHA-1, six digits, 30 seconds. */

const period = 30_000;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export function newTotpSecret(): string {
  let bits = "";
  for (const byte of randomBytes(20)) bits += byte.toString(2).padStart(8, "0");
  return bits
    .match(/.{5}/g)!
    .map((five) => alphabet[Number.parseInt(five, 2)])
    .join("");
}

function decode(base32: string): Buffer {
  const bits = Array.from(base32, (character) =>
    alphabet.indexOf(character).toString(2).padStart(5, "0"),
  ).join("");
  return Buffer.from(bits.match(/.{8}/g)!.map((eight) => Number.parseInt(eight, 2)));
}

export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", decode(secret)).update(counter).digest();
  const offset = digest.at(-1)! & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

export const stepAt = (now: Date) => Math.floor(now.getTime() / period);

/** Accepts one step earlier or later, for clocks that differ. */
export function matchingStep(secret: string, code: string, now: Date): number | null {
  const current = stepAt(now);
  return (
    [current, current - 1, current + 1].find((step) => totpCode(secret, step) === code) ?? null
  );
}

export function totpUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = { secret, issuer, algorithm: "SHA1", digits: "6", period: "30" };
  return `otpauth://totp/${label}?${new URLSearchParams(query)}`;
}

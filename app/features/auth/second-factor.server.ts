import { eq } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { enqueue } from "#app/server/jobs/queue.server.ts";
import { factors, recoveryCodes } from "#app/server/database/tables.server.ts";
import { type CurrentSession, requireAssurance } from "./current-session.server.ts";
import {
  challengeLimit,
  secondFactorLimit,
  requireAllowed,
  resetCounter,
  reauthenticationLimit,
} from "./limits.server.ts";
import { deviceHashIn, isKnownDevice } from "./callers.server.ts";
import {
  consumeFactorCode,
  type Factor,
  requireOwnFactor,
  verifyFactor,
  consumeRecoveryCode,
  hasVerifiedFactor,
  isFactorOf,
} from "./factors.server.ts";
import { lifetimes, factorLabels } from "./model.ts";
import { refuse, wrongCode } from "./refusals.server.ts";
import { isPassword } from "./password.server.ts";
import { queueFactorChanged } from "./notices.server.tsx";
import { endOtherSessions } from "./sessions.server.ts";

/* These functions throw their refusals. */

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

/** The first code verifies the factor; a person's first factor returns recovery codes. */
export async function showFactor(
  db: Db,
  secret: string,
  current: CurrentSession,
  { id, code }: { id: string; code: string },
  headers: Headers | undefined,
): Promise<{ recoveryCodes: readonly string[] }> {
  const factor = await requireOwnFactor(db, current.id, id);
  // A thief could otherwise add a factor to open what the old ones protect.
  if (!factor.verifiedAt) requireAssurance("fresh", current);
  refuseSameChannel(factor, current);
  const limit = secondFactorLimit(current.id, await knownDevice(db, headers, current));
  await requireAllowed(db, limit);
  if (!(await consumeFactorCode(db, secret, factor, code))) throw wrongCode();
  const verified = factor.verifiedAt
    ? ({ ok: true, recoveryCodes: [] } as const)
    : await verifyFactor(db, secret, factor, current.email);
  if (!verified.ok) throw refuse("CONFLICT", "PHONE_TAKEN", "This number can't be used.");
  await resetCounter(db, limit);
  return verified;
}

export async function showRecoveryCode(
  db: Db,
  secret: string,
  current: CurrentSession,
  code: string,
  headers: Headers | undefined,
): Promise<void> {
  const limit = secondFactorLimit(current.id, await knownDevice(db, headers, current));
  await requireAllowed(db, limit);
  if (!(await consumeRecoveryCode(db, secret, current.id, code))) throw wrongCode();
  await resetCounter(db, limit);
}

/** A password thief on another device must not lock out the owner's known devices. */
async function knownDevice(
  db: Db,
  headers: Headers | undefined,
  { id }: CurrentSession,
): Promise<string | null> {
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

/** An unverified factor protects nothing, so it needs no fresh sign-in. */
export async function removeOwnFactor(db: Db, current: CurrentSession, id: string): Promise<void> {
  const { verifiedAt } = await requireOwnFactor(db, current.id, id);
  if (verifiedAt) requireAssurance("fresh", current);
  await removeFactor(db, current, id);
}

/** Ends other sessions: their holder lost or took the factor. False without such a factor. */
export async function removeFactor(
  db: Db,
  { id: userId, email, sessionId }: Pick<CurrentSession, "id" | "email" | "sessionId">,
  id: string,
  now = new Date(),
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [removed] = await tx.delete(factors).where(isFactorOf(userId, id)).returning();
    if (!removed) return false;
    if (!(await hasVerifiedFactor(tx, userId)))
      await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    if (!removed.verifiedAt) return true;
    await endOtherSessions(tx, { userId, email }, sessionId, now);
    await queueFactorChanged(tx, {
      email,
      what: `Two-step sign-in was removed: ${factorLabels[removed.type]}`,
      at: now,
    });
    return true;
  });
}

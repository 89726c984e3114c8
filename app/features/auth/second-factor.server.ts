import type { Db } from "#app/server/database/db.server.ts";
import { enqueue } from "#app/server/jobs/queue.server.ts";
import { requireAssurance } from "./assurance.server.ts";
import { requireAllowed, resetCounter } from "./counters.server.ts";
import type { CurrentSession } from "./current-session.server.ts";
import { deviceHashIn, isKnownDevice } from "./devices.server.ts";
import { verifyFactor } from "./enrolment.server.ts";
import { consumeFactorCode, type Factor, requireOwnFactor } from "./factors.server.ts";
import { challengeLimit, secondFactorLimit } from "./limits.server.ts";
import { lifetimes } from "./model.ts";
import { consumeRecoveryCode } from "./recovery-codes.server.ts";
import { refuse, wrongCode } from "./refusals.server.ts";

/* Showing a second factor: asking for its code, and giving it. Refusals are thrown. */

/** Sends the code of a phone number; an authenticator app needs nothing sent. */
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

/** Shows a factor; the first time verifies it. The recovery codes are those of a person's first factor. */
export async function showFactor(
  db: Db,
  secret: string,
  current: CurrentSession,
  { id, code }: { id: string; code: string },
  headers: Headers | undefined,
): Promise<{ recoveryCodes: readonly string[] }> {
  const factor = await requireOwnFactor(db, current.id, id);
  // Without the level, a new factor of a thief's own would open what the old ones guard.
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

/** A thief of the password, on a device of their own, must not keep the owner's devices out. */
async function knownDevice(
  db: Db,
  headers: Headers | undefined,
  { id }: CurrentSession,
): Promise<string | null> {
  const device = deviceHashIn(headers);
  return device && (await isKnownDevice(db, device, { userId: id })) ? device : null;
}

/** Two text messages to one telephone are one proof. */
function refuseSameChannel(factor: Factor, { method }: CurrentSession): void {
  if (factor.type === "phone" && factor.verifiedAt && method === "text-code")
    throw refuse(
      "FORBIDDEN",
      "SAME_CHANNEL",
      "You signed in by text message, so please choose a different method for the second step.",
    );
}

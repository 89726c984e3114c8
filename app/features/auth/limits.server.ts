import { sign } from "#app/server/secret.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { type AttemptLimit, resetCounter } from "./counters.server.ts";
import { lifetimes, type SignInMessage } from "./model.ts";

/* Counted in the database for all processes, also for accounts that don't exist. */

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Keyed with the installation's secret: the table reveals no client IP or email address. */
const keyOf = (kind: string, who: string) =>
  sign("sign-in limit", `${kind}\n${who.trim().toLowerCase()}`);

export type Rate = Pick<AttemptLimit, "max" | "windowMs">;

const rate = (max: number, windowMs: number): Rate => ({ max, windowMs });
export const rates = {
  attempts: rate(10, 10 * minute),
  steps: rate(20, 10 * minute),
  requests: rate(20, hour),
  usual: rate(60, minute),
};
const { attempts } = rates;

export const callerLimit = (kind: string, caller: string, allowed: Rate): AttemptLimit => ({
  key: keyOf(kind, caller),
  ...allowed,
});

export const passwordLimit = (email: string): AttemptLimit => ({
  key: keyOf("try", email),
  ...attempts,
});
/** Wrong passwords and codes from unknown devices; at the limit the owner is notified, once. */
export const wrongGuessLimit = (who: string): AttemptLimit => ({
  key: keyOf("guess", who),
  ...rate(10, day),
});
export const reauthenticationLimit = (userId: string): AttemptLimit => ({
  key: keyOf("confirm", userId),
  ...attempts,
});
export const unknownLinkLimit = (network: string): AttemptLimit =>
  callerLimit("/login/confirm", network, attempts);
export const confirmationLinkLimit = (token: string): AttemptLimit => ({
  key: keyOf("confirm-token", token),
  ...attempts,
});
/** Codes tried on a person's second factors; each known device counts on its own. */
export const secondFactorLimit = (userId: string, device: string | null): AttemptLimit => ({
  key: keyOf("step-up", `${userId} ${device ?? ""}`),
  ...attempts,
});
export const challengeLimit = (userId: string, device: string | null): AttemptLimit => ({
  key: keyOf("challenge", `${userId} ${device ?? ""}`),
  ...rate(5, 10 * minute),
});

/**
 * Messages of one kind to one recipient from unknown devices. Links last as long as the window, so
 * the last one sent still works. Codes are few a day, because each allows five attempts.
 */
export const messageLimit = (kind: SignInMessage["kind"], who: string): AttemptLimit => ({
  key: keyOf(kind, who),
  ...(kind === "email-code" || kind === "text-code" ? rate(10, day) : rate(2, lifetimes.link)),
});

export async function resetMessageLimits(db: Db, email: string): Promise<void> {
  for (const kind of ["magic-link", "recovery"] as const)
    await resetCounter(db, messageLimit(kind, email));
}

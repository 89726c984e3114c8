import { sign } from "#app/server/secret.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { type AttemptLimit, resetCounter } from "./counters.server.ts";
import { lifetimes, type SignInMessage } from "./model.ts";

/*
 * The limits of sign-in, counted in the database for all processes, and alike for accounts that do not
 * exist.
 */

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Keyed with the installation's secret: the table shows no client IP or email address, and none can be tried out. */
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

/** Passwords tried on one account from all unknown devices. */
export const passwordLimit = (email: string): AttemptLimit => ({
  key: keyOf("try", email),
  ...attempts,
});
/** Wrong passwords and codes from unknown devices; at the limit the owner is told, once in the window. */
export const wrongGuessLimit = (who: string): AttemptLimit => ({
  key: keyOf("guess", who),
  ...rate(10, day),
});
/** Passwords tried by somebody who is signed in. */
export const reauthenticationLimit = (userId: string): AttemptLimit => ({
  key: keyOf("confirm", userId),
  ...attempts,
});
/** Made-up links that confirm an email address. */
export const unknownLinkLimit = (network: string): AttemptLimit =>
  callerLimit("/login/confirm", network, attempts);
/** Passwords tried on one link that confirms an email address. */
export const confirmationLinkLimit = (token: string): AttemptLimit => ({
  key: keyOf("confirm-token", token),
  ...attempts,
});
/** Codes tried on one person's second factors; each known device has a counter of its own. */
export const secondFactorLimit = (userId: string, device: string | null): AttemptLimit => ({
  key: keyOf("step-up", `${userId} ${device ?? ""}`),
  ...attempts,
});
/** Text messages with a code for a second factor. */
export const challengeLimit = (userId: string, device: string | null): AttemptLimit => ({
  key: keyOf("challenge", `${userId} ${device ?? ""}`),
  ...rate(5, 10 * minute),
});

/**
 * Messages of one kind that unknown devices can cause for one recipient; more are not sent. Links live
 * as long as the window, so there is always a live one in an inbox that gets no more. Codes are few a
 * day, because each allows five attempts.
 */
export const messageLimit = (kind: SignInMessage["kind"], who: string): AttemptLimit => ({
  key: keyOf(kind, who),
  ...(kind === "email-code" || kind === "text-code" ? rate(10, day) : rate(2, lifetimes.link)),
});

export async function resetMessageLimits(db: Db, email: string): Promise<void> {
  for (const kind of ["magic-link", "recovery"] as const)
    await resetCounter(db, messageLimit(kind, email));
}

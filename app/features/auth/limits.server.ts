import { sign } from "#app/server/secret.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { type AttemptLimit, resetCounter } from "./counters.server.ts";
import { lifetimes, type SignInMessage } from "./model.ts";

/*
 * The limits of signing in. They count in the database, for all processes, and the same for
 * accounts that do not exist.
 */

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Keyed with the installation's secret: nobody reads a client IP or an email address from the table, or tries some out. */
const keyOf = (kind: string, who: string) =>
  sign("sign-in limit", `${kind}\n${who.trim().toLowerCase()}`);

const limit = (max: number, windowMs: number) => ({ max, windowMs });
const tries = limit(10, 10 * minute);
const steps = limit(20, 10 * minute);
const requests = limit(20, hour);

const byPath: Readonly<Record<string, Omit<AttemptLimit, "key">>> = {
  "/sign-in/email": tries,
  "/sign-in/email-otp": tries,
  "/phone-number/verify": tries,
  "/magic-link/verify": tries,
  "/reset-password": tries,
  "/change-password": tries,
  // Made-up links that confirm an email address.
  "/login/confirm": tries,
  "/sign-in/social": steps,
  "/callback/:id": steps,
  "/recovery-codes/verify": steps,
  "/sign-in/magic-link": requests,
  "/sign-up/email": requests,
  "/request-password-reset": requests,
  "/email-otp/send-verification-otp": requests,
  "/phone-number/send-otp": requests,
};

/** Calls of one kind, by whoever makes them: a network, a known device, or somebody who is signed in. */
export const requestLimit = (caller: string, path: string): AttemptLimit => ({
  key: keyOf(path, caller),
  ...(byPath[path] ?? limit(60, minute)),
});

/** Passwords tried on one account from all devices that are not known to it. */
export const passwordLimit = (email: string): AttemptLimit => ({
  key: keyOf("try", email),
  ...tries,
});
/** Wrong passwords and codes from devices that are not known; as many as this and the owner is told, once in the window. */
export const wrongGuessLimit = (who: string): AttemptLimit => ({
  key: keyOf("guess", who),
  ...limit(10, day),
});
/** Passwords tried on the account of somebody who is signed in. */
export const reauthenticationLimit = (userId: string): AttemptLimit => ({
  key: keyOf("confirm", userId),
  ...tries,
});
/** Passwords tried on one link that confirms an email address. */
export const confirmationLinkLimit = (token: string): AttemptLimit => ({
  key: keyOf("confirm-token", token),
  ...tries,
});
/** Codes tried on one person's second factors; a device that is known to the person has a counter of its own. */
export const secondFactorLimit = (userId: string, device: string | null): AttemptLimit => ({
  key: keyOf("step-up", `${userId} ${device ?? ""}`),
  ...tries,
});
/** Text messages with a code for a second factor. */
export const challengeLimit = (userId: string, device: string | null): AttemptLimit => ({
  key: keyOf("challenge", `${userId} ${device ?? ""}`),
  ...limit(5, 10 * minute),
});

/**
 * Messages of one kind that devices which are not known can cause for one recipient. What is asked
 * for beyond is not sent. Links live as long as the window, so that there is always a live one in
 * an inbox that gets no more. A code is of use only to the browser that has asked for it; there are
 * few a day, because each bears some guesses.
 */
export const messageLimit = (kind: SignInMessage["kind"], who: string): AttemptLimit => ({
  key: keyOf(kind, who),
  ...(kind === "email-code" || kind === "text-code" ? limit(10, day) : limit(2, lifetimes.link)),
});

/** Lets links be sent to this address again, as if none had been. */
export async function resetMessageLimits(db: Db, email: string): Promise<void> {
  for (const kind of ["magic-link", "recovery"] as const)
    await resetCounter(db, messageLimit(kind, email));
}

import type { SpamReason } from "#app/server/database/enums.ts";
import type { Period } from "#app/values/period.ts";

/*
 * What every public form carries beside its own fields: a honeypot that only bots fill in, a token
 * that says when filling began, and a key by which the same form sent twice is recognised.
 */

/** How long suspected spam is kept, in case a real message got caught. */
export const spamPeriod = { days: 90 } as const satisfies Period;

/** How long a form's key or a request's `Idempotency-Key` is remembered. */
export const dedupeKeyPeriod = { days: 7 } as const satisfies Period;

export const guardNames = {
  honeypot: "leave_empty",
  token: "form_token",
  key: "form_key",
} as const;

/** The shortest time in which a person fills in a form, in milliseconds; the page waits for it before it sends. */
export const minimumFillTime = 1_000;

export type SubmissionInfo = { spamReason: SpamReason | null; now: Date };

export type GuardValues = { honeypot: string; token: string; key: string };

/** Missing values are empty. */
export function guardOf(values: Readonly<Record<string, unknown>>): GuardValues {
  const text = (name: string) => {
    const value = values[name];
    return typeof value === "string" ? value.trim() : "";
  };
  return {
    honeypot: text(guardNames.honeypot),
    token: text(guardNames.token),
    key: text(guardNames.key),
  };
}

import type { SpamReason } from "#app/server/database/enums.ts";
import type { Period } from "#app/values/period.ts";

/** How long suspected spam is kept, in case it caught a real message. */
export const spamPeriod = { days: 90 } as const satisfies Period;

/** For a form's key or an API request's `Idempotency-Key`. */
export const dedupeKeyPeriod = { days: 7 } as const satisfies Period;

export const guardNames = {
  honeypot: "leave_empty",
  token: "form_token",
  key: "form_key",
} as const;

/** In milliseconds; the page waits this long before it sends. */
export const minimumFillTime = 1_000;

export type SubmissionInfo = { spamReason: SpamReason | null; now: Date };

type GuardValues = { honeypot: string; token: string; key: string };

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

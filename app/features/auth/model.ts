import { href } from "react-router";

/**
 * The current administrator, let in by the gate. Admin queries and commands take one as an argument, so
 * that none can be called without one.
 */
export type Administrator = { userId: string; email: string };
export const factorLabels = { totp: "authenticator app", phone: "phone number" } as const;
/** A message that sign-in sends. It carries no token or code: the worker makes those. */
export type SignInMessage =
  | { kind: "magic-link"; email: string; next: string | null }
  | { kind: "recovery"; email: string }
  | { kind: "sign-up"; email: string; passwordHash: string | null }
  | { kind: "email-code"; email: string; device: string }
  | { kind: "text-code"; phone: string; device: string }
  | { kind: "factor-code"; factorId: string }
  | { kind: "guesses"; account: { email: string } | { phone: string }; seen: Guesses };

/** Wrong passwords and codes so far, and where the last came from. */
export type Guesses = {
  count: number;
  since: string;
  at: string;
  clientIp: string | null;
  userAgent: string | null;
};

export const signInMethods = {
  password: "Password",
  "magic-link": "Magic link",
  "email-code": "Code by email",
  "text-code": "Code by text message",
  google: "Google",
} as const;

export type SignInMethod = keyof typeof signInMethods;

export const signInMethodLabel = (method: string): string =>
  signInMethods[method as SignInMethod] ?? method;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export const lifetimes = {
  code: 10 * minute,
  link: 30 * minute,
  /** A session ends after so long unused, and after so long in any case. */
  session: { idle: 12 * hour, whole: 7 * day },
  /** One that is kept on the device of somebody who asked for it. */
  keptSession: { idle: 30 * day, whole: 90 * day },
  /** How long after a sign-in second factors may be changed. */
  fresh: 10 * minute,
};

export const passwordLimits = { min: 12, max: 128 } as const;

/** Keeps a redirect after signing in within the admin; anything else becomes its first page. */
export function safeAdminPath(next: string | null | undefined): string {
  return next && /^\/admin(\/[\w\-/]*)?(\?[\w\-=&%.+]*)?$/.test(next) && !next.includes("//")
    ? next
    : href("/admin");
}

import { href } from "react-router";

/**
 * Somebody whom the gate has let in. Admin queries and commands take one as an argument,
 * so that none can be called without having asked.
 */
export type Administrator = { userId: string; email: string };
export const factorLabels = { totp: "authenticator app", phone: "phone number" } as const;
/** What is sent to somebody who waits at the login, or is being guessed at. It names nobody's token: those are made when it is sent. */
export type SignInMessage =
  | { kind: "magic-link"; email: string; next: string | null }
  | { kind: "recovery"; email: string }
  | { kind: "sign-up"; email: string; passwordHash: string | null }
  | { kind: "email-code"; email: string; device: string }
  | { kind: "text-code"; phone: string; device: string }
  | { kind: "factor-code"; factorId: string }
  | { kind: "guesses"; account: { email: string } | { phone: string }; seen: Guesses };

/** Somebody guesses at an account: how often so far, since when, and where the last guess came from. */
export type Guesses = {
  count: number;
  since: string;
  at: string;
  clientIp: string | null;
  userAgent: string | null;
};

/** The ways of signing in, as the account page names them. */
export const signInMethods = {
  password: "Password",
  "magic-link": "Magic link",
  "email-code": "Code by email",
  "text-code": "Code by text message",
  google: "Google",
} as const;

export type SignInMethod = keyof typeof signInMethods;

export const signInMethodLabel = (way: string): string => signInMethods[way as SignInMethod] ?? way;

const minute = 60_000;
const hour = 60 * minute;

export const lifetimes = {
  /** Codes of six digits. */
  code: 10 * minute,
  /** Links in letters. */
  link: 30 * minute,
  /** A session that nobody uses, and one that is used without a break. */
  idleSession: 12 * hour,
  session: 7 * 24 * hour,
  /** How long after a proof of who one is second factors may be changed. */
  fresh: 10 * minute,
};

export const passwordLimits = { min: 12, max: 128 } as const;

/** A place in the admin to go to after signing in; anything that is not one becomes its first page. */
export function safeAdminPath(next: string | null | undefined): string {
  return next && /^\/admin(\/[\w\-/]*)?(\?[\w\-=&%.+]*)?$/.test(next) && !next.includes("//")
    ? next
    : href("/admin");
}

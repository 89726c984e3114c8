import { href } from "react-router";

/** Made by the gate. Admin queries and commands take one, so none can be called without it. */
export type Administrator = { userId: string; email: string };
export const factorLabels = { totp: "authenticator app", phone: "phone number" } as const;
/** Carries no token or code: the worker makes those. */
export type SignInMessage =
  | { kind: "magic-link"; email: string; next: string | null }
  | { kind: "recovery"; email: string }
  | { kind: "sign-up"; email: string; passwordHash: string | null }
  | { kind: "email-code"; email: string; device: string }
  | { kind: "text-code"; phone: string; device: string }
  | { kind: "factor-code"; factorId: string }
  | { kind: "guesses"; account: { email: string } | { phone: string }; seen: Guesses };

export type Guesses = {
  count: number;
  since: string;
  at: string;
  clientIp: string | null;
  userAgent: string | null;
};

const signInMethods = {
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
  /** `idle`: time unused; `whole`: in any case. */
  session: { idle: 12 * hour, whole: 7 * day },
  keptSession: { idle: 30 * day, whole: 90 * day },
  /** How long after a sign-in second factors may be changed. */
  fresh: 10 * minute,
};

export const passwordLimits = { min: 12, max: 128 } as const;

/** Keeps redirects within the admin; anything else becomes the admin's first page. */
export function safeAdminPath(next: string | null | undefined): string {
  return next && /^\/admin(\/[\w\-/]*)?(\?[\w\-=&%.+]*)?$/.test(next) && !next.includes("//")
    ? next
    : href("/admin");
}

import { href } from "react-router";
import type { ListShape } from "#app/ui/admin/list-query.ts";

/**
 * Somebody whom the gate has let in. Admin queries and commands take one as an argument,
 * so that none can be called without having asked.
 */
export type Administrator = { userId: string; email: string };

/** How sure we are who it is: `aal2` once a second factor was shown in this session. */
export type AssuranceLevel = "aal1" | "aal2";

export type FactorType = "totp" | "phone";

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
  "email-code": "Code by e-mail",
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

/** What the account page's lists can be asked for. */
export const sessionList: ListShape = { sorts: { used: "Last used" }, sort: "-used" };
export const signInList: ListShape = { sorts: { at: "Time" }, sort: "-at" };

/** A telephone number as `+61400000000`, or null. A number that starts with 0 is Australian. */
export function normalisePhone(written: string): string | null {
  const compact = written
    .replace(/[\s().\-/]/g, "")
    .replace(/^00/, "+")
    .replace(/^0/, "+61");
  return /^\+[1-9]\d{7,14}$/.test(compact) ? compact : null;
}

/** `+61 ••• 789`: enough to recognise one's own number by. */
export function maskedPhone(phone: string): string {
  return `${phone.slice(0, 3)} ••• ${phone.slice(-3)}`;
}

/** A browser and its system, as a person would name a device. */
export function deviceName(userAgent: string | null): string {
  const agent = userAgent ?? "";
  const browser = /Edg\//.test(agent)
    ? "Edge"
    : /Firefox\//.test(agent)
      ? "Firefox"
      : /Chrome\//.test(agent)
        ? "Chrome"
        : /Safari\//.test(agent)
          ? "Safari"
          : null;
  const system = /iPhone|iPad/.test(agent)
    ? "iOS"
    : /Android/.test(agent)
      ? "Android"
      : /Windows/.test(agent)
        ? "Windows"
        : /Mac OS/.test(agent)
          ? "macOS"
          : /Linux/.test(agent)
            ? "Linux"
            : null;
  return [browser, system].filter(Boolean).join(" on ") || "Another program";
}

/** A place in the admin to go to after signing in; anything that is not one becomes its first page. */
export function safeAdminPath(next: string | null | undefined): string {
  return next && /^\/admin(\/[\w\-/]*)?(\?[\w\-=&%.+]*)?$/.test(next) && !next.includes("//")
    ? next
    : href("/admin");
}

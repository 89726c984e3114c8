import { href } from "react-router";
import { msPerDay, msPerHour, msPerMinute } from "#app/values/calendar.ts";
import { plainSigns } from "#app/values/text.ts";

export const staffLabels = { assistant: "Assistant", viewer: "Viewer" } as const;
export type StaffRole = keyof typeof staffLabels;
export const roleLabels = { owner: "Owner", ...staffLabels } as const;
export type AdminRole = keyof typeof roleLabels;
export type AccountHolder = { userId: string; email: string };
/** Made by the gate. Admin queries and commands take one, so none can be called without it. */
export type Administrator = AccountHolder & { role: AdminRole };
/** Commands about money, words, people's data, users and settings take one. */
export type Owner = Administrator & { role: "owner" };

export const isOwner = (by: Administrator): by is Owner => by.role === "owner";

/** The first is the dashboard. */
const assistantAreas = new Set(
  [
    "",
    "inbox ameb-bookings season today diary compose sent-mail clients search account".split(" "),
  ].flat(),
);
/** Who may come in, files of personal data or figures, and pages that are there to write. */
const ownerAreas = new Set(["people", "export", "import", "start"]);
const ownerEndings = new Set(["export", "statement", "statement.pdf"]);
const writingEndings = new Set(["new", "edit", "import"]);

/**
 * `pattern`: a route's or a page's path. An area that is not named here is the owner's to change,
 * so a new page opens to nobody else by itself.
 */
export function mayUse(role: AdminRole, pattern: string, method = "GET"): boolean {
  if (role === "owner") return true;
  // The framework's patterns begin without a slash, links may end with a query.
  const [path = ""] = pattern.toLowerCase().replace(/^\//, "").split(/[?#]/);
  const [area = "", ...deeper] = path.split("/").slice(1);
  const ending = deeper.at(-1) ?? area;
  if (ownerAreas.has(area) || ownerEndings.has(ending)) return false;
  if (role === "assistant") return assistantAreas.has(area);
  if (area === "compose" || writingEndings.has(ending)) return false;
  // A preview is of what is typed, and kept nowhere.
  const isKept = area !== "account" && ending !== "preview";
  return method === "GET" || method === "HEAD" || !isKept;
}

/** Carries no token or code: the worker makes those. */
export type SignInMessage =
  | { kind: "magic-link"; email: string; next: string | null }
  | { kind: "recovery"; email: string }
  | { kind: "sign-up"; email: string; passwordHash: string | null }
  | { kind: "email-code"; email: string; device: string }
  | { kind: "text-code"; phone: string; device: string }
  | { kind: "factor-code"; factorId: string }
  | { kind: "guesses"; account: { email: string } | { phone: string }; seen: Guesses };

export type RequestedMessage = Exclude<SignInMessage, { kind: "factor-code" | "guesses" }>;

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

export const lifetimes = {
  code: 10 * msPerMinute,
  link: 30 * msPerMinute,
  /** `idle`: time unused; `whole`: in any case. */
  session: { idle: 12 * msPerHour, whole: 7 * msPerDay },
  keptSession: { idle: 30 * msPerDay, whole: 90 * msPerDay },
  /** How long after a sign-in second factors may be changed. */
  fresh: 10 * msPerMinute,
};

export const passwordLimits = { min: 12, max: 128 } as const;

/** Keeps redirects within the admin; anything else becomes the admin's first page. */
export function safeAdminPath(next: string | null | undefined): string {
  return next && /^\/admin(\/[\w\-/]*)?(\?[\w\-=&%.+]*)?$/.test(next) && !next.includes("//")
    ? next
    : href("/admin");
}

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
  return [browser, system].filter(Boolean).join(" on ") || "Unknown browser";
}

/** As `+61400000000`, or null. A number that starts with 0 is Australian. */
export function normalisePhone(typed: string): string | null {
  const compact = plainSigns(typed)
    .replace(/[ ().\-/]/g, "")
    .replace(/^00/, "+")
    .replace(/^0/, "+61");
  return /^\+[1-9]\d{7,14}$/.test(compact) ? compact : null;
}

/** `+61 ••• 789`. */
export function maskedPhone(phone: string): string {
  return `${phone.slice(0, 3)} ••• ${phone.slice(-3)}`;
}

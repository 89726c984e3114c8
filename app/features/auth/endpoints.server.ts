import {
  limitOf,
  type Rate,
  rates,
  type AttemptLimit,
  messageLimit,
  countAttempt,
} from "./limits.server.ts";
import { type AssuranceRule, refuse } from "./refusals.server.ts";
import {
  type RequestedMessage,
  type SignInMethod,
  safeAdminPath,
  normalisePhone,
} from "./model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { enqueue } from "#app/server/jobs/queue.server.ts";
import { emailAddress, check } from "#app/values/rules.ts";
import type { Caller } from "./callers.server.ts";
import { hashInTurn } from "./password.server.ts";
import { newPassword } from "./schema.ts";

/* All paths in use under /api/auth; the same rules hold for requests and for pages (page-calls). */

export type EndpointRules = {
  handler: "library" | "ours";
  for: "anyone" | "signed-in";
  /** For changes; reading needs only a session. */
  level?: AssuranceRule;
  limit: Rate;
  /** Only failures count: links and codes are safe from guessing, and others lock nobody out. */
  countsFailuresOnly?: true;
  account?: "email" | "phoneNumber";
  method?: SignInMethod;
  /** The owner is notified when unknown devices fail here too often. */
  guessed?: true;
  stepsUp?: true;
  sends?: RequestedMessage["kind"];
};

const { attempts, steps, requests, usual } = rates;
const library = { handler: "library", for: "anyone" } as const;
const ours = { handler: "ours", for: "anyone" } as const;
const asking = { ...ours, limit: requests } as const;
const proving = { ...ours, limit: attempts, countsFailuresOnly: true } as const;
const signedIn = { handler: "ours", for: "signed-in" } as const;

const table = {
  "/sign-in/email": {
    ...library,
    limit: attempts,
    account: "email",
    method: "password",
    guessed: true,
  },
  "/sign-in/social": { ...library, limit: steps },
  "/callback/:id": { ...library, limit: steps, method: "google" },
  "/sign-up/email": { ...library, limit: requests, account: "email", sends: "sign-up" },
  "/request-password-reset": { ...library, limit: requests, account: "email", sends: "recovery" },
  "/reset-password": { ...library, limit: attempts, countsFailuresOnly: true },
  "/sign-out": { ...library, limit: usual },
  "/get-session": { ...library, limit: usual },
  "/jwks": { ...library, limit: usual },
  "/ok": { ...library, limit: usual },
  "/token": { ...library, for: "signed-in", limit: usual },
  "/change-password": { ...library, for: "signed-in", level: "full", limit: attempts },

  "/sign-in/magic-link": { ...asking, account: "email", sends: "magic-link" },
  "/magic-link/verify": { ...proving, method: "magic-link" },
  "/email-otp/send-verification-otp": { ...asking, account: "email", sends: "email-code" },
  "/sign-in/email-otp": { ...proving, account: "email", method: "email-code", guessed: true },
  "/phone-number/send-otp": { ...asking, account: "phoneNumber", sends: "text-code" },
  "/phone-number/verify": {
    ...proving,
    account: "phoneNumber",
    method: "text-code",
    guessed: true,
  },
  "/factors": { ...signedIn, level: "fresh", limit: usual },
  "/factors/:id/challenge": { ...signedIn, limit: usual },
  "/factors/:id/verify": { ...signedIn, limit: usual, stepsUp: true },
  "/factors/:id/remove": { ...signedIn, level: "full", limit: usual },
  "/recovery-codes": { ...signedIn, level: "fresh", limit: usual },
  "/recovery-codes/verify": { ...signedIn, limit: steps, stepsUp: true },
  "/reauthenticate": { ...signedIn, level: "full", limit: usual },
} as const satisfies Record<string, EndpointRules>;

export type EndpointPath = keyof typeof table;
export const endpoints: Readonly<Record<EndpointPath, EndpointRules>> = table;

export const rulesOf = (path: string): EndpointRules | undefined =>
  Object.hasOwn(endpoints, path) ? endpoints[path as EndpointPath] : undefined;

export const requestLimit = (caller: string, path: EndpointPath): AttemptLimit =>
  limitOf(path, caller, endpoints[path].limit);

/** Beyond the recipient's limit sends nothing, with the same answer: old messages still work. */
export async function requestMessage(
  db: Db,
  caller: Caller,
  kind: RequestedMessage["kind"],
  body: Body,
  device: () => string,
): Promise<void> {
  const message = await messageOf(kind, body, device);
  const recipient = "phone" in message ? message.phone : message.email;
  const send = caller.known || (await countAttempt(db, messageLimit(kind, recipient))) === null;
  if (send) await enqueue(db, "sign-in", [message]);
}

export type Body = Record<string, unknown>;

/** PostgreSQL can't store U+0000. */
export function readableBody(body: unknown): Body {
  const fields = (body ?? {}) as Body;
  const hasNul = (value: unknown) => typeof value === "string" && value.includes("\0");
  if (Object.values(fields).some(hasNul))
    throw refuse("BAD_REQUEST", "MALFORMED", "This request is malformed.");
  return fields;
}

/** The library takes a missing `rememberMe` for a yes; here it is a no. */
export const asksToBeKept = (body: unknown): boolean => (body as Body | null)?.rememberMe === true;

const emailRule = emailAddress("Please enter a valid email address.");

export function emailOf({ email }: Body): string {
  const checked = check(emailRule, email);
  if (!checked.ok)
    throw refuse("BAD_REQUEST", "INVALID_EMAIL", "Please enter a valid email address.");
  return checked.value.toLowerCase();
}

function phoneOf({ phoneNumber }: Body): string {
  const phone = normalisePhone(String(phoneNumber ?? ""));
  if (!phone)
    throw refuse(
      "BAD_REQUEST",
      "INVALID_PHONE_NUMBER",
      "Please enter a telephone number, such as 0400 000 000.",
    );
  return phone;
}

export function requireStrongPassword(password: unknown): string {
  const checked = check(newPassword, password);
  if (checked.ok) return checked.value;
  const message = Object.values(checked.errors)[0] ?? "This password can't be used.";
  throw refuse("BAD_REQUEST", "WEAK_PASSWORD", message);
}

export function accountOf(
  { account }: EndpointRules,
  body: Body,
): { email: string } | { phone: string } | null {
  if (account === "phoneNumber") return { phone: phoneOf(body) };
  return account === "email" ? { email: emailOf(body) } : null;
}

/** `device`: the hash of the browser's device name, for codes. */
async function messageOf(
  kind: RequestedMessage["kind"],
  body: Body,
  device: () => string,
): Promise<RequestedMessage> {
  switch (kind) {
    case "magic-link": {
      const next = typeof body.callbackURL === "string" ? safeAdminPath(body.callbackURL) : null;
      return { kind, email: emailOf(body), next };
    }
    case "recovery":
      return { kind, email: emailOf(body) };
    case "sign-up": {
      const email = emailOf(body);
      // Hashed for everybody, so that timing reveals nothing; kept for permitted people.
      const passwordHash = await hashInTurn(requireStrongPassword(body.password));
      const mayKeep = getSettings().ADMIN_EMAILS.includes(email);
      return { kind, email, passwordHash: mayKeep ? passwordHash : null };
    }
    case "email-code":
      return { kind, email: emailOf(body), device: device() };
    case "text-code":
      return { kind, phone: phoneOf(body), device: device() };
  }
}

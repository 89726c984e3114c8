import { limitOf, type Rate, rates, type AttemptLimit } from "./limits.server.ts";
import type { AssuranceRule } from "./refusals.server.ts";
import type { RequestedMessage, SignInMethod } from "./model.ts";

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

import { APIError } from "better-auth/api";
import type { Assurance } from "./current-session.server.ts";

type Status = ConstructorParameters<typeof APIError>[0];

export const refuse = (status: Status, code: string, message: string, headers: HeadersInit = {}) =>
  new APIError(status, { code, message }, headers);

const tooManyBody = { code: "TOO_MANY_ATTEMPTS", message: "Too many attempts." };
const retryAfter = (seconds: number) => ({ "Retry-After": String(seconds) });

export const tooMany = (seconds: number) =>
  new APIError("TOO_MANY_REQUESTS", tooManyBody, retryAfter(seconds));

/** For hooks after a failure: an error thrown there keeps the first error's status. */
export const tooManyResponse = (seconds: number) =>
  Response.json(tooManyBody, { status: 429, headers: retryAfter(seconds) });

export const wrongCode = () =>
  refuse("BAD_REQUEST", "INVALID_CODE", "That code is wrong or has expired.");

/** `full`: the person's required level. `fresh`: also proved within the last minutes. */
export type AssuranceRule = "full" | "fresh";

/** Throws 403. A session left open must not be enough to lock out its owner. */
export function requireAssurance(
  rule: AssuranceRule | undefined,
  { aal, nextAal, fresh }: Assurance & { fresh: boolean },
): void {
  if (rule && aal !== nextAal)
    throw refuse("FORBIDDEN", "AAL2_REQUIRED", "Please confirm with your second factor first.");
  if (rule === "fresh" && !fresh)
    throw refuse("FORBIDDEN", "FRESH_SIGN_IN_REQUIRED", "Please confirm that it's you first.");
}

import { APIError } from "better-auth/api";

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

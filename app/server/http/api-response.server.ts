import type { FieldErrors } from "#app/values/rules.ts";

/** Never with internals such as a stack trace. */
export function apiFailure(
  status: number,
  code: string,
  message: string,
  extra: { fields?: FieldErrors; headers?: HeadersInit } = {},
): Response {
  const { fields, headers } = extra;
  return Response.json(
    { error: { code, message, ...(fields && { fields }) } },
    { status, headers },
  );
}

export function idempotencyKeyReused(): Response {
  return apiFailure(422, "idempotency-key", "This Idempotency-Key was used for another payload.");
}

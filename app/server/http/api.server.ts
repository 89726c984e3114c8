import type * as z from "zod/mini";
import { check, type FieldErrors } from "#app/values/rules.ts";
import { cleanText } from "#app/values/text.ts";

const maxIdempotencyKeyLength = 255;

export function idempotencyKey(request: Request): string {
  return request.headers.get("idempotency-key")?.trim() ?? "";
}

type ApiRequest<T> =
  | { ok: true; value: T; raw: Record<string, unknown> }
  | { ok: false; reply: Response };

/** `raw`: the object before the check, its text cleaned. */
export async function readApiRequest<S extends z.ZodMiniType>(
  request: Request,
  schema: S,
): Promise<ApiRequest<z.output<S>>> {
  const refuse = (...failure: Parameters<typeof apiFailure>) =>
    ({ ok: false, reply: apiFailure(...failure) }) as const;
  if (!request.headers.get("content-type")?.toLowerCase().startsWith("application/json"))
    return refuse(415, "not-json", "Send the payload as application/json.");
  if (idempotencyKey(request).length > maxIdempotencyKeyLength)
    return refuse(
      400,
      "idempotency-key",
      `An Idempotency-Key may have at most ${maxIdempotencyKeyLength} characters.`,
    );
  let body: unknown;
  try {
    body = cleanValues(await request.json());
  } catch {
    return refuse(400, "malformed", "The payload is not valid JSON.");
  }
  if (typeof body !== "object" || body === null || Array.isArray(body))
    return refuse(400, "malformed", "The payload must be a JSON object.");
  const checked = check(schema, body);
  if (checked.ok) return { ...checked, raw: body as Record<string, unknown> };
  const firstMessage = Object.values(checked.errors)[0] ?? "The payload is invalid.";
  return refuse(422, "invalid", firstMessage, { fields: checked.errors });
}

/** Property names too. The gate has limited the depth. */
function cleanValues(value: unknown): unknown {
  if (typeof value === "string") return cleanText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(cleanValues);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [cleanText(name), cleanValues(inner)]),
  );
}

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

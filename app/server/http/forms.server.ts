import { data } from "react-router";
import {
  type Checked,
  check,
  cleanField,
  type FieldErrors,
  formValues,
} from "#app/values/rules.ts";
import { cleanText, cutCharacters } from "#app/values/text.ts";
import type * as z from "zod/mini";
import { getSettings } from "#app/server/env.server.ts";
import { OutcomeUnknown } from "#app/server/database/postgres.server.ts";

/** The name under which the listener passes on the address of whoever asks; any such header from outside is dropped. */
export const clientAddressHeader = "x-client-address";

/** An address on this site as it is written in letters: built from `SITE_URL`, never from what a request says. */
export function absolute(path: string): string {
  return new URL(path, getSettings().SITE_URL).href;
}

/** Where a request came from, for the record of what was agreed. */
export function evidenceOf(request: Request): { address: string | null; userAgent: string | null } {
  const userAgent = request.headers.get("user-agent");
  return {
    address: request.headers.get(clientAddressHeader),
    userAgent: userAgent && cutCharacters(userAgent, 300),
  };
}

/** The one shape of a failed call: JSON without anything of the inside. */
export function failure(
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

/** The longest `Idempotency-Key` that a call may have. */
const longestKey = 255;

/** By what a program says that a call is the same one again; empty when it does not. */
export function idempotencyKey(request: Request): string {
  return request.headers.get("idempotency-key")?.trim() ?? "";
}

/** The answer to a key that stands for something else already. */
export function otherPayload(): Response {
  return failure(422, "idempotency-key", "This Idempotency-Key was used for another payload.");
}

/** No payload of ours goes deeper, and no stack has to. */
const deepest = 20;

/** Plain values with all their text cleaned, names included. Throws where they are nested too deeply. */
function cleanValues(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return cleanText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === deepest) throw new RangeError("Nested too deeply.");
  if (Array.isArray(value)) return value.map((inner) => cleanValues(inner, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [cleanText(name), cleanValues(inner, depth + 1)]),
  );
}

/** Reads a JSON object from a call and checks it; or the answer that says what is wrong with it. */
export async function readCall<S extends z.ZodMiniType>(
  request: Request,
  schema: S,
): Promise<
  { ok: true; value: z.output<S>; raw: Record<string, unknown> } | { ok: false; reply: Response }
> {
  if (!request.headers.get("content-type")?.toLowerCase().startsWith("application/json")) {
    return { ok: false, reply: failure(415, "not-json", "Send the payload as application/json.") };
  }
  if (idempotencyKey(request).length > longestKey) {
    const tooLong = `An Idempotency-Key may have at most ${longestKey} characters.`;
    return { ok: false, reply: failure(400, "idempotency-key", tooLong) };
  }
  let body: unknown;
  try {
    body = cleanValues(await request.json());
  } catch {
    return { ok: false, reply: failure(400, "malformed", "The payload is not valid JSON.") };
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return { ok: false, reply: failure(400, "malformed", "The payload must be a JSON object.") };
  }
  const checked = check(schema, body);
  if (checked.ok) return { ...checked, raw: body as Record<string, unknown> };
  return {
    ok: false,
    reply: failure(422, "invalid", Object.values(checked.errors)[0] ?? "The payload is invalid.", {
      fields: checked.errors,
    }),
  };
}

/** What a form's action answers: the outcome, and after a failure what was typed (several ticks of one name on a line each). */
export type FormState = {
  ok: boolean;
  /** What went wrong with the whole form. */
  message?: string | undefined;
  /** Nothing went wrong, and yet not what was asked for happened. */
  notice?: string | undefined;
  /** The second line of a notice. */
  detail?: string | undefined;
  errors?: FieldErrors;
  values?: Record<string, string>;
};

/** What a form says instead of its usual failure when the database was lost while it was storing. */
export function inDoubt(error: unknown): Pick<FormState, "notice" | "detail"> {
  return error instanceof OutcomeUnknown
    ? {
        notice: "We couldn't confirm that this was saved.",
        detail: "Please send it again: it won't be counted twice.",
      }
    : {};
}

/** Fields that are never sent back to a page. */
const secretFields = /password|token/i;

/** The fields of a posted form, their text cleaned, which can still be read once more; what is no form at all is answered with 400. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    const form = new FormData();
    for (const [name, value] of await request.clone().formData())
      form.append(name, typeof value === "string" ? cleanField(name, value) : value);
    return form;
  } catch {
    throw data("The form did not arrive whole. Please send it again.", 400);
  }
}

/** Reads a posted form and checks it; or the answer that carries the messages and what was typed. */
export async function parseForm<S extends z.ZodMiniType>(
  request: Request,
  schema: S,
): Promise<
  | { ok: true; value: z.output<S>; values: Record<string, string> }
  | { ok: false; reply: ReturnType<typeof data<FormState>> }
> {
  let form: FormData;
  try {
    form = await request.formData();
  } catch {
    return {
      ok: false,
      reply: data(
        { ok: false, message: "The form did not arrive whole. Please send it again." },
        400,
      ),
    };
  }
  const values = formValues(form);
  const shown = Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => !secretFields.test(name))
      .map(([name, value]) => [name, [value].flat().join("\n")]),
  );
  const checked: Checked<z.output<S>> = check(schema, values);
  if (checked.ok) return { ...checked, values: shown };
  return { ok: false, reply: data({ ok: false, errors: checked.errors, values: shown }, 422) };
}

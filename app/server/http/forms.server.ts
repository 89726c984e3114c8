import { data } from "react-router";
import type * as z from "zod/mini";
import { OutcomeUnknown } from "#app/server/database/postgres.server.ts";
import { check, cleanField, type FieldErrors, formValues } from "#app/values/rules.ts";
import { unknownOutcome } from "#app/values/unknown-outcome.ts";

export type FormState = {
  ok: boolean;
  intent?: string;
  message?: string | undefined;
  /** Nothing failed, but the form had no effect. */
  notice?: string | undefined;
  detail?: string | undefined;
  /** The answer was lost: the form may have had its effect. */
  unknown?: true;
  /** The server failed: the page stays as it is, as it could not be read either. */
  failed?: true;
  errors?: FieldErrors;
  /** The id of a deleted record, which can be restored. */
  deleted?: string;
  /** The fields of the form that takes back what was done. */
  undo?: Readonly<Record<string, string>>;
  /** The id of a record whose deletion is to be confirmed. */
  asked?: string;
  /** Typed values, after a failure; several of one name are joined by newlines. */
  values?: Record<string, string>;
};

/** Replaces the failure message when the connection was lost during the commit. */
export function unknownOutcomeOf(
  error: unknown,
): Pick<FormState, "unknown" | "message" | "detail"> {
  return error instanceof OutcomeUnknown ? { unknown: true, ...unknownOutcome } : {};
}

const incompleteForm = "Something went wrong sending the form. Please try again.";

// A body can be read only once, and an action may use both readForm and parseForm.
const formsByRequest = new WeakMap<Request, Promise<FormData>>();

function formOf(request: Request): Promise<FormData> {
  const known = formsByRequest.get(request);
  if (known) return known;
  const form = request.formData();
  formsByRequest.set(request, form);
  return form;
}

/** Cleans the text. Throws a 400 response for a body that is no form. */
export async function readForm(request: Request): Promise<FormData> {
  const form = new FormData();
  try {
    for (const [name, value] of await formOf(request))
      form.append(name, typeof value === "string" ? cleanField(name, value) : value);
  } catch {
    throw data(incompleteForm, 400);
  }
  return form;
}

/** Never sent back to a page. */
const secretFields = /password|^token$/i;

export function typedValues(form: FormData): Record<string, string> {
  return Object.fromEntries(
    Object.entries(formValues(form))
      .filter(([name]) => !secretFields.test(name))
      .map(([name, value]) => [name, [value].flat().join("\n")]),
  );
}

type ParsedForm<T> =
  | { ok: true; value: T; values: Record<string, string> }
  | { ok: false; reply: ReturnType<typeof data<FormState>> };

export async function parseForm<S extends z.ZodMiniType>(
  request: Request,
  schema: S,
): Promise<ParsedForm<z.output<S>>> {
  let form: FormData;
  try {
    form = await formOf(request);
  } catch {
    return { ok: false, reply: data({ ok: false, message: incompleteForm }, 400) };
  }
  const values = typedValues(form);
  const checked = check(schema, formValues(form));
  if (checked.ok) return { ...checked, values };
  return { ok: false, reply: data({ ok: false, errors: checked.errors, values }, 422) };
}

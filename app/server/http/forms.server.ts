import { data } from "react-router";
import type * as z from "zod/mini";
import { OutcomeUnknown } from "#app/server/database/postgres.server.ts";
import { check, cleanField, type FieldErrors, formValues } from "#app/values/rules.ts";

/** What a form's action answers. */
export type FormState = {
  ok: boolean;
  /** What went wrong with the whole form. */
  message?: string | undefined;
  /** Nothing went wrong, and yet the form did not do what it was sent for. */
  notice?: string | undefined;
  /** The second line of a notice. */
  detail?: string | undefined;
  errors?: FieldErrors;
  /** What was typed, after a failure; several values of one name are lines of one text. */
  values?: Record<string, string>;
};

/** What a form says instead of its usual failure when the database was lost while it was storing. */
export function unknownOutcomeNotice(error: unknown): Pick<FormState, "notice" | "detail"> {
  return error instanceof OutcomeUnknown
    ? {
        notice: "We couldn't confirm that this was saved.",
        detail: "Please send it again: it won't be counted twice.",
      }
    : {};
}

const incompleteForm = "Something went wrong sending the form. Please try again.";

/** A body can be read once only, and an action may ask for its fields and then check them. */
const formsByRequest = new WeakMap<Request, Promise<FormData>>();

function formOf(request: Request): Promise<FormData> {
  const known = formsByRequest.get(request);
  if (known) return known;
  const form = request.formData();
  formsByRequest.set(request, form);
  return form;
}

/** The fields of a posted form, their text cleaned. Throws a 400 answer when the body is no form. */
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

/** Fields that are never sent back to a page. */
const secretFields = /password|^token$/i;

type ParsedForm<T> =
  | { ok: true; value: T; values: Record<string, string> }
  | { ok: false; reply: ReturnType<typeof data<FormState>> };

/** Reads a posted form and checks it; or the answer that carries the messages and what was typed. */
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
  const fields = formValues(form);
  const values = Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !secretFields.test(name))
      .map(([name, value]) => [name, [value].flat().join("\n")]),
  );
  const checked = check(schema, fields);
  if (checked.ok) return { ...checked, values };
  return { ok: false, reply: data({ ok: false, errors: checked.errors, values }, 422) };
}

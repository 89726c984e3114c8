import * as z from "zod/mini";

/*
 * The building bricks of every form's schema. They are small enough for the browser,
 * so that a field says the same words there and on the server.
 */

/** Characters as a person counts them: an emoji is one, not two. */
export function countCharacters(written: string): number {
  return Array.from(written).length;
}

type Bounds = { min?: [number, string]; max?: [number, string] };

/** Text without the blanks around it and without control characters, between bounds that each carry their own message. */
export function text({ min, max }: Bounds = {}) {
  // A missing field is an empty one: a form that leaves it out means the same.
  return z.pipe(
    z.pipe(z.optional(z.string()), z.transform((value) => (value ?? "").replace(forbidden, "").trim())),
    z.string().check(
      z.refine((value) => !min || countCharacters(value) >= min[0], { error: min?.[1] ?? "" }),
      z.refine((value) => !max || countCharacters(value) <= max[0], { error: max?.[1] ?? "" }),
    ),
  );
}

// oxlint-disable-next-line no-control-regex -- control characters are what it removes; line breaks and tabs stay
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

// oxlint-disable-next-line no-control-regex -- control characters are among what no address has
const oneMailbox = /^[^\s\u0000-\u001f\u007f@,;:<>()[\]\\"]+@[^\s\u0000-\u001f\u007f@,;:<>()[\]\\"]+\.[^\s\u0000-\u001f\u007f@,;:<>()[\]\\".]{2,}$/u;

/** Exactly one e-mail address, at most 254 characters. */
export function emailAddress(message: string) {
  return z.pipe(
    z.pipe(z.optional(z.string()), z.transform((value) => (value ?? "").trim())),
    z.string().check(z.refine((value) => value.length <= 254 && oneMailbox.test(value) && !value.includes(".."), message)),
  );
}

/** A tick box: browsers send `on` or nothing, other programs a boolean. */
export function tick() {
  return z.pipe(z.optional(z.union([z.boolean(), z.string()])), z.transform((value) => value === true || value === "on" || value === "true"));
}

/** A form's fields as plain values; a name that comes several times is a list. Files are left out. */
export function formValues(form: FormData): Record<string, string | string[]> {
  const entries = [...new Set(form.keys())].map((name) => [name, form.getAll(name).filter((value) => typeof value === "string")] as const);
  // Not by assignment: a field may be called `__proto__`.
  return Object.fromEntries(entries.filter(([, all]) => all.length > 0).map(([name, all]) => [name, all.length === 1 ? all[0]! : all]));
}

/** One or several of a closed list; a single tick arrives as text, several as a list. */
export function someOf(allowed: readonly string[], message: string) {
  return z.pipe(
    z.pipe(z.optional(z.union([z.string(), z.array(z.string())])), z.transform((value) => (value === undefined || value === "" ? [] : [value].flat()))),
    z.array(z.string()).check(z.refine((chosen) => chosen.length > 0 && new Set(chosen).size === chosen.length && chosen.every((one) => allowed.includes(one)), message)),
  );
}

/** The first message of each wrong field. */
export type FieldErrors = Partial<Record<string, string>>;

export type Checked<T> = { ok: true; value: T } | { ok: false; errors: FieldErrors };

/** Parses plain values; answers with the value or with one message per field. */
export function check<S extends z.ZodMiniType>(schema: S, values: unknown): Checked<z.output<S>> {
  const parsed = z.safeParse(schema, values);
  if (parsed.success) return { ok: true, value: parsed.data };
  const errors: FieldErrors = {};
  for (const issue of parsed.error.issues) errors[String(issue.path[0] ?? "form")] ??= issue.message;
  return { ok: false, errors };
}

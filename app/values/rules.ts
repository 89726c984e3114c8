import * as z from "zod/mini";
import { cleanText, countCharacters, countVisible, oneLine } from "./text.ts";

/*
 * The building bricks of every form's schema. They are small enough for the browser,
 * so that a field says the same words there and on the server.
 */

type Bounds = { min?: [number, string]; max?: [number, string] };

/**
 * Text on one line, between bounds that each carry their own message. What nobody can see does not
 * count as written.
 */
export function text(bounds: Bounds = {}) {
  return bounded(oneLine, bounds);
}

/** The same for text of several lines. */
export function longText(bounds: Bounds = {}) {
  return bounded((value) => value.trim(), bounds);
}

function bounded(settle: (value: string) => string, { min, max }: Bounds) {
  // A missing field is an empty one: a form that leaves it out means the same.
  return z.pipe(
    z.pipe(
      z.optional(z.string()),
      z.transform((value) => settle(value ?? "")),
    ),
    z.string().check(
      z.refine((value) => !min || countVisible(value) >= min[0], { error: min?.[1] ?? "" }),
      z.refine((value) => !max || countCharacters(value) <= max[0], { error: max?.[1] ?? "" }),
    ),
  );
}

const oneMailbox =
  /^[^\s\u0000-\u001f\u007f@,;:<>()[\]\\"]+@[^\s\u0000-\u001f\u007f@,;:<>()[\]\\"]+\.[^\s\u0000-\u001f\u007f@,;:<>()[\]\\".]{2,}$/u;

/** Exactly one email address, at most 254 characters. */
export function emailAddress(message: string) {
  return z.pipe(
    z.pipe(
      z.optional(z.string()),
      z.transform((value) =>
        (value ?? "").replace(/\p{Default_Ignorable_Code_Point}/gu, "").trim(),
      ),
    ),
    z
      .string()
      .check(
        z.refine(
          (value) => value.length <= 254 && oneMailbox.test(value) && !value.includes(".."),
          message,
        ),
      ),
  );
}

/** A tick box: browsers send `on` or nothing, other programs a boolean. */
export function tick() {
  return z.pipe(
    z.optional(z.union([z.boolean(), z.string()])),
    z.transform((value) => value === true || value === "on" || value === "true"),
  );
}

/** What was written into a field, as {@link cleanText} leaves it. A password stays exactly as it was typed. */
export function cleanField(name: string, written: string): string {
  return /password/i.test(name) ? written : cleanText(written);
}

/**
 * A form's fields as plain values, their text cleaned; a name that comes several times is a list.
 * Files are left out.
 */
export function formValues(form: FormData): Record<string, string | string[]> {
  const texts = (name: string) =>
    form
      .getAll(name)
      .filter((value) => typeof value === "string")
      .map((value) => cleanField(name, value));
  const entries = [...new Set(form.keys())].map((name) => [name, texts(name)] as const);
  // Not by assignment: a field may be called `__proto__`.
  return Object.fromEntries(
    entries
      .filter(([, all]) => all.length > 0)
      .map(([name, all]) => [name, all.length === 1 ? all[0]! : all]),
  );
}

/** One or several of a closed list; a single tick arrives as text, several as a list. */
export function someOf(allowed: readonly string[], message: string) {
  return z.pipe(
    z.pipe(
      z.optional(z.union([z.string(), z.array(z.string())])),
      z.transform((value) => (value === undefined || value === "" ? [] : [value].flat())),
    ),
    z
      .array(z.string())
      .check(
        z.refine(
          (chosen) =>
            chosen.length > 0 &&
            new Set(chosen).size === chosen.length &&
            chosen.every((one) => allowed.includes(one)),
          message,
        ),
      ),
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
  for (const issue of parsed.error.issues)
    errors[String(issue.path[0] ?? "form")] ??= issue.message;
  return { ok: false, errors };
}

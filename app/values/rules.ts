import * as z from "zod/mini";
import { isDay } from "./calendar.ts";
import { cleanText, countCharacters, countVisible, oneLine } from "./text.ts";
import { isTimeOfDay } from "./time-of-day.ts";

type Bounds = { min?: [number, string]; max?: [number, string] };

/** One line; invisible characters don't count towards the minimum. */
export function text(bounds: Bounds = {}) {
  return bounded(oneLine, bounds);
}

export function longText(bounds: Bounds = {}) {
  return bounded((value) => value.trim(), bounds);
}

function bounded(normalise: (value: string) => string, { min, max }: Bounds) {
  // A missing field counts as empty.
  return z.pipe(
    z.pipe(
      z.optional(z.string()),
      z.transform((value) => normalise(value ?? "")),
    ),
    z.string().check(
      z.refine((value) => !min || countVisible(value) >= min[0], { error: min?.[1] ?? "" }),
      z.refine((value) => !max || countCharacters(value) <= max[0], { error: max?.[1] ?? "" }),
    ),
  );
}

const mailboxCharacter = String.raw`[^\s\u0000-\u001f\u007f@,;:<>()[\]\\"]`;
const tldCharacter = String.raw`[^\s\u0000-\u001f\u007f@,;:<>()[\]\\".]`;
const oneMailbox = new RegExp(
  String.raw`^${mailboxCharacter}+@${mailboxCharacter}+\.${tldCharacter}{2,}$`,
  "u",
);

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

/** Browsers send `on` or nothing, API requests a boolean. */
export function tick() {
  return z.pipe(
    z.optional(z.union([z.boolean(), z.string()])),
    z.transform((value) => value === true || value === "on" || value === "true"),
  );
}

export function optionalDay(message: string) {
  return emptyOr(isDay, message, (day) => day);
}

/** `HH:MM`, null when empty. */
export function optionalTime(message: string) {
  return emptyOr(isTimeOfDay, message, (time) => time.slice(0, 5));
}

export function optionalCount(max: number, message: string, min = 1) {
  const isCount = (typed: string) =>
    /^\d{1,9}$/.test(typed) && Number(typed) >= min && Number(typed) <= max;
  return emptyOr(isCount, message, Number);
}

export function typedAs<T>(
  isValid: (typed: string) => boolean,
  message: string,
  read: (typed: string) => T,
) {
  return z.pipe(text().check(z.refine(isValid, message)), z.transform(read));
}

/** As `typedAs`, null when empty. */
export function emptyOr<T>(...[isValid, message, read]: Parameters<typeof typedAs<T>>) {
  const readAny = (typed: string) => (typed === "" ? null : read(typed));
  return typedAs((typed) => typed === "" || isValid(typed), message, readAny);
}

/** One of a list, null when empty. */
export function choiceOf<T extends string>(list: readonly T[], message: string) {
  const named = (typed: string) => list.find((one) => one === typed) ?? null;
  return emptyOr((typed) => named(typed) !== null, message, named);
}

/** Runs rules over several fields while others are invalid, so that all errors show at once. */
export const always = () => true;

/** Passwords stay exactly as typed. */
export function cleanField(name: string, written: string): string {
  return /password/i.test(name) ? written : cleanText(written);
}

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

/** Forms send a single tick as text. */
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

export type FieldErrors = Partial<Record<string, string>>;

export type Checked<T> = { ok: true; value: T } | { ok: false; errors: FieldErrors };

export function check<S extends z.ZodMiniType>(schema: S, values: unknown): Checked<z.output<S>> {
  const parsed = z.safeParse(schema, values);
  if (parsed.success) return { ok: true, value: parsed.data };
  const errors: FieldErrors = {};
  for (const issue of parsed.error.issues)
    errors[String(issue.path[0] ?? "form")] ??= issue.message;
  return { ok: false, errors };
}

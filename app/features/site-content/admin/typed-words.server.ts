import { isDeepStrictEqual } from "node:util";
import type { ContentField, GroupField, PictureField, PictureValue } from "#app/content/fields.ts";
import { withFillInNames } from "#app/features/site-content/fill-in-names.ts";
import { fieldTexts } from "#app/features/site-content/words-form.ts";
import { childOf, type LeafField, shownText } from "./field-text.ts";
import type { FieldConflict, ShownValue } from "./editor-model.ts";

/** Replaces posted values that can't be read as their kind by the known ones. */
export function withoutUnread<F extends ContentField>(
  field: F,
  typed: unknown,
  known: unknown,
): unknown {
  switch (field.kind) {
    case "group":
      return mapFields(field, (name, inner) =>
        withoutUnread(inner, childOf(typed, name), childOf(known, name)),
      );
    case "list":
      return Array.isArray(typed)
        ? typed.map((item, index) =>
            withoutUnread(
              field.item,
              item,
              (known as unknown[])[index] ?? childOf(field.item, "default"),
            ),
          )
        : known;
    case "price":
    case "number":
      return typeof typed === "number" ? typed : known;
    case "rating":
      return typed === null || typeof typed === "number" ? typed : known;
    default:
      return typed;
  }
}

/** Null if there is no field at `path`, or it is within a list. */
export function withDefaultAt(
  field: ContentField,
  value: unknown,
  [name, ...rest]: readonly string[],
): unknown {
  if (name === undefined) return field.kind === "fixed" ? null : field.default;
  if (field.kind !== "group" || !Object.hasOwn(field.fields, name)) return null;
  const inner = withDefaultAt(field.fields[name]!, childOf(value, name), rest);
  return inner === null ? null : { ...(value as object), [name]: inner };
}

export function fieldAt(
  field: ContentField,
  [name, ...rest]: readonly string[],
): ContentField | null {
  if (name === undefined) return field;
  if (field.kind === "list") return /^\d{1,4}$/.test(name) ? fieldAt(field.item, rest) : null;
  if (field.kind !== "group" || !Object.hasOwn(field.fields, name)) return null;
  return fieldAt(field.fields[name]!, rest);
}

/** Returns the values unchanged if there is no picture at `path`. */
export function withPictureAt(
  value: unknown,
  [name, ...rest]: readonly string[],
  picture: string,
): unknown {
  if (name === undefined) return { ...(value as object), name: picture };
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return value;
  const inner = withPictureAt((value as Record<string, unknown>)[name], rest, picture);
  if (Array.isArray(value)) return (value as unknown[]).with(Number(name), inner);
  return { ...value, [name]: inner };
}

function mapFields(
  { fields }: GroupField,
  map: (name: string, field: ContentField) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, map(name, field)]),
  );
}

export function conflictsOf(
  field: ContentField,
  yours: unknown,
  theirs: unknown,
  path = "",
  labels: readonly string[] = [],
): FieldConflict[] {
  const under = (name: string | number) => (path ? `${path}.${name}` : String(name));
  switch (field.kind) {
    case "fixed":
      return [];
    case "group":
      return Object.entries(field.fields).flatMap(([name, inner]) =>
        conflictsOf(inner, childOf(yours, name), childOf(theirs, name), under(name), [
          ...labels,
          ...("label" in inner ? [inner.label] : []),
        ]),
      );
    case "list": {
      const [mine, other] = [listOf(yours), listOf(theirs)];
      return Array.from({ length: Math.max(mine.length, other.length) }, (_, at) =>
        conflictsOf(field.item, mine[at], other[at], under(at), [...labels, String(at + 1)]),
      ).flat();
    }
    default: {
      const shown = [shownValue(field, yours), shownValue(field, theirs)] as const;
      if (isDeepStrictEqual(...shown)) return [];
      const texts =
        yours === undefined || theirs === undefined
          ? null
          : Object.fromEntries(fieldTexts(field, theirs, path));
      return [{ path, label: labels.join(" › "), yours: shown[0], theirs: shown[1], texts }];
    }
  }
}

const listOf = (value: unknown) => (Array.isArray(value) ? (value as unknown[]) : []);

/** `value` is undefined for a list entry that only the other version has. */
function shownValue(field: LeafField | PictureField, value: unknown): ShownValue {
  if (value === undefined) return { text: "" };
  if (field.kind !== "picture") return { text: shownText(field, value) };
  const { name, alt } = value as PictureValue;
  return { text: withFillInNames(alt) || "Decoration only.", picture: name };
}

import type { ContentField, GroupField } from "#app/content/fields.ts";
import { childOf } from "./field-text.ts";

/** The posted values, and the known one where what was typed can't be read as its kind. */
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

/** The values with the default of the field at `path`, which no list holds; null where there is none. */
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

function mapFields(
  { fields }: GroupField,
  map: (name: string, field: ContentField) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, map(name, field)]),
  );
}

import type { ContentField } from "#app/content/fields.ts";
import type { FieldConflict } from "./editor-model.ts";
import { childOf, shownText } from "./field-text.ts";

/** Every field of which two values say different things, in the order of the form. */
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
    case "picture": {
      const named = (value: unknown) =>
        [childOf(value, "name"), childOf(value, "alt")].filter(Boolean).join(": ");
      return differing(path, labels, named(yours), named(theirs));
    }
    default:
      return differing(path, labels, textOrNone(field, yours), textOrNone(field, theirs));
  }
}

const listOf = (value: unknown) => (Array.isArray(value) ? (value as unknown[]) : []);

/** An entry that only one of the two has is empty in the other. */
const textOrNone = (field: Parameters<typeof shownText>[0], value: unknown) =>
  value === undefined ? "" : shownText(field, value);

function differing(path: string, labels: readonly string[], yours: string, theirs: string) {
  return yours === theirs ? [] : [{ path, label: labels.join(" › "), yours, theirs }];
}

import { isDeepStrictEqual } from "node:util";
import type { ContentField, PictureField, PictureValue } from "#app/content/fields.ts";
import { withFillInNames } from "../fill-in-names.ts";
import { fieldTexts } from "../words-form.ts";
import type { FieldConflict, ShownValue } from "./editor-model.ts";
import { childOf, type LeafField, shownText } from "./field-text.ts";

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

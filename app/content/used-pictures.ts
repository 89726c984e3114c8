import type { ContentField } from "./fields.ts";

export function usedPictures(field: ContentField, value: unknown): string[] {
  switch (field.kind) {
    case "picture":
      return [(value as typeof field.default).name];
    case "list":
      return (value as typeof field.default).flatMap((item) => usedPictures(field.item, item));
    case "group":
      return Object.entries(field.fields).flatMap(([name, inner]) =>
        usedPictures(inner, (value as Record<string, unknown>)[name]),
      );
    default:
      return [];
  }
}

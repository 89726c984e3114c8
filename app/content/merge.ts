import type { ContentField, ContentFields } from "./fields.ts";

/**
 * What is stored of a field, or its default where that is of another shape: a release may have changed
 * the fields since.
 */
export function valueOf(field: ContentField, stored: unknown): unknown {
  switch (field.kind) {
    case "group":
      return valuesOf(field.fields, stored);
    case "list":
      return Array.isArray(stored)
        ? stored.map((item) => valueOf(field.item, item))
        : field.default;
    case "fixed":
      return field.default;
    case "picture":
      return isPicture(stored) ? { name: stored.name, alt: stored.alt } : field.default;
    case "rating":
      return stored === null || typeof stored === "number" ? stored : field.default;
    default:
      return typeof stored === typeof field.default ? stored : field.default;
  }
}

function valuesOf(fields: ContentFields, stored: unknown): Record<string, unknown> {
  const given = (typeof stored === "object" && stored !== null ? stored : {}) as typeof fields;
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      valueOf(field, Object.hasOwn(given, name) ? given[name] : undefined),
    ]),
  );
}

function isPicture(stored: unknown): stored is { name: string; alt: string } {
  const { name, alt } = (stored ?? {}) as Record<string, unknown>;
  return typeof name === "string" && typeof alt === "string";
}

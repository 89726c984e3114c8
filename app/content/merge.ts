import { type ContentField, mapFields, type SiteDocument } from "./fields.ts";

type Gap = (field: ContentField) => unknown;

export function documentValues(document: SiteDocument, stored: unknown): unknown {
  if (stored === null || stored === undefined) return document.default;
  return valueOf(document, withRenames(document, stored), withoutSamples);
}

/** Uses `gap` for parts that do not {@link fits}. */
export function valueOf(field: ContentField, stored: unknown, gap: Gap = defaultOf): unknown {
  if (field.kind === "group") {
    const given = isRecord(stored) ? stored : {};
    return mapFields(field.fields, (inner, name) =>
      valueOf(inner, Object.hasOwn(given, name) ? given[name] : undefined, gap),
    );
  }
  if (field.kind === "fixed") return field.default;
  if (!fits(field, stored)) return gap(field);
  if (field.kind === "list")
    return (stored as unknown[]).map((item) => valueOf(field.item, item, gap));
  if (field.kind !== "picture") return stored;
  const { name, alt } = stored as typeof field.default;
  return { name, alt };
}

const defaultOf = (field: ContentField): unknown => field.default;

/** Fills missing keys from `other`: a release may have added fields since. */
export function completed(stored: unknown, other: unknown): unknown {
  if (stored === undefined) return other;
  if (!isRecord(stored) || !isRecord(other)) return stored;
  const names = Object.keys({ ...other, ...stored });
  return Object.fromEntries(names.map((name) => [name, completed(stored[name], other[name])]));
}

/** False if a release has changed the field's shape since. */
export function fits(field: ContentField, stored: unknown): boolean {
  switch (field.kind) {
    case "group":
      return isRecord(stored);
    case "list":
      return Array.isArray(stored);
    case "fixed":
      return false;
    case "picture":
      return isRecord(stored) && typeof stored.name === "string" && typeof stored.alt === "string";
    case "rating":
      return stored === null || typeof stored === "number";
    case "number":
      return typeof stored === "number" && stored >= field.least && stored <= field.most;
    default:
      return typeof stored === typeof field.default;
  }
}

/** A published document shows no samples: they would speak in the owner's name. */
function withoutSamples(field: ContentField): unknown {
  if (!("sample" in field) || !field.sample) return field.default;
  if (field.kind === "list") return field.default.filter((entry) => !field.samples.includes(entry));
  if (field.kind === "picture") return { name: "", alt: "" };
  return typeof field.default === "string" ? "" : field.default;
}

export function withRenames({ renamed }: SiteDocument, stored: unknown): unknown {
  return Object.entries(renamed).reduce(
    (value, [from, to]) => (to === null ? value : moved(value, from.split("."), to.split("."))),
    stored,
  );
}

function moved(value: unknown, from: readonly string[], to: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((entry) => moved(entry, from, to));
  const [name, ...rest] = from;
  if (name === undefined || !isRecord(value) || !Object.hasOwn(value, name)) return value;
  if (name === to[0] && rest.length > 0 && to.length > 1)
    return { ...value, [name]: moved(value[name], rest, to.slice(1)) };
  const found = valueAt(value, from);
  // The new path has a value stored since the rename.
  if (found === undefined || valueAt(value, to) !== undefined) return value;
  return withValueAt(withValueAt(value, from, undefined), to, found);
}

const valueAt = (value: unknown, path: readonly string[]) =>
  path.reduce(
    (inner, name) => (isRecord(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    value,
  );

/** `undefined` removes the entry. */
function withValueAt(value: unknown, [name, ...rest]: readonly string[], inner: unknown): unknown {
  if (name === undefined) return inner;
  const { [name]: before, ...others } = isRecord(value) ? value : {};
  const after = withValueAt(before, rest, inner);
  return after === undefined ? others : { ...others, [name]: after };
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

import {
  type ContentField,
  type GroupField,
  type ListField,
  mapFields,
  placesIn,
  pathIn,
} from "#app/content/fields.ts";
import { fits, valueOf } from "#app/content/merge.ts";
import { kindOf } from "./field-kinds.server.ts";

/*
 * Form field names: `hero.headline`, `why.points.0.title`, `hero.portrait.name|alt|decorative`;
 * `why.points` is a list's length. Forms are multipart/form-data: URL-encoded non-Latin text takes
 * three times the bytes, and the largest document would not fit into a body.
 */

export type WordsValues = Readonly<Record<string, unknown>>;

export function fieldTexts(
  field: ContentField,
  value: unknown,
  path = "",
): [name: string, text: string][] {
  return placesIn(field, [value], { path }).flatMap((place): [string, string][] => {
    const [held] = place.values;
    if (place.field.kind === "fixed" || place.field.kind === "group") return [];
    if (place.field.kind === "list") return [[place.path, String((held as unknown[]).length)]];
    return Object.entries(kindOf(place.field).write(place.field, held)).map(([suffix, text]) => [
      place.path + suffix,
      text,
    ]);
  });
}

type Reading = {
  posted: ReadonlyMap<string, string>;
  /** Keeps what was typed although it can't be read, for the check to refuse. */
  keepsUnread: boolean;
};

/**
 * `do` is `add:why.points`, `remove:why.points.2`, `up:…`, `down:…` or `default:hero.headline`;
 * `current` fills gaps.
 */
export function readWords(
  document: GroupField,
  form: FormData,
  current: unknown = document.default,
  { keepsUnread = true }: { keepsUnread?: boolean } = {},
): WordsValues {
  const posted = new Map(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  const read = readField(document, "", valueOf(document, current), { posted, keepsUnread });
  const [, operation, target] =
    /^(add|remove|up|down|default):(.+)$/s.exec(posted.get("do") ?? "") ?? [];
  const changed = operation && target && arranged(document, read, operation, target.split("."));
  return (changed || read) as WordsValues;
}

function readField(field: ContentField, path: string, current: unknown, reading: Reading): unknown {
  switch (field.kind) {
    case "fixed":
      return current;
    case "group":
      return mapFields(field.fields, (inner, name) =>
        readField(inner, pathIn(path, name), (current as WordsValues)[name], reading),
      );
    case "list":
      return readList(field, path, current as unknown[], reading);
    default: {
      const read = kindOf(field).read((suffix) => reading.posted.get(path + suffix), current);
      return reading.keepsUnread || fits(field, read) ? read : current;
    }
  }
}

function readList(field: ListField, path: string, current: readonly unknown[], reading: Reading) {
  const typed = reading.posted.get(path) ?? "";
  // One over the limit, so that the check reports too many.
  const most = Math.max(field.most, current.length) + 1;
  const count = /^\d+$/.test(typed) ? Math.min(Number(typed), most) : current.length;
  return Array.from({ length: count }, (_, index) => {
    const known = current[index] ?? valueOf(field.item, undefined);
    return readField(field.item, pathIn(path, index), known, reading);
  });
}

/** Null for an operation that its target doesn't have. */
function arranged(
  document: GroupField,
  values: unknown,
  operation: string,
  target: readonly string[],
): unknown {
  if (operation === "default")
    return withChangeAt(document, values, target, (field) => valueOf(field, undefined));
  if (operation === "add")
    return withChangeAt(document, values, target, (field, value) => {
      if (field.kind !== "list") return null;
      const items = value as readonly unknown[];
      return items.length < field.most ? [...items, valueOf(field.item, undefined)] : items;
    });
  return withChangeAt(document, values, target.slice(0, -1), (field, value) => {
    const items = value as readonly unknown[];
    const at = positionOf(target.at(-1));
    if (field.kind !== "list" || !Object.hasOwn(items, at)) return null;
    if (operation === "remove") return items.toSpliced(at, 1);
    const to = Math.min(Math.max(at + (operation === "up" ? -1 : 1), 0), items.length - 1);
    return items.with(at, items[to]).with(to, items[at]);
  });
}

const positionOf = (segment = "") => (/^\d{1,4}$/.test(segment) ? Number(segment) : -1);

/** Null if there is no field at the path, or `change` answers null. */
export function withChangeAt(
  field: ContentField,
  value: unknown,
  [name, ...rest]: readonly string[],
  change: (field: ContentField, value: unknown) => unknown,
): unknown {
  if (name === undefined) return change(field, value);
  if (field.kind === "list") {
    const items = value as readonly unknown[];
    const index = positionOf(name);
    if (!Object.hasOwn(items, index)) return null;
    const item = withChangeAt(field.item, items[index], rest, change);
    return item === null ? null : items.with(index, item);
  }
  if (field.kind !== "group" || !Object.hasOwn(field.fields, name)) return null;
  const values = value as WordsValues;
  const inner = withChangeAt(field.fields[name]!, values[name], rest, change);
  return inner === null ? null : { ...values, [name]: inner };
}

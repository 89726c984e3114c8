import {
  type ContentField,
  type GroupField,
  type ListField,
  ownCalendar,
  type PictureValue,
} from "#app/content/fields.ts";
import { valueOf } from "#app/content/merge.ts";
import { typedAmount } from "#app/values/money.ts";
import { fieldText } from "./admin/field-text.ts";
import { withFillInKeys, withFillInNames } from "./fill-in-names.ts";

/*
 * Form field names: `hero.headline`, `why.points.0.title`, `hero.portrait.name|alt|decorative`;
 * `why.points` is a list's length. A value that can't be read stays the typed text. Forms are
 * multipart/form-data: URL-encoded non-Latin text takes three times the bytes, and the largest
 * document would not fit into a body.
 */

export type WordsValues = Readonly<Record<string, unknown>>;

/** `decorative` says that an empty `alt` is meant. */
type TypedPicture = PictureValue & { decorative?: boolean };

type ListChange = {
  list: string;
  /** Path of the entry to focus; the list's own path if it is empty. */
  focus: string;
};

type ReadWords = {
  values: WordsValues;
  /** Null unless a list's button was pressed. */
  change: ListChange | null;
};

const positionOf = (segment = "") => (/^\d{1,4}$/.test(segment) ? Number(segment) : -1);
const under = (path: string, name: string | number) => (path ? `${path}.${name}` : String(name));

export function fieldTexts(
  field: ContentField,
  value: unknown,
  path = "",
): [name: string, text: string][] {
  switch (field.kind) {
    case "fixed":
      return [];
    case "group":
      return Object.entries(field.fields).flatMap(([name, inner]) =>
        fieldTexts(inner, (value as WordsValues)[name], under(path, name)),
      );
    case "list": {
      const items = value as unknown[];
      const texts = items.flatMap((item, index) =>
        fieldTexts(field.item, item, under(path, index)),
      );
      return [[path, String(items.length)], ...texts];
    }
    case "picture": {
      const { name, alt, decorative = alt === "" && name !== "" } = value as TypedPicture;
      return [
        [`${path}.name`, name],
        [`${path}.alt`, withFillInNames(alt)],
        [`${path}.decorative`, decorative ? "on" : ""],
      ];
    }
    case "calendar": {
      const isOwn = value === ownCalendar;
      return [
        [`${path}.whose`, isOwn ? ownCalendar : "other"],
        [path, isOwn ? "" : String(value)],
      ];
    }
    default:
      return [[path, fieldText(field, value)]];
  }
}

/** `do` is `add:why.points`, `remove:why.points.2`, `up:…` or `down:…`; `current` fills gaps. */
export function readWords(
  document: GroupField,
  form: FormData,
  current: unknown = document.default,
): ReadWords {
  const posted = new Map(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  const values = readField(document, "", posted, valueOf(document, current)) as WordsValues;
  const [, operation, target] = /^(add|remove|up|down):(.+)$/s.exec(posted.get("do") ?? "") ?? [];
  if (!operation || !target) return { values, change: null };
  return changeList(document, values, operation as Operation, target);
}

type Posted = ReadonlyMap<string, string>;

function readField(field: ContentField, path: string, posted: Posted, current: unknown): unknown {
  if (field.kind === "group") {
    const entries = Object.entries(field.fields).map(([name, inner]) => [
      name,
      readField(inner, under(path, name), posted, (current as WordsValues)[name]),
    ]);
    return Object.fromEntries(entries);
  }
  if (field.kind === "list") return readList(field, path, posted, current as unknown[]);
  if (field.kind === "picture") return readPicture(path, posted, current as PictureValue);
  const typed = posted.get(path);
  if (field.kind === "calendar" && posted.get(`${path}.whose`) === ownCalendar) return ownCalendar;
  return typed === undefined || field.kind === "fixed" ? current : readTyped(field.kind, typed);
}

function readList(field: ListField, path: string, posted: Posted, current: readonly unknown[]) {
  const typed = posted.get(path) ?? "";
  // One over the limit, so that the check reports too many.
  const most = Math.max(field.most, current.length) + 1;
  const count = /^\d+$/.test(typed) ? Math.min(Number(typed), most) : current.length;
  return Array.from({ length: count }, (_, index) =>
    readField(
      field.item,
      under(path, index),
      posted,
      current[index] ?? valueOf(field.item, undefined),
    ),
  );
}

function readPicture(path: string, posted: Posted, current: PictureValue): TypedPicture {
  const name = posted.get(`${path}.name`) ?? current.name;
  const alt = posted.get(`${path}.alt`);
  // Browsers do not send an unticked checkbox.
  if (alt === undefined) return { ...current, name };
  return {
    name,
    alt: withFillInKeys(alt),
    decorative: (posted.get(`${path}.decorative`) ?? "") !== "",
  };
}

function readTyped(kind: ContentField["kind"], typed: string): unknown {
  if (kind === "text") return withFillInKeys(typed);
  const figures = typed.trim();
  if (kind === "price") return typedAmount(figures) ?? typed;
  if (kind === "rating" && figures === "") return null;
  if (kind === "number" || kind === "rating")
    return /^\d{1,9}$/.test(figures) ? Number(figures) : typed;
  return kind === "day" ? figures : typed;
}

type Operation = "add" | "remove" | "up" | "down";

function changeList(
  document: GroupField,
  values: WordsValues,
  operation: Operation,
  target: string,
): ReadWords {
  const segments = target.split(".");
  const index = operation === "add" ? null : positionOf(segments.pop());
  const list = segments.join(".");
  let focus = list;
  const changed = editList(document, values, segments, (field, items) => {
    const at = index ?? items.length;
    if (operation === "add") {
      const isFull = items.length >= field.most;
      focus = isFull ? list : under(list, at);
      return isFull ? items : [...items, valueOf(field.item, undefined)];
    }
    if (!Object.hasOwn(items, at)) return items;
    if (operation === "remove") {
      const left = items.toSpliced(at, 1);
      focus = left.length > 0 ? under(list, Math.min(at, left.length - 1)) : list;
      return left;
    }
    const to = Math.min(Math.max(at + (operation === "up" ? -1 : 1), 0), items.length - 1);
    focus = under(list, to);
    return items.with(at, items[to]).with(to, items[at]);
  });
  if (changed === null) return { values, change: null };
  return { values: changed as WordsValues, change: { list, focus } };
}

type ListEdit = (field: ListField, items: readonly unknown[]) => readonly unknown[];

function editList(
  field: ContentField,
  value: unknown,
  segments: readonly string[],
  edit: ListEdit,
): unknown {
  const [segment, ...rest] = segments;
  if (field.kind === "list") {
    const items = value as readonly unknown[];
    if (segment === undefined) return edit(field, items);
    const index = positionOf(segment);
    if (!Object.hasOwn(items, index)) return null;
    const item = editList(field.item, items[index], rest, edit);
    return item === null ? null : items.with(index, item);
  }
  if (field.kind !== "group" || segment === undefined) return null;
  if (!Object.hasOwn(field.fields, segment)) return null;
  const values = value as WordsValues;
  const inner = editList(field.fields[segment]!, values[segment], rest, edit);
  return inner === null ? null : { ...values, [segment]: inner };
}

import { eq } from "drizzle-orm";
import { type DocumentName, siteDocuments } from "#app/content/documents.ts";
import {
  type ContentField,
  type GroupField,
  type ListField,
  mapFields,
  pathIn,
  placesIn,
} from "#app/content/fields.ts";
import { fillInPattern, fillInsOf } from "#app/content/fill-ins.ts";
import { fits, isRecord, valueOf } from "#app/content/merge.ts";
import { wordsOf } from "#app/content/state.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { pictures } from "#app/server/database/tables.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import type { Checked } from "#app/values/rules.ts";
import { kindOf, type WordsContext } from "./field-kinds.server.ts";

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

/** `do`: `add:why.points`, `remove:why.points.2`, `up:…`, `down:…`, `default:hero.headline`; `current` fills gaps. */
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

type Problems = Record<string, string>;
type Check = { context: WordsContext; problems: Problems };

export function checkWords(
  document: GroupField,
  values: unknown,
  context: WordsContext,
): Checked<WordsValues> {
  const problems: Problems = {};
  const value = checkField(document, values, "", { context, problems });
  if (Object.keys(problems).length > 0) return { ok: false, errors: problems };
  return { ok: true, value: value as WordsValues };
}

function checkField(field: ContentField, value: unknown, path: string, at: Check): unknown {
  switch (field.kind) {
    case "fixed":
      return field.default;
    case "group": {
      const given = isRecord(value) ? value : {};
      return mapFields(field.fields, (inner, name) =>
        checkField(inner, given[name], pathIn(path, name), at),
      );
    }
    case "list":
      return checkList(field, Array.isArray(value) ? value : [], path, at);
    default: {
      const refuse = (problem: string | false | null, suffix = "") => {
        if (problem) at.problems[path + suffix] = problem;
      };
      return kindOf(field).check(field, value, refuse, at.context);
    }
  }
}

function checkList(field: ListField, items: readonly unknown[], path: string, at: Check) {
  const { least, most, unique } = field;
  const count = items.length;
  const entries = (number: number) => (number === 1 ? "one entry" : `${number} entries`);
  const problem =
    least === most && count !== most
      ? `There must be exactly ${entries(most)} here; now there ${count === 1 ? "is" : "are"} ${count}.`
      : (count < least && `There must be at least ${entries(least)} here.`) ||
        (count > most && `There can be at most ${entries(most)} here.`);
  if (problem) at.problems[path] = problem;
  // Limits the work for a forged form with a huge list.
  const values = items
    .slice(0, most + 1)
    .map((item, index) => checkField(field.item, item, pathIn(path, index), at));
  if (unique) checkUnique(values as WordsValues[], unique, path, at);
  return values;
}

function checkUnique(
  entries: readonly WordsValues[],
  names: readonly string[],
  path: string,
  at: Check,
) {
  const keys = entries.map((entry) => names.map((name) => String(entry[name])).join("\n"));
  keys.forEach((key, index) => {
    if (keys.indexOf(key) < index)
      at.problems[pathIn(pathIn(path, index), names[0]!)] ??= "Another entry says the same.";
  });
}

/** General fill-ins, and those in the document's defaults, such as the privacy page's periods. */
export function knownFillIns(name: DocumentName): string[] {
  const own = JSON.stringify(siteDocuments[name].default).matchAll(fillInPattern);
  return [...new Set([...Object.keys(fillInsOf(wordsOf({}))), ...[...own].map(([, key]) => key!)])];
}

export async function wordsContext(db: Db, name: DocumentName, now: Date): Promise<WordsContext> {
  const uploads = await db
    .select({ id: pictures.id, shape: pictures.shape })
    .from(pictures)
    .where(eq(pictures.state, "ready"));
  return {
    fillIns: knownFillIns(name),
    uploads: Object.fromEntries(uploads.map(({ id, shape }) => [id, shape])),
    today: melbourneDay(now),
  };
}

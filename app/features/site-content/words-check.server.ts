import { eq } from "drizzle-orm";
import {
  type ContentField,
  type GroupField,
  type ListField,
  mapFields,
  pathIn,
} from "#app/content/fields.ts";
import { isRecord } from "#app/content/merge.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import type { Checked } from "#app/values/rules.ts";
import { type DocumentName, siteDocuments } from "#app/content/documents.ts";
import { fillInPattern, fillInsOf } from "#app/content/fill-ins.ts";
import { wordsOf } from "#app/content/state.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { pictures } from "#app/server/database/tables.server.ts";
import { kindOf, type WordsContext } from "./field-kinds.server.ts";
import type { WordsValues } from "./words-form.server.ts";

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

import {
  type CalendarField,
  type ContentField,
  type GroupField,
  type ListField,
  ownCalendar,
  type PictureField,
  type WordsField,
} from "#app/content/fields.ts";
import { isRecord } from "#app/content/merge.ts";
import { type Day, isDay } from "#app/values/calendar.ts";
import type { Checked } from "#app/values/rules.ts";
import { check, emailAddress } from "#app/values/rules.ts";
import { isUuid } from "#app/values/uuid.ts";
import { cleanText, countCharacters, countVisible, oneLine } from "#app/values/text.ts";
import { drawings } from "./drawings.ts";
import { fillInName, withFillInNames } from "./fill-in-names.ts";
import { linkProblem } from "./link-check.ts";
import type { WordsValues } from "./words-form.ts";

export const longestAlt = 200;
const highestPrice = 99_999_99;

export type WordsContext = {
  fillIns: readonly string[];
  /** Shapes of ready uploads by id. */
  uploads: Readonly<Record<string, PictureField["shape"]>>;
  today: Day;
};

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

const under = (path: string, name: string | number) => (path ? `${path}.${name}` : String(name));

function checkField(field: ContentField, value: unknown, path: string, at: Check): unknown {
  switch (field.kind) {
    case "fixed":
      return field.default;
    case "group": {
      const given = isRecord(value) ? value : {};
      const entries = Object.entries(field.fields).map(([name, inner]) => [
        name,
        checkField(inner, given[name], under(path, name), at),
      ]);
      return Object.fromEntries(entries);
    }
    case "list":
      return checkList(field, Array.isArray(value) ? value : [], path, at);
    case "picture":
      return checkPicture(field, isRecord(value) ? value : {}, path, at);
    case "text":
      return checkText(field, textOf(value), path, at);
    case "link":
      return checkLink(field, textOf(value).trim(), path, at);
    case "calendar":
      return checkCalendar(field, textOf(value).trim(), path, at);
    case "email":
      return checkEmail(textOf(value), path, at);
    default:
      return checkFigure(field, value, path, at);
  }
}

const textOf = (value: unknown) => (typeof value === "string" ? cleanText(value) : "");

function checkText(
  { lines, most, optional, plain }: WordsField,
  typed: string,
  path: string,
  at: Check,
) {
  const text = lines ? typed.trim() : oneLine(typed);
  const length = countCharacters(text);
  const problem =
    (countVisible(text) === 0 && !optional && "This can't be empty.") ||
    (length > most && `This has ${length} characters; at most ${most} fit here.`) ||
    (plain && text.includes("{{") && "Type this in full, without {{ }}: other texts use it.") ||
    fillInProblem(text, at.context.fillIns);
  if (problem) at.problems[path] = problem;
  return text;
}

function fillInProblem(text: string, known: readonly string[]): string | null {
  const unknown = [...text.matchAll(/\{\{([^{}]*)\}\}/g)].find(([, key]) => !known.includes(key!));
  if (!unknown) return null;
  const all = known.map((key) => `{{${fillInName(key)}}}`).join(", ");
  return `${withFillInNames(unknown[0])} can't be filled in. What can: ${all}.`;
}

function checkLink(
  { only, optional }: Extract<ContentField, { kind: "link" }>,
  link: string,
  path: string,
  at: Check,
) {
  const problem = link === "" ? !optional && "This can't be empty." : linkProblem(link, only);
  if (problem) at.problems[path] = problem;
  return link;
}

function checkCalendar({ only }: CalendarField, address: string, path: string, at: Check) {
  const problem =
    address === ""
      ? "Enter the calendar's address, or choose your own booking pages."
      : address !== ownCalendar && linkProblem(address, only);
  if (problem) at.problems[path] = problem;
  return address;
}

function checkEmail(typed: string, path: string, at: Check) {
  const checked = check(emailAddress("Enter one email address."), typed);
  if (!checked.ok) at.problems[path] = checked.errors.form!;
  else if (checked.value.includes("{{"))
    at.problems[path] = "Type this in full, without {{ }}: other texts use it.";
  return typed.trim();
}

type FigureField = Extract<ContentField, { kind: "price" | "number" | "rating" | "day" }>;

function checkFigure(field: FigureField, value: unknown, path: string, at: Check) {
  const problem = figureProblem(field, value, at.context.today);
  if (problem) at.problems[path] = problem;
  return value;
}

function figureProblem(field: FigureField, value: unknown, today: Day): string | null {
  switch (field.kind) {
    case "price":
      return isWhole(value, 0, highestPrice)
        ? null
        : "Enter an amount from A$0 to A$99,999.99, such as 95 or 95.50.";
    case "number":
      return isWhole(value, field.least, field.most)
        ? null
        : `Enter a whole number from ${field.least} to ${field.most}.`;
    case "rating":
      return value === null || isWhole(value, 1, 5) ? null : "Choose one to five stars, or none.";
    case "day":
      if (typeof value !== "string" || !isDay(value)) return `Enter a date for “${field.label}”.`;
      return value > today ? "This date hasn't come yet." : null;
  }
}

const isWhole = (value: unknown, least: number, most: number) =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

function checkPicture(
  { shape }: PictureField,
  value: Record<string, unknown>,
  path: string,
  at: Check,
) {
  const name = textOf(value.name);
  const alt = value.decorative === true ? "" : oneLine(textOf(value.alt));
  const length = countCharacters(alt);
  const nameProblem = pictureProblem(name, shape, at.context.uploads);
  if (nameProblem) at.problems[`${path}.name`] = nameProblem;
  const altProblem =
    (alt === "" &&
      value.decorative === false &&
      "Say what the picture shows, or tick that it's decoration only.") ||
    (length > longestAlt && `This has ${length} characters; at most ${longestAlt} fit here.`) ||
    fillInProblem(alt, at.context.fillIns);
  if (altProblem) at.problems[`${path}.alt`] = altProblem;
  return { name, alt };
}

function pictureProblem(
  name: string,
  shape: PictureField["shape"],
  uploads: WordsContext["uploads"],
): string | null {
  if (name === "") return "Choose a picture.";
  const found = Object.hasOwn(uploads, name) ? uploads[name] : drawings.get(name)?.shape;
  if (!found && isUuid(name))
    return "This picture isn't ready yet, or isn't there any more. Wait for it, or choose another one.";
  if (!found) return "This picture isn't there any more. Choose another one.";
  if (found === shape) return null;
  return wrongShapes[shape];
}

const wrongShapes: Record<PictureField["shape"], string> = {
  portrait: "Choose a picture that is taller than it is wide.",
  landscape: "Choose a picture that is wider than it is tall.",
  share: "Choose a picture that was made for sharing.",
};

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
    .map((item, index) => checkField(field.item, item, under(path, index), at));
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
      at.problems[under(under(path, index), names[0]!)] ??= "Another entry says the same.";
  });
}

import { eq } from "drizzle-orm";
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
import { type Day, isDay, melbourneDay } from "#app/values/calendar.ts";
import { type Checked, check, emailAddress } from "#app/values/rules.ts";
import { isUuid } from "#app/values/uuid.ts";
import { cleanText, countCharacters, countVisible, oneLine } from "#app/values/text.ts";
import { pages } from "#app/content/pages.ts";
import { type DocumentName, siteDocuments } from "#app/content/documents.ts";
import { fillInPattern, fillInsOf } from "#app/content/fill-ins.ts";
import { wordsOf } from "#app/content/state.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { pictures } from "#app/server/database/tables.server.ts";
import { drawings } from "./samples.server.ts";
import { fillInName, withFillInNames } from "./fill-in-names.ts";
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

export const anchors: Readonly<Record<string, readonly string[]>> = {
  [pages.home.path]: ["contact"],
  [pages.about.path]: ["embodied-approach"],
  [pages.voicePiano.path]: ["pricing"],
  [pages.livePiano.path]: ["enquire"],
  [pages.ameb.path]: ["ameb-top", "ameb-booking-form"],
};

export const longestLink = 300;

/** Returns null for a valid link. */
export function linkProblem(link: string, only: "https" | null): string | null {
  if (link.length > longestLink) return `At most ${longestLink} characters fit here.`;
  if (/[\s\\{}]/.test(link)) return "A link has no spaces, braces or backslashes.";
  if (link.startsWith("https:")) return httpsProblem(link);
  if (only === "https") return "Enter an address that starts with https://.";
  if (link.startsWith("mailto:")) return mailProblem(link);
  if (link.startsWith("tel:"))
    return /^tel:\+?\d[\d-]{3,18}\d$/.test(link)
      ? null
      : "Enter a number such as tel:+61491570006.";
  if (link.startsWith("/") && !link.startsWith("//")) return pathProblem(link);
  return "Enter an address that starts with https://, mailto: or tel:, or a page such as /about.";
}

function httpsProblem(link: string): string | null {
  const url = URL.parse(link);
  // A parsed host may hold a semicolon, which would end a directive of the frame policy.
  const isHost = url !== null && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(url.hostname);
  if (!isHost || !/^https:\/\/[^/]/.test(link))
    return "This is not a complete address, such as https://example.com.";
  return url.username || url.password ? "Leave the name and password out of the address." : null;
}

function mailProblem(link: string): string | null {
  const [address = "", query = ""] = link.slice("mailto:".length).split("?", 2);
  const isOne = check(emailAddress("-"), address).ok && !address.includes("%");
  const isKnown = query === "" || /^subject=[^&#]+$/.test(query);
  return isOne && isKnown ? null : "Enter one email address, such as mailto:you@example.com.";
}

function pathProblem(link: string): string | null {
  const [path = "", anchor] = link.split("#", 2);
  const page = Object.values(pages).find((one) => one.path === path);
  if (!page) return `There is no page ${path} on this site.`;
  if (anchor === undefined || anchors[path]?.includes(anchor)) return null;
  return `There is no #${anchor} on that page.`;
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

import { isDay, longDay } from "#app/values/calendar.ts";
import { cutCharacters } from "#app/values/text.ts";
import { clockTime, isTimeOfDay } from "#app/values/time-of-day.ts";

export type FieldWords = { label: string; say?: (value: unknown) => string };
/** By stored field name. */
export type NounWords = Readonly<Record<string, FieldWords>>;

type ShownChange = { label: string; before: string | null; after: string | null };

type Values = Readonly<Record<string, unknown>> | null;

/** Only fields that differ; null where the entry has no such side, as for a new record. */
export function changesOf(before: Values, after: Values, words: NounWords = {}): ShownChange[] {
  // The database doesn't keep the order of names.
  const names = new Set(Object.keys({ ...words, ...before, ...after }));
  return [...names].flatMap((name) => {
    const { label = nameInWords(name), say = sayValue } = words[name] ?? {};
    const sideOf = (values: Values) =>
      values && (isEmpty(values[name]) ? "" : say(values[name]) || "");
    const change = { label, before: sideOf(before), after: sideOf(after) };
    return (change.before ?? "") === (change.after ?? "") ? [] : [change];
  });
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === "";

function nameInWords(name: string): string {
  const words = name
    .replace(/_/g, " ")
    .replace(/[a-z][A-Z]/g, ([low = "", high = ""]) => `${low} ${high.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function sayValue(value: unknown): string {
  if (isEmpty(value)) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(sayValue).join(", ");
  if (typeof value === "object")
    return Object.entries(value!)
      .map(([name, inner]) => `${nameInWords(name).toLowerCase()} ${sayValue(inner)}`)
      .join(", ");
  const text = String(value);
  return isDay(text) ? longDay(text) : text;
}

export function sayTime(value: unknown): string {
  const text = sayValue(value);
  return isTimeOfDay(text) ? clockTime(text) : text;
}

/** A value without a label is shown as stored. */
export const labelFrom =
  (labels: Readonly<Record<string, string>>) =>
  (value: unknown): string =>
    typeof value === "string" && Object.hasOwn(labels, value) ? labels[value]! : sayValue(value);

const longest = 160;

function shortened(text: string): string {
  const cut = cutCharacters(text, longest);
  return cut === text ? text : `${cut.trimEnd()}…`;
}

export function changeInWords({ label, before, after }: ShownChange, cut = shortened): string {
  if (!before) return `${label}: ${cut(after ?? "")}`;
  return `${label}: ${cut(before)} → ${after ? cut(after) : "empty"}`;
}

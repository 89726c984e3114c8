import { isDay, longDay } from "#app/values/calendar.ts";
import { cutCharacters } from "#app/values/text.ts";

/* What an entry of the activity log says about the fields that changed, in the words of its noun. */

export type FieldWords = { label: string; say?: (value: unknown) => string };
/** By the names under which a noun's fields are stored in entries. */
export type NounWords = Readonly<Record<string, FieldWords>>;

type ShownChange = { label: string; before: string | null; after: string | null };

type Values = Readonly<Record<string, unknown>> | null;

/** Only what differs; null where an entry has no such side, as of a record that was created. */
export function changesOf(before: Values, after: Values, words: NounWords = {}): ShownChange[] {
  // The database keeps no order of names.
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

/** `exam_date` becomes `Exam date`. */
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

/** Says a stored value by its label; one that has none as it is stored. */
export const labelFrom =
  (labels: Readonly<Record<string, string>>) =>
  (value: unknown): string =>
    typeof value === "string" && Object.hasOwn(labels, value) ? labels[value]! : sayValue(value);

const longest = 160;

function shortened(text: string): string {
  const cut = cutCharacters(text, longest);
  return cut === text ? text : `${cut.trimEnd()}…`;
}

/** `Status: Pending → Booked`. */
export function changeInWords({ label, before, after }: ShownChange, cut = shortened): string {
  if (!before) return `${label}: ${cut(after ?? "")}`;
  return `${label}: ${cut(before)} → ${after ? cut(after) : "empty"}`;
}

import { isDay, longDay, longInstant, melbourneDay } from "#app/values/calendar.ts";

/* `{{client_name}}` is a field of the record. The email and its preview use the same renderer. */

export type RecordFields = Readonly<Record<string, unknown>>;

/** `missing`: the record has no value for the placeholder. */
type FilledPart = { text: string; key?: string; missing?: boolean };

/** A key, or a field's name on screen. Other text in braces is text. */
const placeholder = /\{\{\s*([\w.-]+|[A-Za-z][\w ,.'“”-]{0,80}?)\s*\}\}/g;

/** A placeholder whose name stays is kept as it was typed. */
export const renamed = (text: string, nameOf: (name: string) => string) =>
  text.replace(placeholder, (typed, name: string) => {
    const other = nameOf(name);
    return other === name ? typed : `{{${other}}}`;
  });

/** Fills in one pass: a placeholder within a value stays as it is. */
export function fillParts(text: string, record: RecordFields): FilledPart[] {
  const parts: FilledPart[] = [];
  let end = 0;
  for (const match of text.matchAll(placeholder)) {
    const key = match[1]!;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    const value = Object.hasOwn(record, key) ? valueText(key, record[key]) : "";
    parts.push({ text: value, key, missing: value === "" });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

export function fill(text: string, record: RecordFields): string {
  return fillParts(text, record)
    .map((part) => part.text)
    .join("");
}

export function placeholdersIn(texts: readonly string[]): string[] {
  const keys = texts.flatMap((text) =>
    Array.from(text.matchAll(placeholder), (match) => match[1]!),
  );
  return [...new Set(keys)];
}

/** Whether one of a key's words is `date`: `exam_date` and `eventDate`, not `candidate`. */
export function isDateKey(key: string): boolean {
  return key
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z\d]+/)
    .some((word) => word.split(" ").some((part) => part.toLowerCase() === "date"));
}

const isoInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

function valueText(key: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return isDateKey(key) ? dateText(value) : value;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (value instanceof Date) return longInstant(value);
  if (Array.isArray(value)) return value.map((one) => valueText("", one)).join(", ");
  if (typeof value === "object") return objectText(value);
  return String(value);
}

function dateText(value: string): string {
  if (isDay(value)) return longDay(value);
  const instant = isoInstant.test(value) ? new Date(value) : null;
  return instant && !Number.isNaN(instant.getTime()) ? longDay(melbourneDay(instant)) : value;
}

function objectText(value: object): string {
  return Object.entries(value)
    .map(([key, inner]) => `${key.replace(/_/g, " ")}: ${valueText(key, inner)}`)
    .join("; ");
}

import { isDay, longDay, longInstant, melbourneDay } from "#app/values/calendar.ts";

/*
 * `{{client_name}}` in a template or a letter stands for a field of the record it is about. One
 * renderer serves the letter and its preview, so the preview cannot promise something else.
 */

/** A record's fields under the names of their columns. */
export type RecordFields = Readonly<Record<string, unknown>>;

/** Plain words, or what stands for a placeholder; `missing` when the record has nothing there. */
export type FilledPart = { text: string; key?: string; missing?: boolean };

const placeholder = /\{\{\s*([\w.-]+)\s*\}\}/g;

/** The text with each placeholder filled from the record, in one pass: what a value contains is never a placeholder. */
export function fillParts(text: string, record: RecordFields): FilledPart[] {
  const parts: FilledPart[] = [];
  let end = 0;
  for (const match of text.matchAll(placeholder)) {
    const key = match[1]!;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    const value = Object.hasOwn(record, key) ? asWords(key, record[key]) : "";
    parts.push({ text: value, key, missing: value === "" });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** {@link fillParts} as the letter says it: what is missing is empty. */
export function fill(text: string, record: RecordFields): string {
  return fillParts(text, record)
    .map((part) => part.text)
    .join("");
}

/** The placeholders in these texts that are none of `known`, each once. */
export function unknownPlaceholders(texts: readonly string[], known: readonly string[]): string[] {
  const used = texts.flatMap((text) =>
    Array.from(text.matchAll(placeholder), (match) => match[1]!),
  );
  return [...new Set(used)].filter((key) => !known.includes(key));
}

/** Whether one of a key's words is `date` (contract, rule 7): `exam_date` and `eventDate`, not `candidate`. */
export function isDateKey(key: string): boolean {
  return key
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z\d]+/)
    .some((word) => word.split(" ").some((part) => part.toLowerCase() === "date"));
}

const isoInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

function asWords(key: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return isDateKey(key) ? dateInWords(value) : value;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (value instanceof Date) return longInstant(value);
  if (Array.isArray(value)) return value.map((one) => asWords("", one)).join(", ");
  if (typeof value === "object") return objectInWords(value);
  return String(value);
}

function dateInWords(value: string): string {
  if (isDay(value)) return longDay(value);
  const instant = isoInstant.test(value) ? new Date(value) : null;
  return instant && !Number.isNaN(instant.getTime()) ? longDay(melbourneDay(instant)) : value;
}

function objectInWords(value: object): string {
  return Object.entries(value)
    .map(([key, inner]) => `${key.replace(/_/g, " ")}: ${asWords(key, inner)}`)
    .join("; ");
}

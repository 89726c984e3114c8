import { isDay, wallTime } from "./calendar.ts";

/* For spreadsheets: a byte order mark makes Excel read UTF-8; line ends follow RFC 4180. */

/** `text`: for another program, guarded only where a formula begins. */
export type Cell = string | number | Date | { day: string } | { text: string } | null;

export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

export const dayCell = (day: string | null): Cell => (day === null ? null : { day });

/** Starts a formula (ASVS 1.2.10), also after spaces and in full width. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r]/;
const guessed = /^\s*(?:#|(?:true|false)\s*$)/i;
const months =
  "january|february|march|april|june|july|august|sept|september|october|november|december";
const weekdays = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
const calendarWords = new RegExp(`\\b(?:${months}|${weekdays})\\b`, "gi");

function isAmbiguous(text: string): boolean {
  if (formula.test(text) || guessed.test(text)) return true;
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return false;
  // Digits without a word of four letters may be read as a number, a date or a time.
  return /\p{N}/u.test(text) && !/\p{L}{4}/u.test(text.replace(calendarWords, ""));
}

const doubled = (text: string) => text.replaceAll('"', '""');

/** Ambiguous text becomes `="=1+1"`, because an apostrophe would become part of the text. */
function textCell(text: string, isGuarded = isAmbiguous(text)): string {
  const shown = isGuarded ? `="${doubled(text)}"` : text;
  // Spreadsheets may take any of these for the separator.
  return /[",;|\t\r\n]|^\s|\s$/.test(shown) ? `"${doubled(shown)}"` : shown;
}

function cell(value: Cell): string {
  if (value === null) return "";
  if (typeof value === "string") return textCell(value);
  if (typeof value === "number") return Number.isNaN(value) ? "N/A" : String(value);
  if (value instanceof Date) return wallTime(value);
  if ("text" in value) return textCell(value.text, formula.test(value.text));
  return isDay(value.day) ? value.day : "N/A";
}

/** Writes instants in Melbourne time. */
export function toCsv(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${[head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

export function rowsToCsv<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const cells = rows.map((row) => Object.values(columns).map((cellOf) => cellOf(row)));
  return toCsv(Object.keys(columns), cells);
}

import { isDay, wallTime } from "./calendar.ts";

/*
 * Lists as spreadsheets read them: UTF-8 with its mark, so that Excel takes it as such; lines ended
 * as RFC 4180 says; and every text the same text again, whatever a spreadsheet would make of it.
 */

/** Text, an amount, an instant, or a calendar day such as `{ day: "2026-03-01" }`. */
export type Cell = string | number | Date | { day: string } | null;

/** Headings, each with what a row has in that column. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

export const dayCell = (day: string | null): Cell => (day === null ? null : { day });

/** What may begin a formula (ASVS 1.2.10), also behind blanks and in full width. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r]/;
/** Digits without a word of four letters are soon a number, a date or a time; `#` begins an error value. */
const guessed = /^\s*(?:#|(?:true|false)\s*$)/i;
const calendarWords =
  /\b(?:january|february|march|april|june|july|august|sept|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/gi;

function wouldBeRead(text: string): boolean {
  if (formula.test(text) || guessed.test(text)) return true;
  return /\p{N}/u.test(text) && !/\p{L}{4}/u.test(text.replace(calendarWords, ""));
}

const doubled = (text: string) => text.replaceAll('"', '""');

/**
 * Text that would be taken for something else is written as the formula of a constant, `="=1+1"`,
 * which Excel, LibreOffice and others read as the text `=1+1`. An apostrophe would become part of it.
 */
function textCell(text: string): string {
  const shown = wouldBeRead(text) ? `="${doubled(text)}"` : text;
  // A spreadsheet may take any of these for what parts the columns.
  return /[",;|\t\r\n]|^\s|\s$/.test(shown) ? `"${doubled(shown)}"` : shown;
}

function cell(value: Cell): string {
  if (value === null) return "";
  if (typeof value === "string") return textCell(value);
  if (typeof value === "number") return Number.isNaN(value) ? "N/A" : String(value);
  if (value instanceof Date) return wallTime(value);
  return isDay(value.day) ? value.day : "N/A";
}

/**
 * A whole CSV file. Amounts, days and instants, these as Melbourne's clocks show them, are such in
 * the spreadsheet too.
 */
export function toCsv(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${[head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

export function rowsToCsv<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const cells = rows.map((row) => Object.values(columns).map((cellOf) => cellOf(row)));
  return toCsv(Object.keys(columns), cells);
}

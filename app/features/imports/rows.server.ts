import { check, emailAddress } from "#app/values/rules.ts";
import { cutCharacters, oneLine } from "#app/values/text.ts";

/** A row whose cells are asked for by what they hold. */
export type UsedRow = {
  line: number;
  /** The first that is not empty. */
  first: (use: string) => string;
  /** With the names of their columns, without empty ones. */
  all: (use: string) => { name: string; value: string }[];
};

export type RowResult<Row> = { row: Row } | { unreadable: string } | { skipped: string };

/** For a message, from a cell of any length. */
export const quotedCell = (cell: string) => `"${cutCharacters(oneLine(cell), 40)}"`;

/** In lower case; null for what is no email address. */
export function emailIn(cell: string): string | null {
  const checked = check(emailAddress(""), cell);
  return checked.ok ? checked.value.toLowerCase() : null;
}

const longest = { name: 200, phone: 40, notes: 4_000 };

export function wholeNameIn({ first }: UsedRow): string {
  const name = first("name") || `${first("firstName")} ${first("lastName")}`;
  return cutCharacters(oneLine(name), longest.name);
}

/** Spreadsheets put an apostrophe before a plus. */
export const phoneIn = ({ first }: UsedRow) =>
  cutCharacters(oneLine(first("phone").replace(/^'/, "")), longest.phone);

export function notesIn({ all }: UsedRow): string {
  const notes = all("notes");
  const lines = notes.map(({ name, value }) => (notes.length > 1 ? `${name}: ${value}` : value));
  return joinNotes(lines);
}

export const joinNotes = (lines: readonly string[]) =>
  cutCharacters([...new Set(lines)].filter(Boolean).join("\n"), longest.notes);

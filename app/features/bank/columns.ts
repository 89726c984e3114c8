import { bankAmount } from "./amounts.ts";
import { looksLikeDate } from "./dates.ts";
import type { ColumnMapping } from "./model.ts";

type Cells = readonly string[];

/** A statement's first row with a date, and the one above it, which names the columns. */
export type Layout = { first: number; header: string[] | null; columns: number };

/** Null when no row has a date. */
export function layoutOf(rows: readonly Cells[]): Layout | null {
  const first = rows.findIndex((cells) => cells.some(looksLikeDate));
  if (first === -1) return null;
  const before = rows[first - 1];
  const header = before && before.filter(Boolean).length > 1 ? [...before] : null;
  return { first, header, columns: Math.max(rows[first]!.length, header?.length ?? 0) };
}

/** So long may what a mapping is remembered by be: PostgreSQL's indexes take no more than 2,700 bytes. */
const keyLength = 500;

/** By which the mapping of a statement's columns is remembered. */
export function headerKey({ header, columns }: Layout): string {
  if (!header) return `without a header, ${columns} columns`;
  return header.map(normalised).join(" | ").slice(0, keyLength);
}

const normalised = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();

/** How Australian banks write their columns; all of them write the day first. */
export function knownMapping({ header }: Layout, row: Cells): ColumnMapping | null {
  const mapping = header ? byHeader(header.map(normalised)) : byPosition(row);
  return mapping && { ...mapping, order: "day-first" };
}

/** Westpac's and NAB's. */
function byHeader(names: readonly string[]): ColumnMapping | null {
  const has = (...wanted: string[]) => wanted.every((name) => names.includes(name));
  const at = (name: string) => names.indexOf(name);
  if (has("bank account", "date", "narrative", "debit amount", "credit amount"))
    return { date: at("date"), text: [at("narrative")], credit: at("credit amount") };
  if (has("date", "amount", "account number", "transaction type", "transaction details"))
    return { date: at("date"), text: [at("transaction details")], amount: at("amount") };
  return null;
}

/** CommBank's and ANZ's date, amount, text, balance; NAB's without its header. */
function byPosition(row: Cells): ColumnMapping | null {
  const [date = "", amount = "", text = "", balance = ""] = row;
  const starts = looksLikeDate(date) && bankAmount(amount) !== null;
  if (!starts) return null;
  if (row.length >= 7) return { date: 0, text: [5], amount: 1 };
  const isBalance = balance === "" || bankAmount(balance) !== null;
  const isText = text !== "" && bankAmount(text) === null;
  return row.length <= 4 && isText && isBalance ? { date: 0, text: [2], amount: 1 } : null;
}

const guesses = {
  date: /\bdate\b|^(posted|day)$/,
  amount: /^(amount|value|transaction amount|net amount)( aud)?$/,
  credit: /\b(credits?|deposits?|money in|paid in)\b/,
  text: /narrative|description|details|particulars|reference|payee|payer|memo|text|sender/,
} as const;

export type ColumnUse = keyof typeof guesses | "";

/** What each column probably holds, for a statement of a bank that is not known. */
export function guessedUses({ header, columns }: Layout, rows: readonly Cells[]): ColumnUse[] {
  const taken = new Set<ColumnUse>();
  return Array.from({ length: columns }, (_, column) => {
    const cells = rows.map((row) => row[column] ?? "").filter(Boolean);
    const fits = (use: ColumnUse) =>
      !header || (use !== "" && guesses[use].test(normalised(header[column] ?? "")));
    const use = useOf(cells, fits);
    if (use !== "text" && taken.has(use)) return "";
    if (use === "credit" && taken.has("amount")) return "";
    taken.add(use);
    return use;
  });
}

function useOf(cells: Cells, fits: (use: ColumnUse) => boolean): ColumnUse {
  if (cells.length === 0) return "";
  if (cells.every(looksLikeDate)) return fits("date") ? "date" : "";
  if (cells.every((cell) => bankAmount(cell) !== null))
    return fits("credit") && !fits("amount") ? "credit" : fits("amount") ? "amount" : "";
  return fits("text") ? "text" : "";
}

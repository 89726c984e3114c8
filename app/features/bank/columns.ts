import { bankAmount, isAmount } from "./amounts.ts";
import { looksLikeDate } from "./dates.ts";
import { directionOf } from "./directions.ts";
import type { ColumnMapping } from "./model.ts";

export type Cells = readonly string[];

/** `first`: the index of the first row after the header. */
export type Layout = { first: number; header: string[] | null; columns: number };

const filled = (cells: Cells) => cells.filter(Boolean).length;

export const positions = ({ columns }: Layout): number[] => [...Array(columns).keys()];

/** Null when no row has a date. */
export function layoutOf(rows: readonly Cells[]): Layout | null {
  const dated = rows.findIndex((cells) => cells.some(looksLikeDate));
  if (dated === -1) return null;
  // Notices and pending payments may come between the header and the first date.
  const names = rows
    .slice(0, dated)
    .filter((cells) => filled(cells) > 1 && !cells.some(isAmount))
    .reduce<Cells | null>(
      (most, cells) => (most && filled(most) > filled(cells) ? most : cells),
      null,
    );
  const header = names && [...names];
  const first = names ? rows.indexOf(names) + 1 : 0;
  return { first, header, columns: Math.max(rows[dated]!.length, header?.length ?? 0) };
}

/** PostgreSQL's indexes take at most 2,700 bytes. */
const keyLength = 500;

export function headerKey({ header, columns }: Layout): string {
  if (!header) return `without a header, ${columns} columns`;
  return header.map(normalised).join(" | ").slice(0, keyLength);
}

export const normalised = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();

/** At least half of the cells that are not empty. */
export function areMostly(cells: Cells, test: (cell: string) => boolean): boolean {
  const such = cells.filter((cell) => cell && test(cell)).length;
  return such > 0 && such * 2 >= filled(cells);
}

export const cellsOf = (rows: readonly Cells[], column: number | undefined): string[] =>
  rows.map((row) => row[column ?? -1] ?? "");

/** Whether one column is the balance after the amounts of another, in either order of days. */
export function isBalance(rows: readonly Cells[], balance: number, amount: number): boolean {
  const [sums, steps] = [balance, amount].map((column) => cellsOf(rows, column).map(bankAmount));
  const pairs = sums!.slice(1).map((sum, row) => Math.abs(Number(sum) - Number(sums![row])));
  const follows = (shift: number) =>
    pairs.filter((step, row) => step > 0 && step === Math.abs(steps![row + shift] ?? 0)).length;
  return Math.max(follows(0), follows(1)) * 2 > pairs.length;
}

/** Column layouts of Australian banks; all of them write the day first. */
export function knownMapping({ header }: Layout, rows: readonly Cells[]): ColumnMapping | null {
  const mapping = header ? byHeader(header.map(normalised)) : byPosition(rows);
  return mapping && { ...mapping, order: "day-first" };
}

/** Westpac and NAB. */
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
function byPosition(rows: readonly Cells[]): ColumnMapping | null {
  const areMost = (fits: (row: Cells) => boolean) => rows.filter(fits).length * 2 >= rows.length;
  const isText = (cell = "") => cell !== "" && !isAmount(cell) && !directionOf(cell);
  const isSum = (cell = "") => cell === "" || isAmount(cell);
  const starts = (row: Cells) => looksLikeDate(row[0]!) && isAmount(row[1] ?? "");
  if (areMost((row) => row.length >= 7 && starts(row) && isText(row[5]) && isSum(row[6])))
    return { date: 0, text: [5], amount: 1 };
  const fits = (row: Cells) => row.length <= 4 && starts(row) && isText(row[2]) && isSum(row[3]);
  return areMost(fits) && !isBalance(rows, 1, 3) ? { date: 0, text: [2], amount: 1 } : null;
}

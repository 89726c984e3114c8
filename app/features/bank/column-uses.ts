import { bankAmount, foreignCurrency, isAmount } from "./amounts.ts";
import {
  areMostly,
  type Cells,
  cellsOf,
  isBalance,
  type Layout,
  normalised,
  positions,
} from "./columns.ts";
import { looksLikeDate } from "./dates.ts";
import { directionOf, directionWord } from "./directions.ts";
import type { ColumnMapping } from "./model.ts";

export type ColumnUse = "date" | "text" | "amount" | "credit" | "direction" | "";

const guesses = {
  date: /\bdate\b|^(posted|day)$/,
  amount:
    /^(amount|value|transaction amount|net amount|debit credit( amount)?|credit debit( amount)?)( aud)?$/,
  credit: /^(?!.*\b(balance|limit|available|debits?)\b).*\b(credits?|deposits?|money in|paid in)\b/,
  text: /narrat|description|details|particulars|reference|payee|payer|memo|text|sender/,
} as const;

/** Also matches amounts in an unknown format. */
const isFigure = (cell: string) => /^\P{L}*\d\P{L}*(AUD|CR|DR)?$/iu.test(cell);

export function guessedUses(layout: Layout, rows: readonly Cells[]): ColumnUse[] {
  const names = layout.header?.map(normalised);
  const columns = positions(layout).map((column) => cellsOf(rows, column));
  const uses = columns.map((cells, column) =>
    names ? useByName(cells, names[column] ?? "") : useByCells(cells, column, columns, rows),
  );
  const sums = uses.includes("amount") ? "amount" : "credit";
  const once = uses.map((use, column) => {
    if (use === "amount" || use === "credit") return uses.indexOf(sums) === column ? use : "";
    return use === "date" && uses.indexOf(use) < column ? "" : use;
  });
  const of = (use: ColumnUse) => once.flatMap((one, column) => (one === use ? [column] : []));
  const [date = -1] = of("date");
  const direction = of("amount")
    .map((amount) => directionColumn({ date, text: of("text"), amount }, layout, rows))
    .at(0);
  return once.map((use, column) => (column === direction ? "direction" : use));
}

function useByName(cells: Cells, name: string): ColumnUse {
  const fits = (use: keyof typeof guesses) => guesses[use].test(name);
  if (areMostly(cells, looksLikeDate)) return fits("date") ? "date" : "";
  // Some banks write a dash for no amount.
  const written = cells.filter((cell) => cell && cell !== "-");
  if (written.length > 0 && !areMostly(written, isAmount)) return fits("text") ? "text" : "";
  if (written.length > 0 && fits("amount")) return "amount";
  return fits("credit") ? "credit" : "";
}

function useByCells(
  cells: Cells,
  column: number,
  columns: readonly Cells[],
  rows: readonly Cells[],
): ColumnUse {
  if (areMostly(cells, looksLikeDate)) return "date";
  if (!areMostly(cells, isFigure)) return cells.some(Boolean) ? "text" : "";
  // A balance looks like an amount, and a column of debits like a column of amounts.
  const isFigures = (other: Cells) =>
    areMostly(other, isFigure) && !areMostly(other, looksLikeDate);
  const others = columns.flatMap((other, at) => (at !== column && isFigures(other) ? [at] : []));
  const isAmounts =
    cells.every(Boolean) &&
    areMostly(cells, isAmount) &&
    !others.some((other) => isBalance(rows, column, other)) &&
    (others.length === 0 || others.some((other) => isBalance(rows, other, column)));
  return isAmounts ? "amount" : "";
}

const [outNames, inNames] = [String.raw`\b(debit|dr|d|out)\b`, String.raw`\b(credit|cr|c|in)\b`];
const directionNames = new RegExp(
  String.raw`\b(direction|indicator|sign)\b|${outNames}.*${inNames}|${inNames}.*${outNames}`,
);
/** A column with more different words holds text. */
const mostWords = 12;

export function directionColumn(
  { date, text, amount, direction }: ColumnMapping,
  layout: Layout,
  rows: readonly Cells[],
): number | undefined {
  const isSigned = cellsOf(rows, amount).some((cell) => Number(bankAmount(cell)) < 0);
  if (direction !== undefined || amount === undefined || isSigned) return direction;
  const others = positions(layout).filter((column) => {
    const words = new Set(cellsOf(rows, column).map(directionWord));
    return column !== date && column !== amount && words.size <= mostWords;
  });
  const isNamed = (column: number) =>
    directionNames.test(normalised(layout.header?.[column] ?? ""));
  const directions = (column: number) =>
    cellsOf(rows, column)
      .filter(Boolean)
      .map((cell) => directionOf(cell));
  const isWhole = (all: readonly unknown[]) => all.length > 0 && all.every(Boolean);
  // A text may contain "Deposit"; "Withdrawal" beside an amount above 0 is enough.
  const isPart = (column: number) =>
    directions(column).some((one) => one === "out" || (one && !text.includes(column)));
  return (
    others.find((column) => isNamed(column) || isWhole(directions(column))) ?? others.find(isPart)
  );
}

export function unknownWords(
  { amount, credit, direction, words }: Partial<ColumnMapping>,
  rows: readonly Cells[],
): string[] {
  if (direction === undefined) return [];
  const counted = rows.filter((row) => Number(bankAmount(row[amount ?? credit ?? -1] ?? "")) > 0);
  const cells = cellsOf(counted, direction).filter((cell) => !directionOf(cell, words));
  return [...new Set(cells.map(directionWord))];
}

/** Of several columns the nearest to the amounts. */
export function currencyColumn(
  { amount, credit }: ColumnMapping,
  layout: Layout,
  rows: readonly Cells[],
): number | undefined {
  const sums = amount ?? credit ?? 0;
  const isCode = (cell: string) => cell === "AUD" || foreignCurrency(cell) === cell;
  const found = positions(layout).filter((column) => {
    const name = normalised(layout.header?.[column] ?? "");
    const cells = cellsOf(rows, column).filter(Boolean);
    const isNamed =
      /\b(currency|ccy)\b/.test(name) && !/original|foreign|rate|fee|amount/.test(name);
    return column !== sums && (isNamed || (cells.length > 0 && cells.every(isCode)));
  });
  // At equal distance the right one.
  const distance = (column: number) => Math.abs(column - sums - 0.1);
  return found.toSorted((one, other) => distance(one) - distance(other))[0];
}

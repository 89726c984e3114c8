import type { FieldErrors } from "#app/values/rules.ts";
import { cutCharacters } from "#app/values/text.ts";
import {
  type Direction,
  directionOf,
  bankAmount,
  isAmount,
  foreignCurrency,
  directionWord,
  type ColumnMapping,
} from "./model.ts";
import { dateOrders, looksLikeDate } from "#app/values/written-dates.ts";

/** `field`: a name in the form. */
export type ColumnChoice = ReturnType<typeof columnChoice>;

export function columnChoice(
  layout: Layout,
  rows: readonly Cells[],
  mapping: ColumnMapping | null,
) {
  const guessed = guessedUses(layout, rows);
  const uses = guessed.map((use, column) => (mapping ? useIn(mapping, column) : use));
  return {
    columns: uses.map((use, column) => ({
      field: `use-${column}`,
      name: layout.header?.[column] || `Column ${column + 1}`,
      examples: cellsOf(rows, column)
        .filter(Boolean)
        .slice(0, 3)
        .map((cell) => cutCharacters(cell, 60)),
      use,
    })),
    // Words beside the amounts that may mean money in or out.
    words: unknownWords({ ...mapping, words: {} }, rows).map((word, at) => ({
      field: `word-${at}`,
      word,
      direction: directionOf(word, mapping?.words) ?? "",
    })),
    order: mapping?.order ?? "",
  };
}

function useIn(
  { date, text, amount, credit, direction }: ColumnMapping,
  column: number,
): ColumnUse {
  if (column === date) return "date";
  if (column === amount) return "amount";
  if (column === credit) return "credit";
  if (column === direction) return "direction";
  return text.includes(column) ? "text" : "";
}

export function readChoice(
  uses: readonly string[],
  order: string,
  words: Readonly<Record<string, Direction>>,
): { ok: true; mapping: ColumnMapping } | { ok: false; errors: FieldErrors } {
  const columnsOf = (use: ColumnUse) =>
    uses.flatMap((chosen, column) => (chosen === use ? [column] : []));
  const [dates, text] = [columnsOf("date"), columnsOf("text")];
  const [amounts, credits] = [columnsOf("amount"), columnsOf("credit")];
  const directions = columnsOf("direction");
  const message =
    choiceError(dates.length, text.length, amounts.length + credits.length) ??
    (directions.length > 1 ? "Choose one column that says in or out." : null);
  if (message) return { ok: false, errors: { "use-0": message } };
  const chosenOrder = dateOrders.find((one) => one === order);
  return {
    ok: true,
    mapping: {
      date: dates[0]!,
      text,
      ...(amounts.length > 0 ? { amount: amounts[0]! } : { credit: credits[0]! }),
      ...(directions.length > 0 && { direction: directions[0]!, words }),
      ...(chosenOrder && { order: chosenOrder }),
    },
  };
}

function choiceError(dates: number, texts: number, amounts: number): string | null {
  if (dates !== 1) return "Choose the one column with the date.";
  if (amounts !== 1) return "Choose one column with the amount, or with the money in.";
  return texts === 0 ? "Choose at least one column with the bank's text." : null;
}

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

const normalised = (name: string) =>
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

type ColumnUse = "date" | "text" | "amount" | "credit" | "direction" | "";

const guesses = {
  date: /\bdate\b|^(posted|day)$/,
  amount:
    /^(amount|value|transaction amount|net amount|debit credit( amount)?|credit debit( amount)?)( aud)?$/,
  credit: /^(?!.*\b(balance|limit|available|debits?)\b).*\b(credits?|deposits?|money in|paid in)\b/,
  text: /narrat|description|details|particulars|reference|payee|payer|memo|text|sender/,
} as const;

/** Also matches amounts in an unknown format. */
const isFigure = (cell: string) => /^\P{L}*\d\P{L}*(AUD|CR|DR)?$/iu.test(cell);

function guessedUses(layout: Layout, rows: readonly Cells[]): ColumnUse[] {
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

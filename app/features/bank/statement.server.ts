import type { Day } from "#app/values/calendar.ts";
import { cutCharacters } from "#app/values/text.ts";
import { type DateOrder, looksLikeDate, orderOf, readDate } from "#app/values/written-dates.ts";
import { type CsvRow, readCsv } from "#app/server/csv.server.ts";
import {
  bankAmount,
  currencyName,
  foreignCurrency,
  isAmount,
  directionOf,
  type ColumnMapping,
  type Credit,
  statementLimits,
  tooLargeStatement,
} from "./model.ts";
import {
  type ColumnChoice,
  columnChoice,
  areMostly,
  type Cells,
  cellsOf,
  headerKey,
  isBalance,
  knownMapping,
  type Layout,
  layoutOf,
  positions,
  currencyColumn,
  directionColumn,
  unknownWords,
} from "./columns.server.ts";

export type StatementToRead = {
  text: string;
  today: Day;
  /** Mappings of earlier statements, by their header key. */
  remembered: Readonly<Record<string, ColumnMapping>>;
  /** The owner's mapping for this one; `ask`: she wants to be asked. */
  chosen?: ColumnMapping | "ask";
};

export type UnknownStatement = { is: "unknown"; key: string; choice: ColumnChoice };

export type LeftOut = { line: number; why: string };

/** `until`: its latest day, debits included. */
export type ReadStatement = {
  is: "read";
  credits: Credit[];
  until: Day | null;
  leftOut: LeftOut[];
};

export type Statement = ReadStatement | UnknownStatement | { is: "refused"; message: string };

/** Characters. */
const textLength = 500;

/** May take a second: requests run it in a worker thread. */
export function readStatement({ text, today, remembered, chosen }: StatementToRead): Statement {
  if (text.trim() === "")
    return refused("There is nothing in it. Choose a file or paste its text.");
  const table = readTable(text);
  if (!table.ok) return refused(table.message);
  const layout = layoutOf(table.rows.map(({ cells }) => cells));
  if (!layout) return refused("No column of dates was found.");
  const isHeader = ({ cells }: CsvRow) => cells.join() === layout.header?.join();
  const rows = table.rows.slice(layout.first).filter((row) => !isHeader(row));
  const cells = rows.map((row) => row.cells);
  if (!cells.some((row) => row.some((cell) => isPlainAmount(cell))))
    return refused("No column of amounts was found.");
  const key = headerKey(layout);
  const known = knownMapping(layout, cells);
  const said = typeof chosen === "object" ? chosen : foundMapping(layout, cells, remembered, known);
  const direction = said && said !== known ? directionColumn(said, layout, cells) : undefined;
  const mapping = said && { ...said, ...(direction !== undefined && { direction }) };
  const ask = () => ({ is: "unknown", key, choice: columnChoice(layout, cells, mapping) }) as const;
  if (!mapping || chosen === "ask" || unknownWords(mapping, cells).length > 0) return ask();
  const order = orderOf(cellsOf(cells, mapping.date));
  if (order === null && !mapping.order) return ask();
  const currency = currencyColumn(mapping, layout, cells);
  const reader = { mapping, layout, currency, order: usedOrder(order, mapping), today };
  return readCredits(rows, reader, order === null && said !== known);
}

const refused = (message: string) => ({ is: "refused", message }) as const;
const isPlainAmount = (cell: string) => !looksLikeDate(cell) && isAmount(cell);

/** Without a header, a known bank comes before the answer for another file without one. */
function foundMapping(
  layout: Layout,
  rows: readonly Cells[],
  remembered: Readonly<Record<string, ColumnMapping>>,
  known: ColumnMapping | null,
): ColumnMapping | null {
  const before = remembered[headerKey(layout)];
  const fits = before && isPlausible(before, layout, rows) ? before : null;
  return layout.header ? (fits ?? known) : (known ?? fits);
}

function isPlausible({ date, amount }: ColumnMapping, layout: Layout, rows: readonly Cells[]) {
  if (!areMostly(cellsOf(rows, date), looksLikeDate)) return false;
  if (amount === undefined) return true;
  const isSum = !layout.header && positions(layout).some((one) => isBalance(rows, amount, one));
  return areMostly(cellsOf(rows, amount), isAmount) && !isSum;
}

/** The column's own evidence comes before the answer for another statement of this bank. */
function usedOrder(order: DateOrder | "neither" | null, { order: said }: ColumnMapping): DateOrder {
  return order === null || order === "neither" ? (said ?? "day-first") : order;
}

type Reader = {
  mapping: ColumnMapping;
  layout: Layout;
  /** Column index. */
  currency: number | undefined;
  order: DateOrder;
  today: Day;
};

/** @param isGuess whether the dates could also be read in the other order */
function readCredits(
  rows: readonly CsvRow[],
  reader: Reader,
  isGuess: boolean,
): Exclude<Statement, UnknownStatement> {
  const read = rows.map(({ cells, line }) => ({ line, row: readRow(cells, reader) }));
  const leftOut = read.flatMap(({ line, row }) =>
    typeof row === "string" ? [{ line, why: row }] : [],
  );
  const ahead = isGuess && leftOut.find(({ why }) => why.endsWith(inFuture));
  const wrong = ahead || (leftOut.length === rows.length && leftOut[0]);
  if (wrong) {
    const hint = wrong.why.endsWith(inFuture) ? " Check the dates' column and order." : "";
    return refused(`Line ${wrong.line}: ${wrong.why}.${hint}`);
  }
  const dated = read.flatMap(({ row }) => (typeof row === "string" ? [] : [row]));
  const credits = dated.filter((row) => "amount" in row);
  const until =
    dated
      .map(({ day }) => day)
      .sort()
      .at(-1) ?? null;
  return { is: "read", credits, until, leftOut };
}

const inFuture = "is in the future";

/** A credit, only the day of a debit, or the reason why the row is left out. */
function readRow(cells: Cells, reader: Reader): Credit | Pick<Credit, "day"> | string {
  const { mapping, layout, order, today } = reader;
  const cell = (column: number | undefined) => cells[column ?? -1] ?? "";
  const heading = (column: number | undefined) => layout.header?.[column ?? -1] ?? "";
  const [date, written] = [cell(mapping.date), cell(mapping.amount ?? mapping.credit)];
  const day = readDate(date, order, /\b(utc|gmt)\b/i.test(heading(mapping.date)));
  if (!day) return date ? `${quoted(date)} is not a date` : "it has no date";
  if (day > today) return `${quoted(date)} ${inFuture}`;
  if (!written || written === "-")
    return mapping.credit === undefined ? "it has no amount" : { day };
  const currency =
    foreignCurrency(written) ??
    foreignName(cell(reader.currency)) ??
    foreignCurrency(/\b[A-Z]{3}\b/.exec(heading(mapping.amount ?? mapping.credit))?.[0] ?? "");
  const amount = bankAmount(written);
  if (amount === null && !currency) return `${quoted(written)} is not an amount`;
  if (amount !== null && amount <= 0) return { day };
  if (mapping.direction !== undefined) {
    const direction = directionOf(cell(mapping.direction), mapping.words);
    if (direction !== "in") return direction ? { day } : "it doesn't say whether the money came in";
  }
  if (currency) return `${quoted(written)} is in ${currencyName(currency)}`;
  const texts = mapping.text.map((column) => cell(column));
  return { day, amount: amount!, text: cutCharacters(texts.filter(Boolean).join(" "), textLength) };
}

/** Null for an empty cell or Australian dollars. */
const foreignName = (cell: string) =>
  /^(|aud|a?u?\$|australian dollars?)$/i.test(cell) ? null : (foreignCurrency(cell) ?? cell);

const quoted = (written: string) => `"${cutCharacters(written, 40)}"`;

function readTable(text: string): { ok: true; rows: CsvRow[] } | { ok: false; message: string } {
  const table =
    Buffer.byteLength(text) > statementLimits.bytes
      ? ({ ok: false, reason: "long" } as const)
      : readCsv(text, statementLimits);
  if (table.ok) return table;
  if (table.reason === "malformed") {
    const message = `Line ${table.line} can't be read as CSV. Export the statement again as CSV.`;
    return { ok: false, message };
  }
  return { ok: false, message: table.reason === "wide" ? tooWide : tooLargeStatement };
}

const tooWide = `This has more than ${statementLimits.columns} columns, too many for a bank statement.`;

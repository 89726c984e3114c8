import type { Day } from "#app/values/calendar.ts";
import { cutCharacters } from "#app/values/text.ts";
import { bankAmount } from "./amounts.ts";
import { headerKey, knownMapping, type Layout, layoutOf } from "./columns.ts";
import { looksLikeDate, orderOf, readDate } from "./dates.ts";
import {
  type ColumnMapping,
  type Credit,
  type DateOrder,
  statementLimits,
  tooLargeStatement,
} from "./model.ts";
import { readTable, type StatementRow } from "./table.server.ts";

/** The owner says what its columns hold, or in which order its dates are written. */
export type UnknownStatement = {
  is: "unknown";
  key: string;
  layout: Layout;
  sample: string[][];
  mapping: ColumnMapping | null;
};

export type Statement =
  | { is: "read"; credits: Credit[] }
  | UnknownStatement
  | { is: "refused"; message: string };

/** A line's text is cut to so many characters. */
const textLength = 500;

/**
 * Reads the credits of a statement.
 *
 * @param remembered how a statement with this header is read, if that is known; `ask`: the owner says
 */
export async function readStatement(
  text: string,
  today: Day,
  remembered: (key: string) => Promise<ColumnMapping | null | "ask">,
): Promise<Statement> {
  if (text.trim() === "")
    return refused("There is nothing in it. Choose a file or paste its text.");
  const table = readTable(text);
  if (!table.ok)
    return refused(
      table.reason === "too-large"
        ? tooLargeStatement
        : `Line ${table.line} can't be read as CSV. Export the statement again as CSV.`,
    );
  const layout = layoutOf(table.rows.map(({ cells }) => cells));
  if (!layout) return refused("No column of dates was found.");
  if (layout.columns > statementLimits.columns)
    return refused(`This has ${layout.columns} columns, too many for a bank statement.`);
  const rows = table.rows.slice(layout.first);
  const sample = rows.map(({ cells }) => cells);
  if (!sample.some((cells) => cells.some((cell) => isPlainAmount(cell))))
    return refused("No column of amounts was found.");
  const key = headerKey(layout);
  const found = await remembered(key);
  const known = knownMapping(layout, sample[0]!);
  const mapping = found === "ask" ? known : (found ?? known);
  const unknown = { is: "unknown", key, layout, sample, mapping } as const;
  if (!mapping || found === "ask") return unknown;
  const dated = transactionsOf(rows, layout, mapping.date);
  if (!dated.ok) return refused(dated.message);
  const order = orderOf(dated.rows.map(({ cells }) => cells[mapping.date]!));
  if (order === null && !mapping.order) return unknown;
  return readCredits(dated.rows, mapping, usedOrder(order, mapping), today);
}

const refused = (message: string) => ({ is: "refused", message }) as const;
const isPlainAmount = (cell: string) => !looksLikeDate(cell) && bankAmount(cell) !== null;

/** What the column itself decides comes before what was said about another statement of this bank. */
function usedOrder(order: DateOrder | "neither" | null, { order: said }: ColumnMapping): DateOrder {
  return order === null || order === "neither" ? (said ?? "day-first") : order;
}

/** The rows with a date: not a repeated header, and not the totals below. */
function transactionsOf(rows: readonly StatementRow[], { header }: Layout, date: number) {
  const isDated = ({ cells }: StatementRow) => looksLikeDate(cells[date] ?? "");
  const last = rows.findLastIndex(isDated);
  if (last === -1) return { ok: false, message: "No column of dates was found." } as const;
  const within = rows.slice(0, last + 1);
  const wrong = within.find((row) => !isDated(row) && row.cells.join() !== header?.join());
  if (wrong) {
    const written = wrong.cells[date] ?? "";
    return { ok: false, message: `Line ${wrong.line}: ${quoted(written)} is not a date.` } as const;
  }
  return { ok: true, rows: within.filter(isDated) } as const;
}

function readCredits(
  rows: readonly StatementRow[],
  mapping: ColumnMapping,
  order: DateOrder,
  today: Day,
): Extract<Statement, { is: "read" | "refused" }> {
  const credits: Credit[] = [];
  for (const { cells, line } of rows) {
    const day: Day | null = readDate(cells[mapping.date]!, order);
    if (!day) return refused(`Line ${line}: ${quoted(cells[mapping.date]!)} is not a date.`);
    if (day > today)
      return refused(
        `Line ${line}: ${quoted(cells[mapping.date]!)} is in the future. Check the dates' column and order.`,
      );
    const written = cells[mapping.amount ?? mapping.credit ?? -1] ?? "";
    const amount = written === "" && mapping.credit !== undefined ? 0 : bankAmount(written);
    if (amount === null) return refused(`Line ${line}: ${quoted(written)} is not an amount.`);
    const texts = mapping.text.map((column) => cells[column] ?? "");
    const text = cutCharacters(texts.filter(Boolean).join(" "), textLength);
    if (amount > 0) credits.push({ day, amount, text });
  }
  return { is: "read", credits };
}

const quoted = (written: string) => `"${cutCharacters(written, 40)}"`;

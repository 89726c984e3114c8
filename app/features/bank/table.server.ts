import { CsvError, parse } from "csv-parse/sync";
import { cleanText, oneLine } from "#app/values/text.ts";
import { statementLimits, tooLargeStatement } from "./model.ts";

export type StatementRow = { cells: string[]; line: number };
export type StatementTable = { ok: true; rows: StatementRow[] } | { ok: false; message: string };

const delimiters = [",", ";", "\t", "|"];

/** The part that decides the delimiter; `length` in characters. */
const head = { length: 64 * 1024, rows: 20 };

const tooWide = `This has more than ${statementLimits.columns} columns, too many for a bank statement.`;
const refused = (message: string) => ({ ok: false, message }) as const;

class TooWide extends Error {}

/** Leaves out blank rows. */
export function readTable(text: string): StatementTable {
  if (Buffer.byteLength(text) > statementLimits.bytes) return refused(tooLargeStatement);
  try {
    const rows = parseCsv(text, delimiterOf(text), statementLimits.rows + 1);
    return rows.length > statementLimits.rows ? refused(tooLargeStatement) : { ok: true, rows };
  } catch (error) {
    if (error instanceof TooWide) return refused(tooWide);
    if (!(error instanceof CsvError)) throw error;
    const line = Number(error.lines ?? 1);
    return refused(`Line ${line} can't be read as CSV. Export the statement again as CSV.`);
  }
}

/** Splits most of the first rows into the most columns. */
function delimiterOf(text: string): string {
  const start = text.slice(0, head.length);
  const columns = (delimiter: string) => {
    try {
      const counts = parseCsv(start, delimiter, head.rows).map(({ cells }) => cells.length);
      return counts.toSorted((first, second) => first - second)[counts.length >> 1] ?? 0;
    } catch {
      return start.split("\n", 1)[0]!.split(delimiter).length;
    }
  };
  const counts = delimiters.map(columns);
  return delimiters[counts.indexOf(Math.max(...counts))]!;
}

function parseCsv(text: string, delimiter: string, most: number): StatementRow[] {
  const parsed = parse(text, {
    bom: true,
    // The parser's own record limit does not count empty cells.
    cast: (cell, { index }) => {
      if (index >= statementLimits.columns) throw new TooWide();
      return oneLine(cleanText(cell));
    },
    delimiter,
    info: true,
    max_record_size: 64 * 1024,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    to: most,
  }) as unknown as { record: string[]; info: { lines: number } }[];
  return parsed.map(({ record, info }) => ({ cells: record, line: info.lines }));
}

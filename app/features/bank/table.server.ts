import { CsvError, parse } from "csv-parse/sync";
import { cleanText, oneLine } from "#app/values/text.ts";
import { statementLimits } from "./model.ts";

export type StatementRow = { cells: string[]; line: number };
/** `unreadable`: the line at which it stops being CSV. */
export type StatementTable =
  | { ok: true; rows: StatementRow[] }
  | { ok: false; reason: "too-large" }
  | { ok: false; reason: "unreadable"; line: number };

const delimiters = [",", ";", "\t", "|"];

/** Reads CSV with any of the usual delimiters; blank rows are left out. */
export function readTable(text: string): StatementTable {
  if (Buffer.byteLength(text) > statementLimits.bytes) return { ok: false, reason: "too-large" };
  try {
    const rows = parseCsv(text, delimiterOf(text), statementLimits.rows + 1);
    return rows.length > statementLimits.rows
      ? { ok: false, reason: "too-large" }
      : { ok: true, rows };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { ok: false, reason: "unreadable", line: Number(error.lines ?? 1) };
  }
}

/** The one that divides most of the first rows into the most columns. */
function delimiterOf(text: string): string {
  const columns = (delimiter: string) => {
    try {
      const counts = parseCsv(text, delimiter, 20).map(({ cells }) => cells.length);
      return counts.toSorted((first, second) => first - second)[counts.length >> 1] ?? 0;
    } catch {
      return text.split("\n", 1)[0]!.split(delimiter).length;
    }
  };
  return delimiters.toSorted((first, second) => columns(second) - columns(first))[0]!;
}

function parseCsv(text: string, delimiter: string, most: number): StatementRow[] {
  const parsed = parse(text, {
    bom: true,
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
  return parsed.map(({ record, info }) => ({
    cells: record.map((cell) => oneLine(cleanText(cell))),
    line: info.lines,
  }));
}

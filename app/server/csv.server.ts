import { CsvError, parse } from "csv-parse/sync";
import { cleanText, oneLine } from "#app/values/text.ts";

export type CsvRow = { cells: string[]; line: number };

type CsvTable =
  | { ok: true; rows: CsvRow[] }
  | { ok: false; reason: "long" | "wide" }
  | { ok: false; reason: "malformed"; line: number };

type CsvLimits = { rows: number; columns: number };

const delimiters = [",", ";", "\t", "|"];

/** The part that decides the delimiter; `length` in characters. */
const head = { length: 64 * 1024, rows: 20 };

const notGuessed = /^="((?:[^"]|"")*)"$/;

class TooWide extends Error {}

/** May take a second. Each cell becomes one line, unless `clean` keeps its lines. */
export function readCsv(
  text: string,
  limits: CsvLimits,
  clean = (cell: string) => oneLine(cleanText(cell)),
): CsvTable {
  const read = { columns: limits.columns, clean };
  try {
    const rows = parseCsv(text, delimiterOf(text, read), limits.rows + 1, read);
    return rows.length > limits.rows ? { ok: false, reason: "long" } : { ok: true, rows };
  } catch (error) {
    if (error instanceof TooWide) return { ok: false, reason: "wide" };
    if (!(error instanceof CsvError)) throw error;
    return { ok: false, reason: "malformed", line: Number(error.lines ?? 1) };
  }
}

type CellReader = { columns: number; clean: (cell: string) => string };

/** Splits most of the first rows into the most columns. */
function delimiterOf(text: string, read: CellReader): string {
  const start = text.slice(0, head.length);
  const columns = (delimiter: string) => {
    try {
      const counts = parseCsv(start, delimiter, head.rows, read).map(({ cells }) => cells.length);
      return counts.toSorted((first, second) => first - second)[counts.length >> 1] ?? 0;
    } catch {
      return start.split("\n", 1)[0]!.split(delimiter).length;
    }
  };
  const counts = delimiters.map(columns);
  return delimiters[counts.indexOf(Math.max(...counts))]!;
}

function parseCsv(
  text: string,
  delimiter: string,
  most: number,
  { columns, clean }: CellReader,
): CsvRow[] {
  const parsed = parse(text, {
    bom: true,
    // The parser's own record limit does not count empty cells.
    cast: (cell, { index }) => {
      if (index >= columns) throw new TooWide();
      return clean(cell.replace(notGuessed, (_, inner: string) => inner.replaceAll('""', '"')));
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

/** First bytes of spreadsheets and documents. */
const otherFiles = ["PK\u0003\u0004", "%PDF-", "\u00d0\u00cf\u0011\u00e0"];

/** UTF-8, UTF-16 with a byte order mark, otherwise Windows-1252. Null if not text. */
export function decodeText(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, 5));
  if (otherFiles.some((other) => start.startsWith(other))) return null;
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  return /[\u0000-\u0008\u000e-\u001f]/.test(text) ? null : text;
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

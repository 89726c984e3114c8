import type { ImportKind } from "#app/server/database/enums.ts";
import { type CsvRow, decodeText, readCsv } from "#app/server/csv.server.ts";
import { cleanText } from "#app/values/text.ts";
import { orderOf } from "#app/values/written-dates.ts";
import { guessKind, guessUses, shownColumns } from "./columns.server.ts";
import {
  columnUses,
  type FileToRead,
  importLimits,
  type ImportRows,
  type LineNote,
  type MemberState,
  type ReadImport,
  tooLargeImport,
} from "./model.ts";
import { readAppointment } from "./appointment-rows.server.ts";
import { mergeClients, readClient } from "./client-rows.server.ts";
import type { RowResult, UsedRow } from "./rows.server.ts";
import { mergeSubscribers, readSubscriber } from "./subscriber-rows.server.ts";
import { isZip, unzip } from "./zip.server.ts";

export type ImportFile = ReadImport | { is: "refused"; message: string };

/** One CSV; an archive of Mailchimp has several. */
type Part = { name: string; header: string[]; rows: CsvRow[] };

/** May take a second: requests run it in a worker thread. */
export function readImport({ bytes, fileName, choice }: FileToRead): ImportFile {
  const parts = partsOf(bytes, fileName);
  if (typeof parts === "string") return { is: "refused", message: parts };
  const [first] = parts;
  if (!first) return { is: "refused", message: "There are no lines in it." };
  const kind = choice.kind ?? guessKind(first.header);
  // Each part of an archive has columns of its own, which are read by their names.
  const isOne = parts.length === 1;
  const usesOf = ({ header, rows }: Part) => {
    const said =
      isOne && choice.uses?.map((use) => (Object.hasOwn(columnUses[kind], use) ? use : ""));
    return said || guessUses(kind, header, cellsOf(rows));
  };
  const used = parts.map((part) => ({ part, uses: usesOf(part) }));
  const open: Record<string, string> = {};
  for (const [field, message] of needs[kind])
    if (!used.some(({ uses }) => uses.includes(field))) open["use-0"] ??= message;
  const dates = used.flatMap(({ part, uses }) => datesOf(part, uses));
  const order = choice.order ?? settledOrder(dates);
  if (kind === "appointments" && order === null) open.order = bothWays;
  const rows = used.flatMap(({ part, uses }) => usedRows(part, uses, isOne));
  const read = readRows(kind, rows, { order: order ?? "day-first", members: choice.members });
  if (read.unsaid && Object.keys(open).length === 0) open.members = whoAreThey;
  return {
    is: "read",
    columns: isOne ? shownColumns(first.header, cellsOf(first.rows), used[0]!.uses) : [],
    choice: { kind, order, members: choice.members ?? null },
    open,
    unreadable: read.unreadable,
    skipped: read.skipped,
    ...read.rows,
  };
}

const needs: Record<ImportKind, readonly (readonly [use: string, message: string])[]> = {
  clients: [["email", "Choose the column with the email addresses."]],
  appointments: [["start", "Choose the column that says when each one starts."]],
  subscribers: [["email", "Choose the column with the email addresses."]],
};
const bothWays = "These dates can be read both ways. Choose which comes first.";
const whoAreThey = "This file doesn't say whether these people are subscribed. Please choose.";

const cellsOf = (rows: readonly CsvRow[]) => rows.map(({ cells }) => cells);

function settledOrder(dates: readonly string[]) {
  const order = orderOf(dates);
  return order === "neither" ? "day-first" : order;
}

function datesOf({ rows }: Part, uses: readonly string[]): string[] {
  const columns = uses.flatMap((use, column) => (use === "start" || use === "end" ? [column] : []));
  return rows.flatMap(({ cells }) => columns.map((column) => cells[column] ?? ""));
}

/** `at`: names the part of an archive in a message. */
type NamedRow = UsedRow & { part: string; at: string };

function usedRows(
  { name, header, rows }: Part,
  uses: readonly string[],
  isOne: boolean,
): NamedRow[] {
  const columns = Map.groupBy(uses.keys(), (column) => uses[column]!);
  return rows.map(({ cells, line }) => {
    const all = (use: string) =>
      (columns.get(use) ?? []).flatMap((column) =>
        cells[column] ? [{ name: header[column] ?? "", value: cells[column] }] : [],
      );
    return {
      line,
      part: name,
      at: isOne ? "" : ` (${name})`,
      all,
      first: (use) => all(use)[0]?.value ?? "",
    };
  });
}

type Said = { order: "day-first" | "month-first"; members: MemberState | undefined };

function readRows(kind: ImportKind, rows: readonly NamedRow[], said: Said) {
  if (kind === "appointments") {
    const { read, ...others } = sort(rows, (row) => readAppointment(row, said.order));
    return { ...others, rows: { kind, rows: read } satisfies ImportRows, unsaid: false };
  }
  if (kind === "clients") {
    const { read, unreadable, skipped } = sort(rows, readClient);
    const merged = mergeClients(read);
    const kept = { kind, rows: merged.rows } satisfies ImportRows;
    return { rows: kept, unreadable, skipped: [...skipped, ...merged.skipped], unsaid: false };
  }
  const found = sort(rows, (row) => readSubscriber(row, row.part, said.members));
  const merged = mergeSubscribers(found.read);
  return {
    rows: { kind, rows: merged.rows } satisfies ImportRows,
    unreadable: found.unreadable,
    skipped: [...found.skipped, ...merged.skipped],
    unsaid: merged.unsaid,
  };
}

function sort<Row>(rows: readonly NamedRow[], read: (row: NamedRow) => RowResult<Row>) {
  const results = rows.map((row) => ({ line: row.line, at: row.at, result: read(row) }));
  const notes = (of: "unreadable" | "skipped"): LineNote[] =>
    results.flatMap(({ line, at, result }) =>
      of in result ? [{ line, why: `${(result as Record<string, string>)[of]}${at}` }] : [],
    );
  return {
    read: results.flatMap(({ result }) => ("row" in result ? [result.row] : [])),
    unreadable: notes("unreadable"),
    skipped: notes("skipped"),
  };
}

/** The sentence of a refusal, if none can be read. */
function partsOf(bytes: Uint8Array, fileName: string): Part[] | string {
  if (!isZip(bytes)) {
    const part = readPart("", bytes);
    return typeof part === "string" ? part : part ? [{ ...part, name: stateName(fileName) }] : [];
  }
  const isTable = (name: string) => /^(?!__MACOSX).*\.csv$/i.test(name);
  const files = unzip(bytes, importLimits.bytes, isTable);
  if (!files) return "This archive is damaged or too large. Unpack it and import its files.";
  if (files.length === 0) return "There is no CSV file in this archive.";
  const parts = files.map(({ name, bytes: file }) => readPart(name.split("/").at(-1)!, file));
  const failed = parts.find((part) => typeof part === "string");
  return failed ?? parts.filter((part) => part !== null && typeof part !== "string");
}

/** Mailchimp says in the name of a file who is in it. */
const stateName = (fileName: string) => (/(subscribed|cleaned)_/i.test(fileName) ? fileName : "");

function readPart(name: string, bytes: Uint8Array): Part | null | string {
  const text = decodeText(bytes);
  if (text === null) return "This isn't a CSV file. Export it as CSV.";
  if (text.length > importLimits.bytes) return tooLargeImport;
  const table = readCsv(text, importLimits, (cell) => cleanText(cell).trim());
  if (!table.ok && table.reason === "malformed")
    return `Line ${table.line} can't be read as CSV. Export the file again as CSV.`;
  if (!table.ok)
    return table.reason === "long" ? tooLargeImport : "This has too many columns to be read.";
  const [header, ...rows] = table.rows;
  return header && rows.length > 0 ? { name, header: header.cells, rows } : null;
}

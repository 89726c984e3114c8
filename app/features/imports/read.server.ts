import type { ImportKind } from "#app/server/database/enums.ts";
import { type CsvRow, decodeText, readCsv } from "#app/server/csv.server.ts";
import { cleanText, cutCharacters } from "#app/values/text.ts";
import { orderOf, looksLikeDate } from "#app/values/written-dates.ts";
import { inflateRawSync } from "node:zlib";
import {
  columnUses,
  type FileToRead,
  importLimits,
  type ImportRows,
  type LineNote,
  type MemberState,
  type ReadImport,
  tooLargeImport,
  type ImportColumn,
} from "./model.ts";
import {
  readAppointment,
  mergeClients,
  readClient,
  mergeSubscribers,
  readSubscriber,
  type RowResult,
  type UsedRow,
  emailIn,
} from "./rows.server.ts";

const plainName = (name: string) =>
  name
    .replaceAll(/([a-z])(?=[A-Z])/g, "$1 ")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();

type Guesses = readonly (readonly [use: string, names: RegExp])[];

const who = "((client|contact|customer|primary|attendee|invitee|subscriber) )?";
const email = new RegExp(`^${who}e ?mail( address| 1)?$`);
const firstName = new RegExp(`^${who}(first|given|f) ?name$`);
const lastName = new RegExp(`^(co |${who})((last|family|l) ?name|surname)$`);
const wholeName = new RegExp(`^(${who}|(full|display|student) )name$|^(client|contact)$`);
const phone = /\b(phone|mobile|cell|tel(ephone)?)\b(?!.*\b(type|label)\b)/;
const remarks = /\b(notes?|comments?)$|^(instruments?|company( name)?)$/;

/** Students of a school: their parents are the clients. */
const parent = "(parent|guardian)( contact)?( 1)?";
const parents: Guesses = [
  ["email", new RegExp(`^${parent} e ?mail( address)?$`)],
  ["firstName", new RegExp(`^${parent} first name$`)],
  ["lastName", new RegExp(`^${parent} last name$`)],
  ["name", new RegExp(`^${parent}( name)?$`)],
  ["phone", new RegExp(`^${parent} .*(phone|mobile)`)],
  ["student", /^(student )?(first |last |full )?name$/],
  ["otherEmail", /^(student )?e ?mail( address)?$/],
  ["phone", /^(student )?(mobile|home)?( phone)?$/],
  ["notes", remarks],
];

const guesses: Record<ImportKind, Guesses> = {
  clients: [
    ["email", email],
    ["firstName", firstName],
    ["lastName", lastName],
    ["name", wholeName],
    ["phone", phone],
    ["notes", remarks],
  ],
  appointments: [
    [
      "start",
      /^(start|begin)s?( date| time| at)*$|^((appointment|lesson|event|scheduled) )?(date|time)( time)?$/,
    ],
    ["end", /^(end|finish)s?( date| time| at)*$/],
    ["minutes", /^(default |appointment |lesson )?(duration|length|minutes)( in)?( min(ute)?s?)?$/],
    [
      "title",
      /^(appointment|event|lesson) (type|name|title)( name)?$|^(type|title|services?|event)$/,
    ],
    [
      "booked",
      /^(date (scheduled|booked)|(event )?(booked|scheduled|created)( on| at| date| time)*)$/,
    ],
    ["email", email],
    ["firstName", firstName],
    ["lastName", lastName],
    ["name", wholeName],
    ["phone", phone],
    ["price", /^((appointment|lesson|total) )?price$|^fee$/],
    ["paid", /^paid$/],
    ["status", /^((appointment|attendance) )?status$|^cancell?ed$/],
    ["notes", /\b(notes?|comments?)$/],
  ],
  subscribers: [
    ["email", email],
    ["firstName", firstName],
    ["lastName", lastName],
    ["asked", /^opt ?in time$|^(subscribed|signed up|date added|subscriber since)( on| at)?$/],
    ["confirmed", /^confirm(ed)? (time|at)$/],
    ["left", /^(unsub|clean)(scribed|ed)? (time|at)$/],
    ["status", /^((email )?(marketing|subscriber) |subscription )?status$|^accepts .*marketing$/],
  ],
};

/** Columns that only Mailchimp writes. */
const mailchimp = /^(opt ?in (time|ip)|confirm (time|ip)|member rating|leid|euid)$/;
const startColumn = guesses.appointments[0]![1];

function guessKind(header: readonly string[]): ImportKind {
  const names = header.map(plainName);
  if (names.some((name) => mailchimp.test(name))) return "subscribers";
  return names.some((name) => startColumn.test(name)) ? "appointments" : "clients";
}

/** Empty for what an import has no use for. */
function guessUses(
  kind: ImportKind,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  const names = header.map(plainName);
  const isSchool = kind === "clients" && names.some((name) => parents[0]![1].test(name));
  const table = isSchool ? parents : guesses[kind];
  const cellsOf = (column: number) => rows.map((row) => row[column] ?? "").filter(Boolean);
  const uses = names.map((name, column) => {
    const use = table.find(([, pattern]) => pattern.test(name))?.[0] ?? "";
    return use === "start" && !cellsOf(column).some(looksLikeDate) ? "startTime" : use;
  });
  if (uses.includes("email")) return uses;
  const addresses = uses.findIndex((_, column) => cellsOf(column).some((cell) => emailIn(cell)));
  return uses.map((use, column) => (column === addresses ? "email" : use));
}

const shownRows = 3;

function shownColumns(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  uses: readonly string[],
): ImportColumn[] {
  return header.map((name, column) => ({
    field: `use-${column}`,
    name: cutCharacters(name, 60) || `Column ${column + 1}`,
    examples: rows
      .flatMap((row) => row[column] || [])
      .slice(0, shownRows)
      .map((cell) => cutCharacters(cell, 40)),
    use: uses[column] ?? "",
  }));
}

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
  const titles = table.rows.findIndex(({ cells }) => cells.filter(Boolean).length > 1);
  const isList = table.rows.slice(0, titles + 1).some(({ cells }) => cells.some(emailIn));
  const [header, ...rows] = table.rows.slice(isList ? 0 : Math.max(titles, 0));
  return header && rows.length > 0 ? { name, header: header.cells, rows } : null;
}

/* The files in a ZIP archive (APPNOTE.TXT 4.3), such as the one that Mailchimp exports. */

type ArchivedFile = { name: string; bytes: Uint8Array };

/** The size of the end of the central directory, and of its longest comment. */
const end = { size: 22, comment: 0xffff };

const isZip = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 4)).equals(zipStart);
const zipStart = Buffer.from("PK\u0003\u0004");

/** Null for a damaged archive, or one whose files have more than `most` bytes together. */
function unzip(bytes: Uint8Array, most: number, isWanted: (name: string) => boolean) {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const from = Math.max(0, view.length - end.size - end.comment);
    const last = view.lastIndexOf("PK\u0005\u0006");
    if (last < from) return null;
    const files: ArchivedFile[] = [];
    let at = view.readUInt32LE(last + 16);
    let room = most;
    for (let left = view.readUInt16LE(last + 10); left > 0; left--) {
      const [nameLength, extra, comment] = [28, 30, 32].map((part) => view.readUInt16LE(at + part));
      const name = view.toString("utf8", at + 46, at + 46 + nameLength!);
      if (isWanted(name)) {
        const file = extract(view, at, room);
        room -= file.length;
        files.push({ name, bytes: file });
      }
      at += 46 + nameLength! + extra! + comment!;
    }
    return files;
  } catch (error) {
    // Reading past the end, or data that can't be inflated into the room that is left.
    if (error instanceof RangeError || (error as { code?: string }).code) return null;
    throw error;
  }
}

function extract(view: Buffer, at: number, room: number): Buffer {
  const [method, size] = [view.readUInt16LE(at + 10), view.readUInt32LE(at + 20)];
  const header = view.readUInt32LE(at + 42);
  const start = header + 30 + view.readUInt16LE(header + 26) + view.readUInt16LE(header + 28);
  const packed = view.subarray(start, start + size);
  if (packed.length < size || size > room) throw new RangeError("Too large.");
  return method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, room) });
}

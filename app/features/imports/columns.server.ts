import type { ImportKind } from "#app/server/database/enums.ts";
import { looksLikeDate } from "#app/values/written-dates.ts";
import { cutCharacters } from "#app/values/text.ts";
import type { ImportColumn } from "./model.ts";
import { emailIn } from "./rows.server.ts";

const plainName = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();

type Guesses = readonly (readonly [use: string, names: RegExp])[];

const email = /^((client|contact|customer|primary|attendee|subscriber) )?e ?mail( address| 1)?$/;
const firstName = /^(first|given|f) ?name$/;
const lastName = /^(last|family|l) ?name$|^surname$/;
const wholeName =
  /^((full|client|contact|customer|display|attendee|student) )?name$|^(client|contact)$/;
const phone = /\b(phone|mobile|cell|tel(ephone)?)\b(?!.*\btype\b)/;
const notes = /\b(notes?|comments?)$|^(instruments?|company( name)?)$/;

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
  ["notes", notes],
];

const guesses: Record<ImportKind, Guesses> = {
  clients: [
    ["email", email],
    ["firstName", firstName],
    ["lastName", lastName],
    ["name", wholeName],
    ["phone", phone],
    ["notes", notes],
  ],
  appointments: [
    [
      "start",
      /^(start|begin)s?( date| time| at)*$|^((appointment|lesson|event|scheduled) )?(date|time)( time)?$/,
    ],
    ["end", /^(end|finish)s?( date| time| at)*$/],
    ["minutes", /^(default |appointment |lesson )?(duration|length|minutes)( in)?( min(ute)?s?)?$/],
    ["title", /^(appointment|event|lesson) (type|name|title)$|^(type|title|services?|event)$/],
    ["booked", /^(date (scheduled|booked)|(booked|scheduled|created)( on| at)?)$/],
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
    ["status", /^((email )?marketing |subscriber |subscription )?status$/],
  ],
};

/** Columns that only Mailchimp writes. */
const mailchimp = /^(opt ?in (time|ip)|confirm (time|ip)|member rating|leid|euid)$/;
const start = guesses.appointments[0]![1];

export function guessKind(header: readonly string[]): ImportKind {
  const names = header.map(plainName);
  if (names.some((name) => mailchimp.test(name))) return "subscribers";
  return names.some((name) => start.test(name)) ? "appointments" : "clients";
}

/** Empty for what an import has no use for. */
export function guessUses(
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

export function shownColumns(
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

import { check, emailAddress } from "#app/values/rules.ts";
import { cutCharacters, oneLine } from "#app/values/text.ts";
import { typedAmount } from "#app/values/money.ts";
import { instantFrom } from "#app/values/wall-clock.ts";
import { type DateOrder, readDate, readZonedTime, readMinutes } from "#app/values/written-dates.ts";
import type { ClientRow, LineNote, MemberState, SubscriberRow, AppointmentRow } from "./model.ts";

/** A row whose cells are asked for by what they hold. */
export type UsedRow = {
  line: number;
  /** The first that is not empty. */
  first: (use: string) => string;
  /** With the names of their columns, without empty ones. */
  all: (use: string) => { name: string; value: string }[];
};

export type RowResult<Row> = { row: Row } | { unreadable: string } | { skipped: string };

/** For a message, from a cell of any length. */
const quotedCell = (cell: string) => `"${cutCharacters(oneLine(cell), 40)}"`;

/** In lower case; null for what is no email address. */
export function emailIn(cell: string): string | null {
  const checked = check(emailAddress(""), cell);
  return checked.ok ? checked.value.toLowerCase() : null;
}

const longest = { name: 200, phone: 40, notes: 4_000 };

function wholeNameIn({ first }: UsedRow): string {
  const name = first("name") || `${first("firstName")} ${first("lastName")}`;
  return cutCharacters(oneLine(name), longest.name);
}

/** Spreadsheets put an apostrophe before a plus. */
const phoneIn = ({ first }: UsedRow) =>
  cutCharacters(oneLine(first("phone").replace(/^'/, "")), longest.phone);

function notesIn({ all }: UsedRow): string {
  const notes = all("notes");
  const lines = notes.map(({ name, value }) => (notes.length > 1 ? `${name}: ${value}` : value));
  return joinNotes(lines);
}

const joinNotes = (lines: readonly string[]) =>
  cutCharacters([...new Set(lines)].filter(Boolean).join("\n"), longest.notes);

export function readClient(row: UsedRow): RowResult<ClientRow> {
  const written = row.first("email") || row.first("otherEmail");
  if (!written) return { skipped: "it has no email address" };
  const email = emailIn(written);
  if (!email) return { unreadable: `${quotedCell(written)} is not an email address` };
  const named = row.all("student").map(({ value }) => value);
  const student = oneLine(named.join(" "));
  const name = wholeNameIn(row) || student || email;
  const notes = [student && student !== name ? `Student: ${student}` : "", notesIn(row)];
  const { line } = row;
  return { row: { line, email, name, phone: phoneIn(row), notes: joinNotes(notes) } };
}

/** Brothers and sisters share the email address of a parent. */
export function mergeClients(rows: readonly ClientRow[]) {
  const people = new Map<string, ClientRow>();
  const skipped: LineNote[] = [];
  for (const row of rows) {
    const known = people.get(row.email);
    if (!known) people.set(row.email, row);
    else {
      const phone = known.phone || row.phone;
      const notes = joinNotes([...known.notes.split("\n"), ...row.notes.split("\n")]);
      people.set(row.email, { ...known, phone, notes });
      const why = `same email as line ${known.line}, so it's added there`;
      skipped.push({ line: row.line, why });
    }
  }
  return { rows: [...people.values()], skipped };
}

type FoundSubscriber = Omit<SubscriberRow, "state"> & { state: MemberState | null };

/** `file`: its name; empty if it says nothing about who is in it. */
export function readSubscriber(
  row: UsedRow,
  file: string,
  said: MemberState | undefined,
): RowResult<FoundSubscriber> {
  if (/^nonsubscribed/i.test(file)) return { skipped: "never subscribed" };
  const written = row.first("email");
  if (!written) return { skipped: "it has no email address" };
  const email = emailIn(written);
  if (!email) return { unreadable: `${quotedCell(written)} is not an email address` };
  const [asked, confirmed, left] = ["asked", "confirmed", "left"].map((of) =>
    timeIn(row.first(of)),
  );
  const status = row.first("status");
  const told = row.first("left") ? "unsubscribed" : (stateIn(file) ?? stateIn(status));
  if (status && !told) return { skipped: "not subscribed" };
  const state = told ?? said ?? null;
  const found = { line: row.line, email, state, asked: asked!, confirmed: confirmed!, left: left! };
  // Of those who left only the address is kept, so that nobody writes to it.
  const names =
    state === "unsubscribed" ? ["", ""] : [row.first("firstName"), row.first("lastName")];
  const [firstName, lastName] = names.map((name) => cutCharacters(oneLine(name), 100));
  return { row: { ...found, firstName: firstName!, lastName: lastName! } };
}

function stateIn(text: string): MemberState | null {
  if (/unsubscribed|cleaned|bounced|archived|opted.?out|cancell?ed|complained/i.test(text))
    return "unsubscribed";
  const isOther = /pending|transactional|inactive|(?<![a-z])(no|not|non|never)([^a-z]|s)/i.test(
    text,
  );
  return !isOther && /subscribed|active|opted.?in|opt-in|^(confirmed|yes|y|true|1)$/i.test(text)
    ? "subscribed"
    : null;
}

/** Mailchimp writes UTC. */
function timeIn(cell: string): Date | null {
  const [, day, time] = /^(\d{4}[-/]\d\d[-/]\d\d)[ T](\d\d:\d\d(?::\d\d)?)/.exec(cell) ?? [];
  const instant = new Date(`${day?.replaceAll("/", "-")}T${time}Z`);
  return Number.isNaN(instant.getTime()) ? null : instant;
}

/** An address that left one list is on none. `unsaid`: for some the file doesn't say. */
export function mergeSubscribers(rows: readonly FoundSubscriber[]) {
  const people = new Map<string, SubscriberRow>();
  const skipped: LineNote[] = [];
  let unsaid = false;
  for (const row of rows) {
    const { state } = row;
    if (!state) {
      unsaid = true;
      continue;
    }
    const known = people.get(row.email);
    if (known) skipped.push({ line: row.line, why: "this email is in it twice" });
    if (!known || (known.state === "subscribed" && state === "unsubscribed"))
      people.set(row.email, { ...row, state });
  }
  return { rows: [...people.values()], skipped, unsaid };
}

/** Times without a zone are Melbourne's. */
export function readAppointment(row: UsedRow, order: DateOrder): RowResult<AppointmentRow> {
  if (isCancelled(row)) return { skipped: "it was cancelled" };
  const [startCell, email] = [row.first("start"), row.first("email")];
  if (!startCell) return { unreadable: "it doesn't say when it starts" };
  const startsAt = instantIn(startCell, row.first("startTime"), order);
  if (typeof startsAt === "string") return { unreadable: startsAt };
  const endsAt = endOf(row, startsAt, order);
  if (typeof endsAt === "string") return { unreadable: endsAt };
  if (email && !emailIn(email))
    return { unreadable: `${quotedCell(email)} is not an email address` };
  const name = wholeNameIn(row) || email;
  if (!name) return { unreadable: "it doesn't say who it is for" };
  const details = { email: emailIn(email) ?? "", name, phone: phoneIn(row), notes: notesIn(row) };
  const title = cutCharacters(oneLine(row.first("title")), 200) || "Appointment";
  const bookedOn = readDate(row.first("booked"), order);
  const price = priceOf(row);
  return { row: { line: row.line, title, startsAt, endsAt, bookedOn, price, ...details } };
}

const isCancelled = ({ all }: UsedRow) =>
  all("status").some(({ name, value }) =>
    /cancel/i.test(name)
      ? !/^(n|no|not .*|none|null|n\/a|false|0|-)$/i.test(value)
      : /cancel|declined|deleted/i.test(value),
  );

/** Or the reason why there is none. */
function instantIn(cell: string, timeCell: string, order: DateOrder): Date | string {
  const day = readDate(cell, order);
  if (!day) return `${quotedCell(cell)} is not a date`;
  const minutes = readMinutes(timeCell || cell);
  const instant = minutes === null ? null : instantFrom(day, minutes);
  return (timeCell ? null : readZonedTime(cell, order)) ?? instant ?? "it has no time of day";
}

const msPerMinute = 60_000;
const longestMinutes = 24 * 60;

function endOf(row: UsedRow, startsAt: Date, order: DateOrder): Date | string {
  const ends = row.all("end").map(({ value }) => value);
  const [end, length] = [ends.join(" "), row.first("minutes")];
  const endsAt = end
    ? endIn(end, row.first("start"), order)
    : startsAt.getTime() + lengthIn(length);
  if (typeof endsAt === "string") return endsAt;
  const minutes = (Number(endsAt) - startsAt.getTime()) / msPerMinute;
  if (Number.isNaN(minutes)) return "it doesn't say how long it takes";
  if (minutes <= 0) return "it ends before it starts";
  return minutes > longestMinutes ? "it takes longer than a day" : new Date(endsAt);
}

/** A time alone is of the day on which it starts. */
const endIn = (end: string, start: string, order: DateOrder) =>
  readDate(end, order) ? instantIn(end, "", order) : instantIn(start, end, order);

/** In milliseconds, of `45`, `45 min`, `1.5 hours`, `1 hr 30 min` or `1:30`. */
function lengthIn(cell: string): number {
  const plain = cell.replace(/^(\d{1,2}):(\d\d)(:00)?$/, "$1 h $2").trim();
  const [, hours, minutes] = lengthPattern.exec(plain) ?? [];
  return (Number(hours ?? 0) * 60 + Number(minutes ?? 0) || NaN) * msPerMinute;
}

const lengthPattern =
  /^(?:(\d{1,2}(?:\.\d+)?) *h[a-z]*\.?[ ,]*)?(?:(?:and )?(\d{1,4}(?:\.\d+)?) *(?:m[a-z]*\b.*)?|\D.*)?$/i;

/** What is paid elsewhere is not asked for again. */
function priceOf(row: UsedRow): number | null {
  const [price, paid] = [row.first("price"), row.first("paid")];
  if (/^(y|yes|true|paid)/i.test(paid)) return null;
  const amount = typedAmount(price.replace(/^AUD? ?| ?AUD$/g, ""));
  return amount && amount > 0 ? amount : null;
}

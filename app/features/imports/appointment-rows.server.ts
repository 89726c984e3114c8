import { typedAmount } from "#app/values/money.ts";
import { cutCharacters, oneLine } from "#app/values/text.ts";
import { instantFrom } from "#app/values/wall-clock.ts";
import { type DateOrder, readDate, readMinutes } from "#app/values/written-dates.ts";
import type { AppointmentRow } from "./model.ts";
import {
  emailIn,
  wholeNameIn,
  notesIn,
  phoneIn,
  quotedCell,
  type RowResult,
  type UsedRow,
} from "./rows.server.ts";

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
    /cancel/i.test(name) ? /^(y|yes|true|1)$/i.test(value) : /cancel/i.test(value),
  );

/** Or the reason why there is none. */
function instantIn(cell: string, timeCell: string, order: DateOrder): Date | string {
  if (/T.*(Z|[+-]\d\d:?\d\d)$/i.test(cell)) {
    const instant = new Date(cell);
    return Number.isNaN(instant.getTime()) ? `${quotedCell(cell)} is not a date` : instant;
  }
  const day = readDate(cell, order);
  if (!day) return `${quotedCell(cell)} is not a date`;
  const minutes = readMinutes(timeCell || cell);
  const instant = minutes === null ? null : instantFrom(day, minutes);
  return instant ?? "it has no time of day";
}

const msPerMinute = 60_000;
const longestMinutes = 24 * 60;

function endOf(row: UsedRow, startsAt: Date, order: DateOrder): Date | string {
  const [end, length] = [row.first("end"), row.first("minutes")];
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
  readDate(end, order) || /T.*Z$/.test(end)
    ? instantIn(end, "", order)
    : instantIn(start, end, order);

/** In milliseconds, of `45`, `45 min` or `1.5 hours`. */
function lengthIn(cell: string): number {
  const [, count, unit = ""] = /^(\d{1,4}(?:\.\d+)?) *(h|m|$)/i.exec(cell) ?? [];
  return Number(count ?? NaN) * (/h/i.test(unit) ? 60 : 1) * msPerMinute;
}

/** What is paid elsewhere is not asked for again. */
function priceOf(row: UsedRow): number | null {
  const [price, paid] = [row.first("price"), row.first("paid")];
  if (/^(y|yes|true|paid)/i.test(paid)) return null;
  const amount = typedAmount(price.replace(/^AUD? ?/, ""));
  return amount && amount > 0 ? amount : null;
}

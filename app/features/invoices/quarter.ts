import { addMonths, type Day, type Month } from "#app/values/calendar.ts";

/** A quarter of the calendar year in Melbourne, as in its URL: `2026-4`. */
export type Quarter = string;

/** Years 1900 to 2999. */
export function readQuarter(text: string): Quarter | null {
  return /^(?:19|2\d)\d\d-[1-4]$/.test(text) ? text : null;
}

export function quarterOf(day: Day): Quarter {
  return `${day.slice(0, 4)}-${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
}

export function addQuarters(quarter: Quarter, quarters: number): Quarter {
  return quarterOf(`${addMonths(firstMonth(quarter), quarters * 3)}-01`);
}

const firstMonth = (quarter: Quarter): Month =>
  `${quarter.slice(0, 4)}-${String(Number(quarter.slice(5)) * 3 - 2).padStart(2, "0")}`;

export type DaySpan = { from: Day; before: Day };

export function spanOf(quarter: Quarter): DaySpan {
  return { from: `${firstMonth(quarter)}-01`, before: `${firstMonth(addQuarters(quarter, 1))}-01` };
}

export const isWithin = (day: Day, { from, before }: DaySpan) => day >= from && day < before;

export function quarterInWords(quarter: Quarter): string {
  const first = firstMonth(quarter);
  const [start, end] = [first, addMonths(first, 2)].map((month) => monthName.format(noonOf(month)));
  return `${start} to ${end} ${quarter.slice(0, 4)}`;
}

const monthName = new Intl.DateTimeFormat("en-AU", { timeZone: "UTC", month: "long" });
const noonOf = (month: Month) => new Date(`${month}-01T12:00:00Z`);

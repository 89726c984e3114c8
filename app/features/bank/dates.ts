import { type Day, isDay } from "#app/values/calendar.ts";
import { type DateOrder, dateOrders } from "./model.ts";

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const month = String.raw`(${months.map((name) => `${name}[a-z]*`).join("|")})\.?`;
/** A time of day that some banks add. */
const time = String.raw`(?:[ T,]+\d{1,2}:\d{2}.*)?`;

const numeric = new RegExp(String.raw`^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})${time}$`);
const isoLike = new RegExp(String.raw`^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})${time}$`);
/** Without separators only what is hardly an account's number. */
const compact = /^((?:19|20)\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;
const dayAndMonth = new RegExp(String.raw`^(\d{1,2})[ -]${month}[ ,-]+(\d{4}|\d{2})${time}$`, "i");
const monthAndDay = new RegExp(String.raw`^${month}[ -](\d{1,2})[ ,-]+(\d{4}|\d{2})${time}$`, "i");

/** Whether it is written like a date, though no calendar may have it. */
export function looksLikeDate(written: string): boolean {
  return [numeric, isoLike, compact, dayAndMonth, monthAndDay].some((form) =>
    form.test(written.trim()),
  );
}

/** Reads `03/09/2026` in the given order, and `2026-09-03`, `03 Sep 26`, `Sep 3, 2026` in any. */
export function readDate(written: string, order: DateOrder): Day | null {
  const text = written.trim();
  const [, first, second, year] = numeric.exec(text) ?? [];
  if (first && second && year)
    return order === "day-first" ? toDay(year, second, first) : toDay(year, first, second);
  const iso = isoLike.exec(text) ?? compact.exec(text);
  if (iso) return toDay(iso[1]!, iso[2]!, iso[3]!);
  const named = dayAndMonth.exec(text);
  if (named) return toDay(named[3]!, monthNumber(named[2]!), named[1]!);
  const american = monthAndDay.exec(text);
  return american && toDay(american[3]!, monthNumber(american[1]!), american[2]!);
}

const monthNumber = (name: string) => String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1);

function toDay(year: string, inYear: string, date: string): Day | null {
  const day = [year.padStart(4, "20"), inYear.padStart(2, "0"), date.padStart(2, "0")].join("-");
  return isDay(day) ? day : null;
}

/** In which order a whole column is written: null when it can be either, `neither` when it is none. */
export function orderOf(column: readonly string[]): DateOrder | "neither" | null {
  const readings = dateOrders.map((order) => column.map((written) => readDate(written, order)));
  const fits = dateOrders.filter((_, at) => readings[at]!.every((day) => day !== null));
  if (fits.length === 0) return "neither";
  const same = readings[0]!.every((day, row) => day === readings[1]![row]);
  return fits.length === 1 || same ? fits[0]! : null;
}

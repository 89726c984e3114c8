import { type Day, isDay, melbourneDay } from "./calendar.ts";
import { plainSigns } from "./text.ts";

export const dateOrders = ["day-first", "month-first"] as const;
export const orderLabels = {
  "": "As the dates themselves show",
  "day-first": "Day first: 3/9 is 3 September",
  "month-first": "Month first: 9/3 is 3 September",
};
export type DateOrder = (typeof dateOrders)[number];

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const month = String.raw`(${months.map((name) => `${name}[a-z]*`).join("|")})\.?`;
const time = String.raw`(?:[ T,]+(\d{1,2}:\d{2}.*))?`;

const numeric = new RegExp(String.raw`^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})${time}$`);
const isoLike = new RegExp(String.raw`^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})${time}$`);
/** Without separators, only plausible dates: an account number may look alike. */
const compact = new RegExp(
  String.raw`^((?:19|20)\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])${time}$`,
);
const dayAndMonth = new RegExp(String.raw`^(\d{1,2})[ -]${month}[ ,-]+(\d{4}|\d{2})${time}$`, "i");
const monthAndDay = new RegExp(String.raw`^${month}[ -](\d{1,2})[ ,-]+(\d{4}|\d{2})${time}$`, "i");

const plain = (written: string) => plainSigns(written.slice(0, 60)).trim();

/** Also true for an impossible date. */
export function looksLikeDate(written: string): boolean {
  const text = plain(written);
  return [numeric, isoLike, compact, dayAndMonth, monthAndDay].some((form) => form.test(text));
}

type Parts = [year: string, inYear: string, date: string, time?: string];

function partsOf(text: string, order: DateOrder): Parts | null {
  const [, first, second, year, at] = numeric.exec(text) ?? [];
  if (first && second && year)
    return order === "day-first" ? [year, second, first, at] : [year, first, second, at];
  const iso = isoLike.exec(text) ?? compact.exec(text);
  if (iso) return [iso[1]!, iso[2]!, iso[3]!, iso[4]];
  const named = dayAndMonth.exec(text);
  if (named) return [named[3]!, monthNumber(named[2]!), named[1]!, named[4]];
  const american = monthAndDay.exec(text);
  return american && [american[3]!, monthNumber(american[1]!), american[2]!, american[4]];
}

const monthNumber = (name: string) => String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1);

/** An instant is read as its day in Melbourne. `isUtc`: times without a zone are UTC. */
export function readDate(written: string, order: DateOrder, isUtc = false): Day | null {
  const [day, at] = dayAndTime(written, order);
  const instant = day === null ? null : instantAt(day, at, isUtc);
  return instant ? melbourneDay(instant) : day;
}

export function readZonedTime(written: string, order: DateOrder): Date | null {
  const [day, at] = dayAndTime(written, order);
  return day === null ? null : instantAt(day, at, false);
}

function dayAndTime(written: string, order: DateOrder): [day: Day | null, at: string] {
  const [year = "", inYear = "", date = "", at = ""] = partsOf(plain(written), order) ?? [];
  const day = [year.padStart(4, "20"), inYear.padStart(2, "0"), date.padStart(2, "0")].join("-");
  return [isDay(day) ? day : null, at];
}

const clock = /^(\d{1,2}):(\d{2})(?::[\d.,]+)? *(?:([ap])\.?m\.?)? *(.*)$/i;
const zone = /^(?:z|utc|gmt)? *(?:([+-]\d{1,2}):?(\d{2})?)?$/i;

function instantAt(day: Day, at: string, isUtc: boolean): Date | null {
  const [, hour, minute, half, rest = ""] = clock.exec(at) ?? [];
  const [zoned, hours = "0", minutes = "0"] = zone.exec(rest) ?? [];
  if (zoned === undefined || !hour || (zoned === "" && !isUtc)) return null;
  const inDay = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour);
  const offset = Number(hours) * 60 + Number(`${hours[0] === "-" ? "-" : ""}${minutes}`);
  const utc = inDay * 60 + Number(minute) - offset;
  return new Date(Date.parse(`${day}T00:00Z`) + utc * 60_000);
}

/** Null when the order can be either, `neither` when dates of both occur. */
export function orderOf(column: readonly string[]): DateOrder | "neither" | null {
  const dates = column.filter((written) => dateOrders.some((order) => readDate(written, order)));
  const readings = dateOrders.map((order) => dates.map((written) => readDate(written, order)));
  const fits = dateOrders.filter((_, at) => readings[at]!.every((day) => day !== null));
  if (fits.length === 0) return "neither";
  const same = readings[0]!.every((day, row) => day === readings[1]![row]);
  return fits.length === 1 || same ? fits[0]! : null;
}

const timeOfDay = /^(\d{1,2})(?::(\d{2}))?(?::[\d.]+)? *(?:([ap])\.?m\.?)?(?![\d:])/i;

/** In minutes, of a time alone or behind a date; null without one. */
export function readMinutes(written: string): number | null {
  const text = plain(written);
  const [, hour, minute, half] = timeOfDay.exec(partsOf(text, "day-first")?.[3] ?? text) ?? [];
  if (!hour || (!minute && !half) || Number(hour) > 23 || Number(minute ?? 0) > 59) return null;
  const inDay = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour);
  return inDay * 60 + Number(minute ?? 0);
}

import { type Day, isDay, melbourneDay } from "#app/values/calendar.ts";
import { plainSigns } from "#app/values/text.ts";
import { type Cents, toCents } from "#app/values/money.ts";
import { type DateOrder, dateOrders } from "./model.ts";

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
  const [year, inYear, date, at = ""] = partsOf(plain(written), order) ?? [];
  if (!year || !inYear || !date) return null;
  const day = [year.padStart(4, "20"), inYear.padStart(2, "0"), date.padStart(2, "0")].join("-");
  return isDay(day) ? inMelbourne(day, at, isUtc) : null;
}

const clock = /^(\d{1,2}):(\d{2})(?::[\d.,]+)? *(?:([ap])\.?m\.?)? *(.*)$/i;
const zone = /^(?:z|utc|gmt)? *(?:([+-]\d{1,2}):?(\d{2})?)?$/i;

function inMelbourne(day: Day, at: string, isUtc: boolean): Day {
  const [, hour, minute, half, rest = ""] = clock.exec(at) ?? [];
  const [zoned, hours = "0", minutes = "0"] = zone.exec(rest) ?? [];
  if (zoned === undefined || !hour || (zoned === "" && !isUtc)) return day;
  const inDay = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour);
  const offset = Number(hours) * 60 + Number(`${hours[0] === "-" ? "-" : ""}${minutes}`);
  const utc = inDay * 60 + Number(minute) - offset;
  return melbourneDay(new Date(Date.parse(`${day}T00:00Z`) + utc * 60_000));
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

const thousands = (sign: string) => String.raw`(\d+|\d{1,3}(?:[${sign}'’ ]\d{3})+)?`;
/** Some banks write four decimals. Three would be thousands with a European point. */
const withPoint = new RegExp(String.raw`^${thousands(",")}(?:\.(\d{2})00|\.(\d{1,2}))?$`);
const withComma = new RegExp(String.raw`^${thousands(".")},(\d{2})$`);

/** Characters. The patterns take quadratic time over blanks. */
const longest = 60;

/** `+1,550.00`, `(300.00)`, `300.00 DR`, `1.550,00`. Negative for debits; null if not an amount. */
export function bankAmount(written: string): Cents | null {
  if (written.length > longest) return null;
  const { figures, negative } = withoutSign(plainSigns(written).trim());
  const [found, whole = "0", ...decimals] =
    withPoint.exec(figures) ?? withComma.exec(figures) ?? [];
  if (!found) return null;
  const cents = decimals.find((digits) => digits !== undefined) ?? "";
  const amount = toCents(`${whole.replaceAll(/\D/g, "")}.${cents.padEnd(2, "0")}`);
  if (Number.isNaN(amount)) return null;
  return negative && amount !== 0 ? -amount : amount;
}

export const isAmount = (written: string) => bankAmount(written) !== null;

const side = "CR|DR|DB|C|D|credit|debit";
const after = new RegExp(String.raw`^(.*?) *(?:(-|\+)|(?<![a-z])(${side})\.?)?$`, "i");
const before = new RegExp(String.raw`^((?:[+-]|A?U?\$|AUD|(?:${side})(?![a-z])\.?| )*)(.*)$`, "i");

function withoutSign(written: string): { figures: string; negative: boolean } {
  const [, bracketed] = /^\((.*)\)$/.exec(written) ?? [];
  const [, signed = "", sign, word] = after.exec(bracketed ?? written) ?? [];
  const [, start = "", figures = ""] = before.exec(signed) ?? [];
  const isOut = (text = "") => /-|(?<![a-z])D/i.test(text);
  const negative = bracketed !== undefined || isOut(start) || isOut(sign) || isOut(word);
  return { figures: figures.replace(/ *(AUD)?$/i, ""), negative };
}

const codes = new Set(Intl.supportedValuesOf("currency"));

/** Such as `USD` or `€`; null for Australian dollars or none. */
export function foreignCurrency(written: string): string | null {
  const sign = written.toUpperCase().replaceAll(/[\d.,'’()+\p{Pd}\u2212\s]|(CR|DR)$/gu, "");
  const isForeign = codes.has(sign)
    ? sign !== "AUD"
    : /\p{Sc}/u.test(sign) && !/^A?U?\$$/.test(sign);
  return isForeign ? sign : null;
}

/** `US dollars` for `USD`; anything but a code is unchanged. */
export function currencyName(currency: string): string {
  if (!codes.has(currency)) return currency;
  const style = { style: "currency", currency, currencyDisplay: "name" } as const;
  const parts = new Intl.NumberFormat("en-AU", style).formatToParts(2);
  return parts.find(({ type }) => type === "currency")?.value ?? currency;
}

/** How banks mark unsigned amounts as money in or out. */
export type Direction = "in" | "out";

const known = {
  in: /(^| )(cr|credits?|deposits?|in|received|incoming)$|^(c|dep|\+)$/,
  out: /(^| )(dr|db|debits?|withdrawals?|out|sent|outgoing)$|^(d|wdl|-)$/,
};

export const directionWord = (written: string) =>
  plainSigns(written)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}+-]+/gu, " ")
    .trim()
    .slice(0, 60);

/** `said`: the owner's answers for unknown words. */
export function directionOf(
  written: string,
  said: Readonly<Record<string, Direction>> = {},
): Direction | null {
  const word = directionWord(written);
  if (Object.hasOwn(said, word)) return said[word]!;
  return known.in.test(word) ? "in" : known.out.test(word) ? "out" : null;
}

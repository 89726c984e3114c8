import type { Day } from "#app/values/calendar.ts";
import { type Cents, toCents } from "#app/values/money.ts";
import type { DateOrder } from "#app/values/written-dates.ts";
import { plainSigns } from "#app/values/text.ts";

export const statementLimits = { bytes: 2 * 1024 * 1024, rows: 5_000, columns: 60 } as const;

export const tooLargeStatement =
  "This is more than 2 MB or 5,000 rows. Export a shorter period and try again.";

export type Credit = { day: Day; amount: Cents; text: string };

/** Column positions from 0. Either `amount` or `credit` is set. */
export type ColumnMapping = {
  date: number;
  /** In the order in which they are joined. */
  text: number[];
  /** Signed: negative for debits. */
  amount?: number;
  credit?: number;
  /** Says which unsigned amounts are credits. */
  direction?: number;
  /** Meanings that the owner gave to unknown words. */
  words?: Record<string, Direction>;
  order?: DateOrder;
};

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

import { type Cents, toCents } from "#app/values/money.ts";

const thousands = (sign: string) => String.raw`(\d+|\d{1,3}(?:[${sign}' \u00a0\u202f]\d{3})+)`;
/** Some banks write four decimals. Three would be thousands with a European's point. */
const withPoint = new RegExp(String.raw`^${thousands(",")}(?:\.(\d{2})00|\.(\d{1,2}))?$`);
const withComma = new RegExp(String.raw`^${thousands(".")},(\d{2})$`);

/** In characters. The patterns take quadratic time over blanks, of which a strange file may have many. */
const longest = 60;

/**
 * Reads a bank's amount: `+1,550.00`, `$775`, `(300.00)`, `300.00-`, `300.00 DR`, `1.550,00`. Negative
 * for what went out; null for what is no amount.
 */
export function bankAmount(written: string): Cents | null {
  const text = written.trim();
  if (text.length > longest) return null;
  const { figures, negative } = withoutSign(text);
  const [, whole, ...decimals] = withPoint.exec(figures) ?? withComma.exec(figures) ?? [];
  if (!whole) return null;
  const cents = decimals.find((digits) => digits !== undefined) ?? "";
  const amount = toCents(`${whole.replaceAll(/\D/g, "")}.${cents.padEnd(2, "0")}`);
  if (Number.isNaN(amount)) return null;
  return negative && amount !== 0 ? -amount : amount;
}

function withoutSign(written: string): { figures: string; negative: boolean } {
  const [, bracketed] = /^\((.*)\)$/.exec(written) ?? [];
  const [, signed = "", side = ""] =
    /^(.*?)\s*(-|\u2212|CR|DR)?$/i.exec(bracketed ?? written) ?? [];
  const [, before = "", figures = ""] = /^((?:[+\-\u2212]|A?\$|AUD|\s)*)(.*)$/i.exec(signed) ?? [];
  const negative =
    bracketed !== undefined || /[-\u2212]/.test(before) || /^(-|\u2212|DR)$/i.test(side);
  return { figures: figures.replace(/\s*(AUD)?$/i, ""), negative };
}

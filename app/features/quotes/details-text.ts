import { formatMoney } from "#app/values/money.ts";
import { type Quote, toPublicQuote } from "./model.ts";
import { isPriceConsistent } from "./pricing.ts";
import { linesOf, type QuoteAmount, studentLinesOf, studentsHeading } from "./wording.ts";

/** Shown by the price lines already. */
const inPrice = ["rates", "selected_add_ons", "offered_add_ons"];

export function detailsText(quote: Quote, now: Date): string {
  const amounts = (lines: readonly QuoteAmount[], before = "") =>
    lines.map(([label, amount]) => `${before}${label}: ${formatMoney(amount)}`);
  const shown = toPublicQuote(quote, now);
  const price = isPriceConsistent(quote)
    ? [...amounts(linesOf(shown)), ...amounts(studentLinesOf(shown), `${studentsHeading}, `)]
    : [];
  const others = Object.entries(quote.details ?? {}).filter(([key]) => !inPrice.includes(key));
  return [...price, ...others.flatMap(([key, value]) => linesFor(inWords(key), value))].join("\n");
}

function linesFor(label: string, value: unknown): string[] {
  if (value === null || value === undefined || value === "") return [];
  if (typeof value === "boolean") return [`${label}: ${value ? "yes" : "no"}`];
  if (typeof value !== "object") return [`${label}: ${String(value)}`];
  const inner = Object.entries(value);
  const isPlain = (one: unknown) => typeof one !== "object" || one === null;
  if (Array.isArray(value) && value.every(isPlain)) return [`${label}: ${value.join(", ")}`];
  return inner.flatMap(([key, one]) =>
    linesFor(
      `${label}, ${inWords(Array.isArray(value) ? String(Number(key) + 1) : key, "lower")}`,
      one,
    ),
  );
}

/** `sound_check` and `soundCheck` become `Sound check`. */
function inWords(key: string, first: "upper" | "lower" = "upper"): string {
  const words = key
    .replace(/[_-]+/g, " ")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .trim();
  return first === "upper" ? words.charAt(0).toUpperCase() + words.slice(1) : words;
}

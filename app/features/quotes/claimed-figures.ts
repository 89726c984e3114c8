import type { Cents } from "#app/values/money.ts";
import { cutCharacters } from "#app/values/text.ts";
import type { StudentRate } from "./kinds.ts";
import type { Quote } from "./model.ts";
import { breakdownOf, onSiteCost, studentRatesOf } from "./pricing.ts";
import type { Acceptance } from "./schema.ts";

/** The request's figures that differ from ours, only for the event. */
export function claimedFigures(
  input: Acceptance,
  quote: Quote,
  total: Cents,
): Record<string, string> {
  const breakdown = breakdownOf(quote);
  const figures: [name: string, claimed: unknown, isOurs: (claimed: unknown) => boolean][] = [
    ["claimedTotal", input.totalAmount, is(total)],
    [
      "claimedOnSitePerformanceCost",
      input.onSitePerformanceCost,
      is(breakdown ? onSiteCost(breakdown) : undefined),
    ],
    ["claimedShowPreparationFee", input.showPreparationFee, is(breakdown?.preparation)],
    [
      "claimedRehearsalBundleCostPerStudent",
      input.rehearsalBundleCostPerStudent,
      isAmong(studentRatesOf(quote)),
    ],
  ];
  const wrong = figures.filter(
    ([, claimed, isOurs]) => claimed !== undefined && claimed !== null && !isOurs(claimed),
  );
  return Object.fromEntries(
    wrong.map(([name, claimed]) => [name, cutCharacters(asText(claimed), 40)]),
  );
}

/** No other type can match, and some cannot be converted to a number. */
const is = (ours: Cents | undefined) => (claimed: unknown) =>
  (typeof claimed === "number" || typeof claimed === "string") &&
  Math.round(Number(claimed) * 100) === ours;

function isAmong(rates: readonly StudentRate[]) {
  return (claimed: unknown) =>
    typeof claimed === "object"
      ? Object.entries(claimed!).every(([minutes, price]) =>
          rates.some((rate) => String(rate.minutes) === minutes && is(rate.price)(price)),
        )
      : rates.some(({ price }) => is(price)(claimed));
}

function asText(claimed: unknown): string {
  if (typeof claimed !== "object") return String(claimed);
  try {
    return JSON.stringify(claimed);
  } catch {
    return "nested too deeply";
  }
}

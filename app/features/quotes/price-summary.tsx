import { formatMoney } from "#app/values/money.ts";
import { CountedAmount } from "./counted-amount.tsx";
import type { PublicQuote } from "./model.ts";
import { linesOf, studentLinesOf, studentsHeading, type QuoteAmount } from "./wording.ts";
import { unbrokenRanges } from "#app/values/unbroken.ts";

export function PriceSummary({ sums }: { sums: readonly QuoteAmount[] }) {
  return (
    <dl className="grid gap-3 border-y-2 border-brass py-5" aria-live="polite">
      {sums.map(([label, amount], index) => (
        <div
          key={index === 0 ? "total" : label}
          className="flex items-baseline justify-between gap-4"
        >
          <dt className={index === 0 ? "display-3 font-display" : undefined}>
            {unbrokenRanges(label)}
          </dt>
          <dd
            className={`shrink-0 whitespace-nowrap tabular-nums ${index === 0 ? "display-3 font-display" : ""}`}
          >
            {index === 0 ? <CountedAmount amount={amount} /> : formatMoney(amount)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** @param summed whether the sum follows, which begins with a rule of its own */
export function PriceLines({
  lines,
  summed = false,
}: {
  lines: readonly QuoteAmount[];
  summed?: boolean;
}) {
  return (
    <ul className={`flex flex-col ${summed ? "-mb-4 *:last:border-b-0" : ""}`}>
      {lines.map(([label, amount]) => (
        <li key={label} className="flex justify-between gap-4 border-b border-line py-2">
          <span>{unbrokenRanges(label)}</span>
          <span className="shrink-0 whitespace-nowrap tabular-nums">{formatMoney(amount)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Nothing where the record has only a total. */
export function BasePrice({ quote }: { quote: PublicQuote }) {
  const lines = linesOf(quote);
  return lines.length > 0 ? <PriceLines lines={lines} summed={quote.offers.length === 0} /> : null;
}

export function StudentRates({ quote }: { quote: PublicQuote }) {
  const lines = studentLinesOf(quote);
  if (lines.length === 0) return null;
  return (
    <section>
      <h2 className="display-3 mb-2">{studentsHeading}</h2>
      <PriceLines lines={lines} />
    </section>
  );
}

import { useLayoutEffect, useRef } from "react";
import { FactList } from "#app/ui/fact-list.tsx";
import { formatMoney, type Cents } from "#app/values/money.ts";
import { unbrokenRanges } from "#app/values/unbroken.ts";
import type { AddOns } from "#app/features/quotes/pricing.ts";
import {
  type PublicQuote,
  factsOf,
  linesOf,
  studentLinesOf,
  studentsHeading,
  type QuoteAmount,
} from "#app/features/quotes/model.ts";

type QuoteHeadingProps = { quote: PublicQuote; title?: "h1" | "h2" };

export function QuoteHeading({ quote, title: Title = "h1" }: QuoteHeadingProps) {
  return (
    <>
      <p className="eyebrow">{eyebrowOf(quote)}</p>
      <Title className="display-2 mt-3 wrap-anywhere">
        {quote.eventTitle ?? `For ${quote.clientName}`}
      </Title>
    </>
  );
}

/** `Quote` above the title `Spring Musical`, instead of a type that repeats it. */
function eyebrowOf({ type, eventTitle }: PublicQuote): string {
  const isRepeated = type.toLowerCase() === `${eventTitle?.trim().toLowerCase()} quote`;
  return isRepeated ? "Quote" : type;
}

type OfferedFactsProps = { quote: PublicQuote; addOns?: AddOns };

export function OfferedFacts({ quote, addOns = quote.addOns }: OfferedFactsProps) {
  return (
    <div>
      <FactList
        live
        facts={factsOf(quote, addOns)}
        className="border-y border-line py-6 sm:grid-cols-[repeat(auto-fill,minmax(14rem,1fr))]"
      />
      {quote.notes && <p className="mt-6 whitespace-pre-line wrap-anywhere">{quote.notes}</p>}
    </div>
  );
}

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

type PriceLinesProps = { lines: readonly QuoteAmount[]; summed?: boolean };

/** @param summed whether the sum follows, which begins with a rule of its own */
export function PriceLines({ lines, summed = false }: PriceLinesProps) {
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

const duration = 420;

/** Counts up or down to a new value, unless the reader prefers less motion. */
function CountedAmount({ amount }: { amount: Cents }) {
  const place = useRef<HTMLSpanElement>(null);
  const shown = useRef(amount);
  useLayoutEffect(() => {
    const from = shown.current;
    const text = place.current!.firstChild!;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (from === amount || calm) {
      shown.current = amount;
      return undefined;
    }
    const region = place.current!.closest("[aria-live]");
    // Only the end of the count is read out.
    region?.setAttribute("aria-busy", "true");
    const start = performance.now();
    let frame = 0;
    const finish = () => {
      cancelAnimationFrame(frame);
      shown.current = amount;
      text.nodeValue = formatMoney(amount);
      region?.removeAttribute("aria-busy");
    };
    const count = () => {
      const part = (performance.now() - start) / duration;
      if (part >= 1) return finish();
      const eased = 1 - (1 - part) ** 3;
      shown.current = Math.round((from + (amount - from) * eased) / 100) * 100;
      text.nodeValue = formatMoney(shown.current);
      frame = requestAnimationFrame(count);
    };
    count();
    return () => {
      cancelAnimationFrame(frame);
      region?.removeAttribute("aria-busy");
    };
  }, [amount]);
  return <span ref={place}>{formatMoney(amount)}</span>;
}

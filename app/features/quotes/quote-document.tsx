import type { ReactNode } from "react";
import type { AddOns } from "./kinds.ts";
import type { PublicQuote } from "./model.ts";
import { factsOf } from "./wording.ts";

export function QuoteDocument({
  quote,
  addOns = quote.addOns,
  title: Title = "h1",
  children,
}: {
  quote: PublicQuote;
  /** With what the client has ticked so far. */
  addOns?: AddOns;
  title?: "h1" | "h2";
  children: ReactNode;
}) {
  return (
    <>
      <p className="eyebrow">{quote.type}</p>
      <Title className="display-2 mt-3 wrap-anywhere">
        {quote.eventTitle ?? `For ${quote.clientName}`}
      </Title>
      <dl
        aria-live="polite"
        className={
          "mt-8 grid grid-cols-2 gap-x-6 gap-y-4 border-y border-line py-6 " +
          "sm:grid-cols-[repeat(auto-fill,minmax(14rem,1fr))] sm:gap-x-10"
        }
      >
        {factsOf(quote, addOns).map(([term, fact]) => (
          <div key={term}>
            <dt className="text-soft">{term}</dt>
            <dd className="font-semibold wrap-anywhere">{fact}</dd>
          </div>
        ))}
      </dl>
      {quote.notes && <p className="mt-6 whitespace-pre-line wrap-anywhere">{quote.notes}</p>}
      {children}
    </>
  );
}

import type { ReactNode } from "react";
import { FactList } from "#app/ui/fact-list.tsx";
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
      <FactList
        live
        facts={factsOf(quote, addOns)}
        className={
          "mt-8 border-y border-line py-6 sm:grid-cols-[repeat(auto-fill,minmax(14rem,1fr))]"
        }
      />
      {quote.notes && <p className="mt-6 whitespace-pre-line wrap-anywhere">{quote.notes}</p>}
      {children}
    </>
  );
}

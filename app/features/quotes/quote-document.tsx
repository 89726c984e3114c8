import { FactList } from "#app/ui/fact-list.tsx";
import type { AddOns } from "./kinds.ts";
import type { PublicQuote } from "./model.ts";
import { factsOf } from "./wording.ts";

export function QuoteHeading({
  quote,
  title: Title = "h1",
}: {
  quote: PublicQuote;
  title?: "h1" | "h2";
}) {
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

export function OfferedFacts({
  quote,
  addOns = quote.addOns,
}: {
  quote: PublicQuote;
  addOns?: AddOns;
}) {
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

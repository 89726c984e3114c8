import { type DraftKind, previewOf, readDraft } from "#app/features/quotes/draft.ts";
import type { PublicQuote } from "#app/features/quotes/model.ts";
import {
  BasePrice,
  PriceLines,
  PriceSummary,
  StudentRates,
} from "#app/features/quotes/price-summary.tsx";
import { quotePrice } from "#app/features/quotes/pricing.ts";
import { OfferedFacts, QuoteHeading } from "#app/features/quotes/quote-document.tsx";
import { offerLinesOf, sumsOf } from "#app/features/quotes/wording.ts";

/** Null while a figure cannot be read. */
export function previewFrom(kind: DraftKind, values: Record<string, unknown>): PublicQuote | null {
  const draft = readDraft(kind, values);
  if (draft.ok) return previewOf(draft.value);
  const placeholders = {
    clientName: "your client",
    clientEmail: "client@example.com",
    invoiceType: "New Quote",
    eventDate: "",
    eventStart: "",
    eventEnd: "",
    guests: "",
    validUntil: "",
  };
  const stillMissing = Object.fromEntries(
    Object.entries(placeholders).filter(([name]) => draft.errors[name]),
  );
  const filled = readDraft(kind, { ...values, ...stillMissing });
  return filled.ok ? previewOf(filled.value) : null;
}

export function QuotePreview({ quote }: { quote: PublicQuote }) {
  return (
    <section
      aria-label="Preview"
      className="border border-line bg-surface p-6 sm:p-8 xl:sticky xl:top-18"
    >
      <p className="mb-6 text-base text-soft">Client preview</p>
      <QuoteHeading quote={quote} title="h2" />
      <div className="mt-8 flex flex-col gap-6">
        <OfferedFacts quote={quote} />
        <BasePrice quote={quote} />
        {quote.offers.length > 0 && (
          <div>
            <h3 className="display-3 mb-2">Add to your booking</h3>
            <PriceLines lines={offerLinesOf(quote)} />
          </div>
        )}
        <PriceSummary sums={sumsOf(quote, quotePrice(quote.rates, quote.addOns))} />
        <StudentRates quote={quote} />
      </div>
    </section>
  );
}

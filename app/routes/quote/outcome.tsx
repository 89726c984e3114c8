import type { ReactNode } from "react";
import { content } from "#app/content/content.ts";
import { useFocusOnArrival } from "#app/ui/form-messages.tsx";
import { MyEmail } from "#app/ui/my-email.tsx";
import { longDay, longInstant } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import type { PublicQuote } from "#app/features/quotes/model.ts";
import { quotePrice } from "#app/features/quotes/pricing.ts";
import {
  OfferedFacts,
  PriceLines,
  PriceSummary,
  StudentRates,
} from "#app/features/quotes/quote-document.tsx";
import { linesOf, type QuoteAmount, recordNumber, sumsOf } from "#app/features/quotes/wording.ts";
import { unbroken } from "#app/values/unbroken.ts";

export function QuoteOutcome({ quote, children }: { quote: PublicQuote; children: ReactNode }) {
  if (quote.priceMismatch && quote.state !== "expired")
    return (
      <div className="mt-8 flex flex-col gap-8">
        <Closed heading="This quote isn't ready yet">
          Its price is being checked, so it can't be accepted just now. If you have any questions,
        </Closed>
        <OfferedFacts quote={quote} />
      </div>
    );
  const on = quote.decidedAt ? unbroken(longInstant(new Date(quote.decidedAt))) : "";
  if (quote.state === "accepted")
    return (
      <Accepted quote={quote} on={on}>
        {children}
      </Accepted>
    );
  return (
    <Beside quote={quote} sums={offered(quote)}>
      <NotTaken quote={quote} on={on} />
      {children}
    </Beside>
  );
}

function NotTaken({ quote, on }: { quote: PublicQuote; on: string }) {
  const name = quote.eventTitle ?? quote.type;
  switch (quote.state) {
    case "declined":
      return (
        <Closed heading="You declined this quote" ask="I've changed my mind" about={name}>
          You declined it on {on}. If you change your mind,
        </Closed>
      );
    case "expired":
      return (
        <Closed heading="This quote has expired" ask="Ask me to renew it" about={name}>
          It was valid until {quote.validUntil && unbroken(longDay(quote.validUntil))}. To renew it,
        </Closed>
      );
    case "cancelled":
      return (
        <Closed heading="This booking was cancelled">
          It was cancelled on {on}
          {quote.kept > 0 && `; ${formatMoney(quote.kept)} of what was paid is kept`}. There's
          nothing more to pay. If you have any questions,
        </Closed>
      );
    default:
      return (
        <Closed heading="This quote is no longer open" ask="Ask for a new quote" about={name}>
          This quote has been withdrawn. For a new one,
        </Closed>
      );
  }
}

function Accepted({
  quote,
  on,
  children,
}: {
  quote: PublicQuote;
  on: string;
  children: ReactNode;
}) {
  if (!quote.accepted) return null;
  return (
    <Beside quote={quote} sums={sumsOf(quote, quote.accepted)}>
      <div className="border-l-4 border-good bg-raised p-5" role="status">
        <OutcomeHeading>Accepted. Thank you.</OutcomeHeading>
        <p className="mt-1">This quote was accepted on {on}.</p>
        {quote.recordHash && (
          <p className="mt-1 text-base text-soft">Record no. {recordNumber(quote.recordHash)}</p>
        )}
      </div>
      {children}
    </Beside>
  );
}

/** The total alone: without acceptance no deposit or balance is due. */
function offered({ rates, addOns, priceMismatch }: PublicQuote): QuoteAmount[] {
  return priceMismatch ? [] : [["Total", quotePrice(rates, addOns).total]];
}

function Beside({
  quote,
  sums,
  children,
}: {
  quote: PublicQuote;
  sums: readonly QuoteAmount[];
  children: ReactNode;
}) {
  const lines = linesOf(quote);
  return (
    <section className="mt-8 grid gap-x-16 gap-y-10 lg:grid-cols-[1fr_24rem]">
      <div className="flex flex-col gap-8 lg:col-start-2">{children}</div>
      <div className="flex flex-col gap-6 lg:row-start-1">
        <OfferedFacts quote={quote} />
        {sums.length > 0 && (
          <>
            {lines.length > 0 && <PriceLines lines={lines} summed />}
            <PriceSummary sums={sums} />
            <StudentRates quote={quote} />
          </>
        )}
      </div>
    </section>
  );
}

/** `ask`: the next step, an email about the quote. */
function Closed({
  heading,
  ask,
  about = "",
  children,
}: {
  heading: string;
  ask?: string;
  about?: string;
  children: ReactNode;
}) {
  const subject = encodeURIComponent(`Quote: ${about}`);
  return (
    <section className="border-l-4 border-brass bg-raised p-5">
      <OutcomeHeading>{heading}</OutcomeHeading>
      <p className="mt-1">
        {children} email{"\u00a0"}
        <MyEmail />.
      </p>
      {ask && (
        <p className="no-print mt-4">
          <a className="button" href={`mailto:${content().site.email}?subject=${subject}`}>
            {ask}
          </a>
        </p>
      )}
    </section>
  );
}

/** Gets the focus after a decision; without scripts by the URL's fragment. */
function OutcomeHeading({ children }: { children: ReactNode }) {
  return (
    <h2
      ref={useFocusOnArrival<HTMLHeadingElement>()}
      id="outcome"
      tabIndex={-1}
      className="display-3"
    >
      {children}
    </h2>
  );
}

export function PreviousAcceptanceNote({
  previous,
}: {
  previous: NonNullable<PublicQuote["previousAcceptance"]>;
}) {
  return (
    <p className="mt-6 border-l-4 border-brass bg-raised p-4">
      This is a new version. The quote you accepted on{" "}
      {unbroken(longInstant(new Date(previous.acceptedAt)))} for {formatMoney(previous.total)} stays
      in force until you accept this one.
    </p>
  );
}

import { useState } from "react";
import { href } from "react-router";
import { content } from "#app/content/content.ts";
import { origin } from "#app/document/origin.ts";
import { AcceptanceForm } from "#app/features/quotes/acceptance-form.tsx";
import { DeclineForm } from "#app/features/quotes/decline-form.tsx";
import { type AddOns, withAddOns } from "#app/features/quotes/kinds.ts";
import type { LinkedInvoice } from "#app/features/invoices/public-invoice.ts";
import type { PublicQuote } from "#app/features/quotes/model.ts";
import { OfferedFacts, QuoteHeading } from "#app/features/quotes/quote-document.tsx";
import { PreviousAcceptanceNote, QuoteOutcome } from "#app/features/quotes/quote-outcome.tsx";
import type { FormState } from "#app/server/http/forms.server.ts";
import { FormFailure, FormMessage } from "#app/ui/form-messages.tsx";
import { LostAnswer } from "./lost-answer.tsx";
import { QuoteInvoices } from "./quote-invoices.tsx";

export function LoadedQuote({
  quote,
  slug,
  invoices,
  posted,
  sending,
}: {
  quote: PublicQuote;
  slug: string;
  invoices?: readonly LinkedInvoice[];
  posted: FormState | undefined;
  sending: boolean;
}) {
  const values = posted?.values;
  const [chosen, setChosen] = useState<AddOns>({
    rehearsal: values?.wantsRehearsal === "on",
    extraHour: values?.wantsExtraHour === "on",
  });
  const isOpen = quote.state === "pending" && !quote.priceMismatch;
  const links = <QuoteLinks slug={slug} quote={quote} below={isOpen} />;
  return (
    <main className="wrap py-12 lg:py-16">
      <QuoteHeading quote={quote} />
      {isOpen && (
        <div className="mt-8">
          <OfferedFacts quote={quote} addOns={withAddOns(quote.addOns, chosen)} />
        </div>
      )}
      {posted?.unknown && <LostAnswer posted={posted} />}
      <div className="mt-6 empty:hidden">
        {!sending && posted?.notice && (
          <FormMessage ok>
            <p className="font-semibold">{posted.notice}</p>
          </FormMessage>
        )}
        {!sending && !posted?.unknown && <FormFailure state={posted} />}
      </div>
      {isOpen ? (
        <>
          {quote.previousAcceptance && (
            <PreviousAcceptanceNote previous={quote.previousAcceptance} />
          )}
          <AcceptanceForm
            quote={quote}
            chosen={chosen}
            onChoose={setChosen}
            posted={posted}
            sending={sending}
          />
          {links}
          <DeclineForm quote={quote} posted={posted} sending={sending} />
        </>
      ) : (
        <QuoteOutcome quote={quote}>
          {invoices && <QuoteInvoices invoices={invoices} />}
          {links}
        </QuoteOutcome>
      )}
    </main>
  );
}

function QuoteLinks({
  slug,
  quote: { state, eventDate },
  below,
}: {
  slug: string;
  quote: PublicQuote;
  below: boolean;
}) {
  const { brand, email } = content().site;
  const isAccepted = state === "accepted";
  return (
    <>
      <p className={`no-print flex flex-col items-start ${below ? "mt-8" : ""}`}>
        <a className="link tall" href={href("/quotes/:slug/quote.pdf", { slug })}>
          {isAccepted ? "Download your booking confirmation (PDF)" : "Download this quote (PDF)"}
        </a>
        {isAccepted && eventDate && (
          <a className="link tall" href={href("/quotes/:slug/event.ics", { slug })}>
            Add it to your calendar
          </a>
        )}
      </p>
      <p className="mt-6 hidden print:block">
        {brand} · {email} · {origin() + href("/quotes/:slug?", { slug })}
      </p>
    </>
  );
}

import type { ReactNode } from "react";
import type { FormState } from "#app/server/http.server.ts";
import { site } from "#app/content/site.ts";
import { longDay, longInstant } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import { AcceptanceForm } from "./acceptance-form.tsx";
import { addOnNames, type AddOns, hoursOf, noAddOns, type Price, type PublicQuote } from "./model.ts";
import { PriceSummary } from "./price-summary.tsx";

/** A quote as its client reads it: what, when, where, for how much; and then either the form or what came of it. */
export function QuoteDocument({ quote, posted, sending }: { quote: PublicQuote; posted: FormState | undefined; sending: boolean }) {
  return (
    <main className="wrap max-w-3xl! py-12 lg:py-16">
      <p className="eyebrow">{quote.type}</p>
      <h1 className="display-2 mt-3">{quote.eventTitle ?? `For ${quote.clientName}`}</h1>
      <dl className="mt-8 grid gap-x-10 gap-y-4 border-y border-line py-6 sm:grid-cols-2">
        <Fact term="Prepared for">{quote.clientName}</Fact>
        {quote.preparedBy && <Fact term="Prepared by">{quote.preparedBy}</Fact>}
        {quote.eventDate && <Fact term="Date">{longDay(quote.eventDate)}</Fact>}
        {quote.livePiano && <Fact term="Time">{hoursOf(quote.accepted?.addOns ?? noAddOns)}</Fact>}
        {quote.eventLocation && <Fact term="Place">{quote.eventLocation}</Fact>}
      </dl>
      {posted?.notice && <p className="mt-6 border-l-4 border-brass bg-raised p-4 font-semibold">{posted.notice}</p>}
      {posted?.message && (
        <p role="alert" className="mt-6 border-l-4 border-danger bg-raised p-4 font-semibold">
          {posted.message}
        </p>
      )}
      {quote.status === "pending" && <AcceptanceForm quote={quote} posted={posted} sending={sending} />}
      {quote.accepted && quote.acceptedAt && <Accepted {...quote.accepted} quote={quote} at={quote.acceptedAt} />}
      {quote.status === "rejected" && <Closed />}
    </main>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-soft">{term}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}

function Accepted({ quote, addOns, price, at }: { quote: PublicQuote; addOns: AddOns; price: Price; at: string }) {
  const chosen = (Object.keys(addOnNames) as (keyof AddOns)[]).filter((key) => addOns[key]);
  return (
    <section className="mt-8 flex flex-col gap-6">
      <div className="border-l-4 border-good bg-raised p-5" role="status">
        <h2 className="display-3">Accepted. Thank you.</h2>
        <p className="mt-1">This quote was accepted on {longInstant(new Date(at))}.</p>
      </div>
      <ul className="flex flex-col">
        {quote.livePiano && <Line label="Live piano, 6:00–9:00pm" amount={formatMoney(quote.rates.base)} />}
        {chosen.map((key) => (
          <Line key={key} label={addOnNames[key]} amount={formatMoney(quote.rates[key])} />
        ))}
      </ul>
      <PriceSummary price={price} balanceDue={quote.balanceDue} />
    </section>
  );
}

function Line({ label, amount }: { label: string; amount: string }) {
  return (
    <li className="flex justify-between gap-4 border-b border-line py-2">
      <span>{label}</span>
      <span className="tabular-nums">{amount}</span>
    </li>
  );
}

function Closed() {
  return (
    <section className="mt-8 border-l-4 border-brass bg-raised p-5">
      <h2 className="display-3">This quote is no longer open</h2>
      <p className="mt-1">
        It was withdrawn and cannot be accepted any more. If you would like a new one, write to{" "}
        <a className="link" href={`mailto:${site.email}`}>
          {site.email}
        </a>
        .
      </p>
    </section>
  );
}

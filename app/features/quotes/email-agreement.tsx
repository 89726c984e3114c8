import {
  Amounts,
  type EmailAmount,
  Facts,
  Quoted,
  Subheading,
} from "#app/features/email/email-parts.tsx";
import { longInstant } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import type { PublicQuote } from "./model.ts";
import { agreementOf, type QuoteAmount, type QuoteFact, studentsHeading } from "./wording.ts";

export function AgreedTerms({ quote }: { quote: PublicQuote }) {
  const { lines, sums, students } = agreementOf(quote);
  const [sum, ...terms] = sums.map(emailAmountOf);
  return (
    <>
      <EventFacts quote={quote} />
      <Amounts amounts={[...lines.map(emailAmountOf), { ...sum!, strong: true }, ...terms]} />
      {students.length > 0 && (
        <>
          <Subheading>{studentsHeading}</Subheading>
          <Amounts amounts={students.map(emailAmountOf)} />
        </>
      )}
      {quote.notes && <Quoted>{quote.notes}</Quoted>}
    </>
  );
}

/** Comes last: clients first read what is to be paid. */
export function AgreementRecord({ quote }: { quote: PublicQuote }) {
  const { type, facts } = agreementOf(quote);
  const accepted = quote.decidedAt && longInstant(new Date(quote.decidedAt));
  return (
    <Facts
      facts={[
        ...facts.filter(isAboutPeople),
        ["Quote", type],
        ...(accepted ? [["Accepted", accepted] as const] : []),
      ]}
    />
  );
}

/** @param said the text above: a last day that it names isn't repeated */
export function EventFacts({ quote, said = "" }: { quote: PublicQuote; said?: string }) {
  const { title, facts } = agreementOf(quote);
  const isSaidDay = ([label, value]: QuoteFact) => label === "Valid until" && said.includes(value);
  const about = facts.filter((fact) => !isAboutPeople(fact) && !isSaidDay(fact));
  return (
    <>
      {title && <Subheading>{title}</Subheading>}
      {about.length > 0 && <Facts facts={about} />}
    </>
  );
}

const isAboutPeople = ([label]: QuoteFact) => label.startsWith("Prepared");

export const emailAmountOf = ([label, amount]: QuoteAmount): EmailAmount => ({
  label,
  amount: formatMoney(amount),
});

import {
  Action,
  type EmailFact,
  Facts,
  Heading,
  EmailLayout,
  Paragraphs,
  Quoted,
  Text,
} from "#app/features/email/email-layout.tsx";
import { site } from "#app/content/site.ts";
import { longInstant } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import type { PublicQuote, Quote } from "./model.ts";
import type { Acceptance } from "./schema.ts";
import { agreementOf, studentsHeading, type QuoteAmount } from "./wording.ts";
import { cutCharacters } from "#app/values/text.ts";

/** Everything that was agreed, line by line, from the accepted record. */
function agreed(quote: PublicQuote): EmailFact[] {
  const { type, title, facts, lines, sums, students } = agreementOf(quote);
  const money = (all: readonly QuoteAmount[], before = ""): EmailFact[] =>
    all.map(([label, amount]) => [before + label, formatMoney(amount)]);
  return [
    ["Quote", type],
    ...(title ? [["Event", title] as const] : []),
    ...facts,
    ...money(lines),
    ...money(sums),
    ...money(students, `${studentsHeading}, `),
    ...(quote.decidedAt ? [["Accepted", longInstant(new Date(quote.decidedAt))] as const] : []),
  ];
}

const total = (quote: PublicQuote) => formatMoney(agreementOf(quote).sums[0]![1]);

export function acceptanceReceipt(
  quote: PublicQuote,
  { clientName }: Acceptance,
  sha256: string,
  link: string,
) {
  return (
    <EmailLayout preview={`Accepted: ${total(quote)}`}>
      <Heading>Thank you for your acceptance</Heading>
      <Text>Dear {clientName},</Text>
      <Text>Your acceptance has arrived and is recorded as follows. Please keep this letter.</Text>
      <Facts facts={agreed(quote)} />
      {quote.notes && <Quoted>{quote.notes}</Quoted>}
      <Text>
        Times are Melbourne’s. Payment details for the deposit follow by e-mail. If anything here is
        not as you meant it, reply to this letter.
      </Text>
      <Action href={link}>View your quote</Action>
      <Text>{site.person}</Text>
      <Text>Seal of what you accepted (SHA-256): {sha256}</Text>
    </EmailLayout>
  );
}

/** The same for the client of a quote that was accepted from another email address. */
export function acceptanceCopy(
  quote: PublicQuote,
  { clientName, clientEmail }: Acceptance,
  sha256: string,
  link: string,
) {
  return (
    <EmailLayout preview={`Accepted: ${total(quote)}`}>
      <Heading>Your quote has been accepted</Heading>
      <Text>Dear {quote.clientName},</Text>
      <Text>
        {clientName} ({clientEmail}) has accepted your quote. Here is what was accepted; please keep
        this email, and reply to it straight away if you haven’t agreed to this.
      </Text>
      <Facts facts={agreed(quote)} />
      {quote.notes && <Quoted>{quote.notes}</Quoted>}
      <Text>All times are Melbourne time.</Text>
      <Action href={link}>View your quote</Action>
      <Text>{site.person}</Text>
      <Text>Seal of what was accepted (SHA-256): {sha256}</Text>
    </EmailLayout>
  );
}

/** The receipt where the owner has accepted in the client's place. */
export function acceptanceOnBehalf(quote: PublicQuote, sha256: string, link: string | null) {
  return (
    <EmailLayout preview={`Accepted: ${total(quote)}`}>
      <Heading>Your acceptance is recorded</Heading>
      <Text>Dear {quote.clientName},</Text>
      <Text>
        {site.person} has accepted this quote in your name, as agreed with you. It is recorded as
        follows. Please keep this letter, and reply to it at once if you have not agreed to this: it
        can be taken back.
      </Text>
      <Facts facts={agreed(quote)} />
      {quote.notes && <Quoted>{quote.notes}</Quoted>}
      <Text>Times are Melbourne’s. Payment details for the deposit follow by e-mail.</Text>
      {link && <Action href={link}>View your quote</Action>}
      <Text>{site.person}</Text>
      <Text>Seal of what was accepted (SHA-256): {sha256}</Text>
    </EmailLayout>
  );
}

/** What takes such a receipt back. */
export function acceptanceTakenBack(
  { clientName, invoiceType, eventTitle, replacesId }: Quote,
  link: string | null,
) {
  return (
    <EmailLayout preview="Nothing is agreed by it.">
      <Heading>Your quote is open again</Heading>
      <Text>Dear {clientName},</Text>
      <Text>
        The acceptance of the {invoiceType}
        {eventTitle && ` for ${eventTitle}`} was recorded by mistake and has been taken back.{" "}
        {replacesId ? "What was agreed before stands as it was." : "Nothing is agreed by it."}
      </Text>
      {link && <Action href={link}>View your quote</Action>}
      <Text>{site.person}</Text>
    </EmailLayout>
  );
}

export function acceptanceNotice(
  quote: PublicQuote,
  { clientName, clientEmail }: Acceptance,
  link: string,
) {
  return (
    <EmailLayout preview={`${quote.clientName}: ${total(quote)}`}>
      <Heading>Quote accepted</Heading>
      <Text>
        {clientName} ({clientEmail}) accepted the quote for {quote.clientName}.
      </Text>
      <Facts facts={agreed(quote)} />
      <Action href={link}>Open the quote</Action>
    </EmailLayout>
  );
}

export function declineNotice(
  { clientName, clientEmail, invoiceType, eventTitle }: Quote,
  reason: string,
  link: string,
) {
  return (
    <EmailLayout preview={reason || `${clientName} said no`}>
      <Heading>Quote declined</Heading>
      <Text>
        {clientName} ({clientEmail}) declined the {invoiceType}
        {eventTitle && ` for ${eventTitle}`}.
      </Text>
      {reason ? <Quoted>{reason}</Quoted> : <Text>No reason was given.</Text>}
      <Action href={link}>Open the quote</Action>
    </EmailLayout>
  );
}

/** The letter that brings a quote: the owner's words, and the link as a button. */
export function quoteEmail({ body, link }: { body: string; link: string }) {
  return (
    <EmailLayout preview={cutCharacters(body, 120)}>
      <Paragraphs>{body}</Paragraphs>
      <Action href={link}>View your quote</Action>
    </EmailLayout>
  );
}

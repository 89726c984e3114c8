import { content } from "#app/content/content.ts";
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
import {
  InvoicesSummary,
  PaymentRequest,
  WithdrawnRequest,
  type WithdrawnInvoices,
} from "#app/features/invoices/acceptance-email.server.tsx";
import type { AcceptanceInvoices } from "#app/features/invoices/acceptance-invoices.server.ts";
import { longInstant } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import type { PublicQuote, Quote } from "./model.ts";
import { type Acceptance, isSameEmail } from "./schema.ts";
import { agreementOf, isBalanceDueNow, studentsHeading, type QuoteAmount } from "./wording.ts";
import { cutCharacters } from "#app/values/text.ts";

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

function Agreement({ quote }: { quote: PublicQuote }) {
  return (
    <>
      <Facts facts={agreed(quote)} />
      {quote.notes && <Quoted>{quote.notes}</Quoted>}
    </>
  );
}

/** For emails to the owner. */
const quoteName = (title: string | null, type: string) =>
  title ? `your quote for ${title}` : `your ${type}`;

/** What has to be paid at once. */
const paidFirst = (quote: PublicQuote) =>
  isBalanceDueNow(quote) ? "the deposit and the balance" : "the deposit";

type Invoices = AcceptanceInvoices | null;

/** Where there are no invoices. */
const paymentSentence = (quote: PublicQuote) =>
  `I'll email you details for paying ${paidFirst(quote)}.`;

const total = (quote: PublicQuote) => formatMoney(agreementOf(quote).sums[0]![1]);

export function acceptanceReceipt(
  quote: PublicQuote,
  { clientName }: Pick<Acceptance, "clientName">,
  link: string,
  invoices: Invoices = null,
) {
  return (
    <EmailLayout preview={`Accepted: ${total(quote)}`}>
      <Heading>Your booking confirmation</Heading>
      <Text>Dear {clientName},</Text>
      <Text>Thank you, it's booked. Here is what we've agreed; please keep this email.</Text>
      <Agreement quote={quote} />
      {invoices ? (
        <>
          <PaymentRequest invoices={invoices} />
          <Text>All times are Melbourne time. If anything looks wrong, just reply.</Text>
        </>
      ) : (
        <Text>
          All times are Melbourne time. {paymentSentence(quote)} If anything looks wrong, just
          reply.
        </Text>
      )}
      <Action href={link}>View your quote</Action>
      <Text>{content().site.person}</Text>
    </EmailLayout>
  );
}

/** For the client of a quote that somebody else accepted. */
export function acceptanceCopy(
  quote: PublicQuote,
  { clientName, clientEmail }: Pick<Acceptance, "clientName" | "clientEmail">,
  link: string,
  invoices: Invoices = null,
) {
  return (
    <EmailLayout preview={`Accepted: ${total(quote)}`}>
      <Heading>Your quote has been accepted</Heading>
      <Text>Dear {quote.clientName},</Text>
      <Text>
        {clientName} ({clientEmail}) has accepted your quote. Here are the details; please keep this
        email, and reply straight away if you didn't agree to this.
      </Text>
      <Agreement quote={quote} />
      {invoices && <PaymentRequest invoices={invoices} />}
      <Text>All times are Melbourne time.</Text>
      <Action href={link}>View your quote</Action>
      <Text>{content().site.person}</Text>
    </EmailLayout>
  );
}

/** For a client in whose place the owner accepted. */
export function acceptanceOnBehalf(
  quote: PublicQuote,
  link: string | null,
  invoices: Invoices = null,
) {
  return (
    <EmailLayout preview={`Accepted: ${total(quote)}`}>
      <Heading>Your booking confirmation</Heading>
      <Text>Dear {quote.clientName},</Text>
      <Text>
        As we discussed, I've marked your quote as accepted. If that's not right, reply and I'll
        undo it. Here is what we've agreed; please keep this email.
      </Text>
      <Agreement quote={quote} />
      {invoices ? (
        <>
          <PaymentRequest invoices={invoices} />
          <Text>All times are Melbourne time.</Text>
        </>
      ) : (
        <Text>All times are Melbourne time. {paymentSentence(quote)}</Text>
      )}
      {link && <Action href={link}>View your quote</Action>}
      <Text>{content().site.person}</Text>
    </EmailLayout>
  );
}

/** Undoes {@link acceptanceOnBehalf}. */
export function acceptanceUndone(
  { clientName, eventTitle, replacesId }: Quote,
  link: string | null,
  invoices: WithdrawnInvoices | null = null,
) {
  const agreement = replacesId
    ? "What we agreed before still stands."
    : "You haven't committed to anything.";
  return (
    <EmailLayout preview={agreement}>
      <Heading>Your quote is open again</Heading>
      <Text>Dear {clientName},</Text>
      <Text>
        I marked {eventTitle ? `your quote for ${eventTitle}` : "your quote"} as accepted by mistake
        and have undone it. {agreement}
      </Text>
      {invoices && <WithdrawnRequest {...invoices} />}
      {link && <Action href={link}>View your quote</Action>}
      <Text>{content().site.person}</Text>
    </EmailLayout>
  );
}

function whoAccepted(
  quote: PublicQuote,
  { clientName, clientEmail }: Pick<Acceptance, "clientName" | "clientEmail">,
): string {
  const name = quoteName(quote.eventTitle, quote.type);
  return isSameEmail(clientEmail, quote.clientEmail)
    ? `${clientName} accepted ${name}.`
    : `${clientName} (${clientEmail}) accepted ${name}, which you made for ${quote.clientName}.`;
}

export function acceptanceNotice(
  quote: PublicQuote,
  acceptance: Pick<Acceptance, "clientName" | "clientEmail">,
  link: string,
  invoices: Invoices = null,
) {
  return (
    <EmailLayout preview={`${quote.clientName}: ${total(quote)}`}>
      <Heading>Quote accepted</Heading>
      <Text>{whoAccepted(quote, acceptance)}</Text>
      <Facts facts={agreed(quote)} />
      {invoices ? (
        <InvoicesSummary invoices={invoices} />
      ) : (
        <Text>
          They know that you'll email the details for paying {paidFirst(quote)}. Reply to this email
          to send them now.
        </Text>
      )}
      <Action href={link}>Open the quote</Action>
    </EmailLayout>
  );
}

export function declineNotice(
  { clientName, invoiceType, eventTitle }: Quote,
  reason: string,
  link: string,
) {
  return (
    <EmailLayout preview={reason || `${clientName} declined`}>
      <Heading>Quote declined</Heading>
      <Text>
        {clientName} declined {quoteName(eventTitle, invoiceType)}
        {reason ? ":" : ", without giving a reason."}
      </Text>
      {reason && <Quoted>{reason}</Quoted>}
      <Text>Reply to this email to answer them directly.</Text>
      <Action href={link}>Open the quote</Action>
    </EmailLayout>
  );
}

/** The email that sends a quote: the owner's text, and the link as a button. */
export function quoteEmail({ body, link }: { body: string; link: string }) {
  return (
    <EmailLayout preview={cutCharacters(body, 120)}>
      <Paragraphs>{body}</Paragraphs>
      <Action href={link}>View your quote</Action>
    </EmailLayout>
  );
}

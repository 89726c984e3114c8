import type { ReactNode } from "react";
import { type NewEmail, ownerEmail, queueEmails } from "#app/features/email/outbox.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { ComposedEmail } from "#app/features/email/compose.server.tsx";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import {
  Action,
  Amounts,
  type EmailFact,
  Facts,
  Heading,
  HowToAnswer,
  Quoted,
  Text,
  type EmailAmount,
  Subheading,
} from "#app/features/email/email-parts.tsx";
import {
  InvoicesSummary,
  payAction,
  PaymentRequest,
  WithdrawnRequest,
  type WithdrawnInvoices,
  type AcceptanceInvoices,
} from "#app/features/invoices/acceptance-email.server.tsx";
import { longDay, longInstant } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import { firstNameOf } from "#app/values/names.ts";
import {
  type PublicQuote,
  type Quote,
  quoteTitle,
  agreementOf,
  isBalanceDueEarly,
  type QuoteAmount,
  studentsHeading,
} from "./model.ts";
import { isSameEmail } from "#app/values/text.ts";
import type { Acceptance } from "./answer.ts";

type QuoteFact = ReturnType<typeof agreementOf>["facts"][number];

type ClientEmail = Omit<NewEmail, "recipient" | "replyTo" | "quoteId">;

export function emailClient(tx: Db, quote: Quote, email: ClientEmail): Promise<void> {
  const about = { recipient: quote.clientEmail, replyTo: ownerEmail(), quoteId: quote.id };
  return queueEmails(tx, { ...about, ...email });
}

const paidFirst = (quote: PublicQuote) =>
  isBalanceDueEarly(quote) ? "the deposit and the balance" : "the deposit";

type Invoices = AcceptanceInvoices | null;

function closingSentences(quote: PublicQuote, link: string | null, invoices: Invoices): string {
  const enclosed = enclosedSentence(quote, link);
  if (invoices) return enclosed;
  return `I'll email you details for paying ${paidFirst(quote)}. ${enclosed}`;
}

/** The entry needs a link, which later versions of the quote share. */
function enclosedSentence({ eventDate }: PublicQuote, link: string | null): string {
  if (!eventDate) return "All of this is attached as a PDF, too.";
  const entry = link ? ", with an entry for your calendar" : "";
  return `All of this is attached as a PDF${entry}; all times are Melbourne time.`;
}

function previewOf(quote: PublicQuote): string {
  const total = `Total ${formatMoney(agreementOf(quote).sums[0]![1])}`;
  return quote.eventDate ? `${longDay(quote.eventDate)}. ${total}` : total;
}

export function acceptanceReceipt(
  quote: PublicQuote,
  { clientName }: Pick<Acceptance, "clientName">,
  link: string,
  invoices: Invoices = null,
) {
  return (
    <Confirmation
      heading="Your booking confirmation"
      to={clientName}
      {...{ quote, link, invoices }}
      end=" If anything looks wrong, just reply."
    >
      Thank you, I look forward to it. Here is what we've agreed; please keep this email.
    </Confirmation>
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
    <Confirmation heading="Your quote has been accepted" {...{ quote, link, invoices }}>
      {clientName === quote.clientName
        ? `Your quote was accepted from another address, ${clientEmail}.`
        : `${clientName} (${clientEmail}) has accepted your quote.`}{" "}
      Here are the details; please keep this email, and reply straight away if you didn't agree to
      this.
    </Confirmation>
  );
}

export function acceptanceOnBehalf(
  quote: PublicQuote,
  link: string | null,
  invoices: Invoices = null,
) {
  return (
    <Confirmation heading="Your booking confirmation" {...{ quote, link, invoices }}>
      As we discussed, I've marked your quote as accepted. If that's not right, reply and I'll undo
      it. Here is what we've agreed; please keep this email.
    </Confirmation>
  );
}

type ConfirmationProps = {
  heading: string;
  quote: PublicQuote;
  to?: string;
  link: string | null;
  invoices: Invoices;
  end?: string;
  children: ReactNode;
};

function Confirmation(props: ConfirmationProps) {
  const { heading, quote, to = quote.clientName, link, invoices, end = "", children } = props;
  return (
    <EmailLayout preview={previewOf(quote)} signed>
      <Heading>{heading}</Heading>
      <Text>Hi {firstNameOf(to)},</Text>
      <Text>{children}</Text>
      <AgreedTerms quote={quote} />
      {invoices && <PaymentRequest invoices={invoices} />}
      <AgreementRecord quote={quote} />
      <Text>{closingSentences(quote, link, invoices) + end}</Text>
      <ClientAction link={link} invoices={invoices} />
    </EmailLayout>
  );
}

type ClientActionProps = { link: string | null; invoices: Invoices };

/** A payment that is due now comes first. */
function ClientAction({ link, invoices }: ClientActionProps) {
  const pay = payAction(invoices);
  const quote = link ? { href: link, label: "View your quote" } : null;
  const first = pay ?? quote;
  if (!first) return null;
  return (
    <Action href={first.href} also={pay && quote}>
      {first.label}
    </Action>
  );
}

export function acceptanceUndone(
  { clientName, eventTitle, replacesId }: Quote,
  link: string | null,
  invoices: WithdrawnInvoices | null = null,
) {
  const agreement = replacesId
    ? "What we agreed before still stands."
    : "You haven't committed to anything.";
  return (
    <EmailLayout preview={agreement} signed>
      <Heading>Your quote is open again</Heading>
      <Text>Hi {firstNameOf(clientName)},</Text>
      <Text>
        Sorry for the mix-up: I marked {eventTitle ? `your quote for ${eventTitle}` : "your quote"}{" "}
        as accepted by mistake and have undone it. {agreement}
        {link && !replacesId && " If you'd like to go ahead, you can accept it below."}
      </Text>
      {invoices && <WithdrawnRequest {...invoices} />}
      <ClientAction link={link} invoices={invoices?.restored ?? null} />
    </EmailLayout>
  );
}

function whoElseAccepted(
  quote: PublicQuote,
  { clientName, clientEmail }: Pick<Acceptance, "clientName" | "clientEmail">,
): string {
  if (isSameEmail(clientEmail, quote.clientEmail)) return "";
  if (clientName === quote.clientName)
    return `They used another address, ${clientEmail}; you made it for ${quote.clientEmail}.`;
  return `Their address is ${clientEmail}. You made it for ${quote.clientName}.`;
}

export function acceptanceNotice(
  quote: PublicQuote,
  acceptance: Pick<Acceptance, "clientName" | "clientEmail">,
  link: string,
  invoices: Invoices = null,
  /** How many were told what to pay. */
  told = 1,
) {
  const someoneElse = whoElseAccepted(quote, acceptance);
  return (
    <EmailLayout preview={previewOf(quote)}>
      <Heading>{`${acceptance.clientName} has accepted your quote`}</Heading>
      {someoneElse && <Text>{someoneElse}</Text>}
      <AgreedTerms quote={quote} />
      <AgreementRecord quote={quote} />
      {invoices ? (
        <InvoicesSummary invoices={invoices} told={told} />
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

export function declineNotice(quote: PublicQuote, reason: string, link: string) {
  const { clientName, eventTitle, eventDate, type } = quote;
  const facts: EmailFact[] = [
    eventTitle ? ["Event", eventTitle] : ["Quote", type],
    ...(eventDate ? [["Date", longDay(eventDate)] as const] : []),
    ["Total", formatMoney(agreementOf(quote).sums[0]![1])],
  ];
  return (
    <EmailLayout preview={reason || "They gave no reason."}>
      <Heading>{`${clientName} has declined your quote`}</Heading>
      <Text>{reason ? "They wrote:" : "They gave no reason."}</Text>
      {reason && <Quoted>{reason}</Quoted>}
      <Facts facts={facts} />
      <HowToAnswer email={quote.clientEmail} />
      <Action href={link}>Open the quote</Action>
    </EmailLayout>
  );
}

export function quoteEmail(quote: PublicQuote, { body, link }: { body: string; link: string }) {
  const { lines, sums } = agreementOf(quote);
  // The owner's text may have them already.
  const unsaid = lines.filter(([label]) => !body.includes(label));
  return (
    <ComposedEmail body={body} action={{ href: link, label: "View your quote" }}>
      <EventFacts quote={quote} said={body} />
      <Amounts
        amounts={[...unsaid.map(emailAmountOf), { ...emailAmountOf(sums[0]!), strong: true }]}
      />
    </ComposedEmail>
  );
}

export function createdInvoices(quote: Quote, invoices: AcceptanceInvoices) {
  const title = quoteTitle(quote);
  const pay = payAction(invoices);
  return (
    <EmailLayout preview={`How to pay for ${title}`} signed>
      <Heading>{title}</Heading>
      <Text>Hi {firstNameOf(quote.clientName)},</Text>
      <Text>Here's everything you need to pay for {title}, as we agreed.</Text>
      <PaymentRequest invoices={invoices} />
      <Text>If you've already paid some of it or have a question, just reply.</Text>
      {pay && <Action href={pay.href}>{pay.label}</Action>}
    </EmailLayout>
  );
}

function AgreedTerms({ quote }: { quote: PublicQuote }) {
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
function AgreementRecord({ quote }: { quote: PublicQuote }) {
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
function EventFacts({ quote, said = "" }: { quote: PublicQuote; said?: string }) {
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

const emailAmountOf = ([label, amount]: QuoteAmount): EmailAmount => ({
  label,
  amount: formatMoney(amount),
});

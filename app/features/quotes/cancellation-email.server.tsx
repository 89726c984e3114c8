import { EmailLayout } from "#app/features/email/email-layout.tsx";
import { Action, Heading, Text } from "#app/features/email/email-parts.tsx";
import {
  cancelledSentence,
  creditSentence,
} from "#app/features/invoices/acceptance-email.server.tsx";
import type { Settled } from "#app/features/invoices/acceptance-invoices.server.ts";
import { longDay } from "#app/values/calendar.ts";
import { type Cents, formatMoney } from "#app/values/money.ts";
import { firstNameOf } from "#app/values/names.ts";
import type { Cancellation } from "./cancellation.ts";
import { type Quote, quoteTitle } from "./model.ts";

type Props = {
  quote: Quote;
  cancellation: Cancellation;
  settled: Settled;
  kept: Cents;
  link: string | null;
  isInCalendar: boolean;
};

export function BookingCancelled(props: Props) {
  const { quote, cancellation, settled, link } = props;
  const { cancelledBy, reason } = cancellation;
  const { eventDate, clientName } = quote;
  const booking = `your booking for ${quoteTitle(quote)}${eventDate ? ` on ${longDay(eventDate)}` : ""}`;
  const opening =
    cancelledBy === "client"
      ? `As you asked, I've cancelled ${booking}.`
      : `I'm sorry, I've had to cancel ${booking}.`;
  return (
    <EmailLayout preview={moneySentences(props).at(-1)!} signed>
      <Heading>Your booking is cancelled</Heading>
      <Text>Hi {firstNameOf(clientName)},</Text>
      <Text>{opening}</Text>
      <Text>{reason}</Text>
      {[...cancelledSentence(settled.voided), ...moneySentences(props)].map((sentence) => (
        <Text key={sentence}>{sentence}</Text>
      ))}
      <Text>
        {props.isInCalendar && "The attached entry takes it out of your calendar. "}
        If anything looks wrong or you have a question, just reply.
      </Text>
      {link && <Action href={link}>View your quote</Action>}
    </EmailLayout>
  );
}

function moneySentences({ settled, kept, cancellation: { keep } }: Props): string[] {
  const { creditNotes, toRefund } = settled;
  return [
    ...creditNotes.map(creditSentence),
    ...(kept > 0
      ? [
          keep === "deposit"
            ? `I'm keeping the deposit, ${formatMoney(kept)}.`
            : `I'm keeping ${formatMoney(kept)} of what you've paid.`,
        ]
      : []),
    ...(toRefund > 0
      ? [`${formatMoney(toRefund)} is coming back to you. Just reply and tell me where to send it.`]
      : []),
    "There's nothing more to pay.",
  ];
}

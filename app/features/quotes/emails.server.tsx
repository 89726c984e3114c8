import { Action, type Fact, Facts, Heading, Letter, Text } from "#app/features/email/letter.tsx";
import { site } from "#app/content/site.ts";
import { longDay, longInstant } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import { acceptedPrice, addOnNames, balanceDueDay, hoursOf, isLivePiano, type Quote, ratesOf, selectedAddOns } from "./model.ts";
import type { Acceptance } from "./schema.ts";

/** Everything that was agreed, line by line, from the accepted record. */
function agreement(quote: Quote): Fact[] {
  const price = acceptedPrice(quote);
  const rates = ratesOf(quote);
  const addOns = selectedAddOns(quote);
  const due = balanceDueDay(quote);
  const facts: (Fact | null)[] = [
    ["Quote", quote.invoiceType],
    quote.eventTitle ? ["Event", quote.eventTitle] : null,
    quote.eventDate ? ["Date", longDay(quote.eventDate)] : null,
    isLivePiano(quote) ? ["Hours", hoursOf(addOns)] : null,
    quote.eventLocation ? ["Place", quote.eventLocation] : null,
    isLivePiano(quote) ? ["Live piano", formatMoney(rates.base)] : null,
    addOns.rehearsal ? [addOnNames.rehearsal, formatMoney(rates.rehearsal)] : null,
    addOns.extraHour ? [addOnNames.extraHour, formatMoney(rates.extraHour)] : null,
    ["Total", formatMoney(price.total)],
    ["50% deposit, which secures the booking", formatMoney(price.deposit)],
    [due ? `Balance, due by ${longDay(due)}` : "Balance, due 7 days before the event", formatMoney(price.balance)],
    quote.acceptedAt ? ["Accepted", longInstant(quote.acceptedAt)] : null,
  ];
  return facts.filter((fact) => fact !== null);
}

export function acceptanceReceipt(quote: Quote, { clientName }: Acceptance, link: string) {
  return (
    <Letter preview={`Accepted: ${formatMoney(acceptedPrice(quote).total)}`}>
      <Heading>Thank you for your acceptance</Heading>
      <Text>Dear {clientName},</Text>
      <Text>Your acceptance has arrived and is recorded as follows. Please keep this letter.</Text>
      <Facts facts={agreement(quote)} />
      <Text>Payment details for the deposit follow by e-mail. If anything here is not as you meant it, reply to this letter.</Text>
      <Action href={link}>View your quote</Action>
      <Text>{site.person}</Text>
    </Letter>
  );
}

export function acceptanceNotice(quote: Quote, { clientName, clientEmail }: Acceptance, link: string) {
  return (
    <Letter preview={`${quote.clientName}: ${formatMoney(acceptedPrice(quote).total)}`}>
      <Heading>Quote accepted</Heading>
      <Text>
        {clientName} ({clientEmail}) accepted the quote for {quote.clientName}.
      </Text>
      <Facts facts={agreement(quote)} />
      <Action href={link}>Open the quote</Action>
    </Letter>
  );
}

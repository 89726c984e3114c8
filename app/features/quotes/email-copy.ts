import { site } from "#app/content/site.ts";
import { fillParts } from "#app/features/email/placeholders.ts";
import { quotePlaceholders } from "#app/features/email/quote-placeholders.ts";
import { longDay } from "#app/values/calendar.ts";
import { formatMoney, toCents } from "#app/values/money.ts";
import type { QuoteEmail } from "./draft-schema.ts";
import type { Quote } from "./model.ts";

/* The letter that brings a quote: the owner's template named `Quote`, or these words. */

export const quoteTemplateName = "Quote";

/** Stands for the link until the letter is sent: a draft has none yet. */
export const linkPlaceholder = "quote_link";

const usualLetter: QuoteEmail = {
  subject: "Your quote for {{event}}",
  body: `Dear {{client_name}},

Thank you for asking. Here is your quote for {{event}}: everything it contains, what it costs, and a form to accept it.

{{valid_until_sentence}}If anything should be different, reply to this letter.

${site.person}`,
};

/** Puts values in place of {{names}} by the one renderer of letters; `unknown` says what a name without a value becomes. */
export function fillQuoteEmail(
  text: string,
  values: Readonly<Record<string, string>>,
  unknown: (placeholder: string) => string,
): string {
  return fillParts(text, values)
    .map((part) =>
      part.key === undefined || Object.hasOwn(values, part.key)
        ? part.text
        : unknown(`{{${part.key}}}`),
    )
    .join("");
}

/** The letter as the owner finds it before sending: the template's words about this quote. */
export function quoteEmailFor(quote: Quote, template: QuoteEmail | null): QuoteEmail {
  const values = {
    client_name: quote.clientName,
    client_email: quote.clientEmail,
    invoice_type: quote.invoiceType,
    event_title: quote.eventTitle ?? "",
    event_date: quote.eventDate ? longDay(quote.eventDate) : "",
    event_location: quote.eventLocation ?? "",
    prepared_by: quote.preparedBy ?? "",
    total_amount: formatMoney(toCents(quote.totalAmount)),
    ...quotePlaceholders(quote),
  };
  const { subject, body } = template ?? usualLetter;
  // The link is known when the letter leaves, and so is what nobody knows.
  const keep = (placeholder: string) => placeholder;
  return {
    subject: fillQuoteEmail(subject, values, keep),
    body: fillQuoteEmail(body, values, keep),
  };
}

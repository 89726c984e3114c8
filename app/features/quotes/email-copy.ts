import { site } from "#app/content/site.ts";
import { fillParts } from "#app/features/email/placeholders.ts";
import { quotePlaceholders } from "#app/features/email/quote-placeholders.ts";
import { longDay } from "#app/values/calendar.ts";
import { formatMoney, toCents } from "#app/values/money.ts";
import type { QuoteEmail } from "./draft-schema.ts";
import type { Quote } from "./model.ts";

/** The owner's email template of this name replaces the default email. */
export const quoteTemplateName = "Quote";

/** Stands for the link until the email is sent: a draft has none yet. */
export const linkPlaceholder = "quote_link";

const defaultEmail: QuoteEmail = {
  subject: "Your quote for {{event}}",
  body: `Dear {{client_name}},

Thanks for getting in touch. Here's your quote for {{event}}, with what's included, the price and a \
button to accept.

{{valid_until_sentence}}If you'd like to change anything, just reply.

${site.person}`,
};

/** Fills in {{placeholders}}; `unknown` gives the text for one without a value. */
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

/** The email as the owner sees it before sending. */
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
  const { subject, body } = template ?? defaultEmail;
  // The link, and placeholders without a value, are filled in on sending.
  const keep = (placeholder: string) => placeholder;
  return {
    subject: fillQuoteEmail(subject, values, keep),
    body: fillQuoteEmail(body, values, keep),
  };
}

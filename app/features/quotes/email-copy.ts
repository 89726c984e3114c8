import { content } from "#app/content/content.ts";
import { isOptionalField } from "#app/features/email/fields.ts";
import { fillParts, type RecordFields } from "#app/features/email/placeholders.ts";
import type { StandardTemplate } from "#app/features/email/standard-template.ts";
import type { QuoteEmail } from "./draft-schema.ts";

export const quoteEmailName = "Quote";

export const standardQuoteEmail = (): StandardTemplate => ({
  name: quoteEmailName,
  subject: "Your quote for {{event}}",
  body: `Hi {{first_name}},

Thanks for getting in touch. Here's your quote, with what's included, the price and a button to \
accept.

{{valid_until_sentence}}If you'd like to change anything, just reply.

${content().site.person}`,
});

/** Filled in but for the link and what is missing. */
export type QuoteEmailDraft = QuoteEmail & { record: RecordFields };

/** @param record with the link that the email will have */
export function quoteEmailFor(record: RecordFields, template: QuoteEmail | null): QuoteEmailDraft {
  const { subject, body } = template ?? standardQuoteEmail();
  const filled = (text: string) =>
    fillParts(text, record)
      .map(({ text: value, key, missing }) =>
        key === "quote_link" || (key && missing && !isOptionalField(key)) ? `{{${key}}}` : value,
      )
      .join("");
  return { subject: filled(subject), body: filled(body), record };
}

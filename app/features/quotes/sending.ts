import { content } from "#app/content/content.ts";
import { isOptionalField } from "#app/features/email/fields.ts";
import { fillParts, type RecordFields } from "#app/features/email/placeholders.ts";
import type { StandardEmail } from "#app/features/email/templates.ts";
import type { QuoteEmail } from "./draft-schema.ts";

export type Sending = "first" | "reminder" | "update";

export const sendingLabels: Record<Sending, string> = {
  first: "Send Quote",
  reminder: "Send a Reminder",
  update: "Send the New Version",
};

export function laterEmails(): Record<Exclude<Sending, "first">, QuoteEmail> {
  const { person } = content().site;
  return {
    reminder: {
      subject: "A reminder: your quote for {{event}}",
      body: `Hi {{first_name}},

Just a quick reminder that your quote is still open. {{valid_until_sentence}}You can \
see what's included and accept it below.

If you have a question or would like to change anything, just reply.

${person}`,
    },
    update: {
      subject: "Your updated quote for {{event}}",
      body: `Hi {{first_name}},

I've updated your quote. It's at the same link as before. {{valid_until_sentence}}

If you'd like to change anything else, just reply.

${person}`,
    },
  };
}

export const quoteEmailName = "Quote";

export const standardQuoteEmail = (): StandardEmail => ({
  name: quoteEmailName,
  when: "When you send a quote",
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

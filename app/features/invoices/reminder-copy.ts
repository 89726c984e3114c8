import { content } from "#app/content/content.ts";
import type { StandardTemplate } from "#app/features/email/standard-template.ts";
import type { InvoiceReminderStep } from "./reminder-steps.ts";

/** Replaces single reminders when several invoices are due on one day. */
export const severalInvoicesEmail = (): StandardTemplate => ({
  name: "Several invoices due",
  subject: "A reminder: invoices {{invoice_number}}",
  body: `Hi {{first_name}},

A quick note about invoices {{invoice_number}}: {{amount_due}} is still to pay. They're attached, and \
you can also open them below.

{{how_to_pay}}

If it's already on its way, thank you, and please ignore this email. If you have a question or need a \
little more time, just reply.

${content().site.person}`,
});

/** Defaults; the owner's email template of the same name replaces them. */
export function invoiceReminderEmails(): Record<InvoiceReminderStep, StandardTemplate> {
  const { person } = content().site;
  return {
    "3-days-before-due": {
      name: "Invoice due soon",
      subject: "Invoice {{invoice_number}} is due on {{due_date}}",
      body: `Hi {{first_name}},

A quick note that {{amount_due}} for {{event}} is due on {{due_date}}. The invoice is attached, and \
you can also open it below.

{{how_to_pay}}

If you've just paid it, thank you! If you have a question, just reply.

${person}`,
    },
    "1-day-overdue": {
      name: "Invoice overdue",
      subject: "A reminder: invoice {{invoice_number}} was due on {{due_date}}",
      body: `Hi {{first_name}},

I haven't seen your payment of {{amount_due}} for {{event}} yet; it was due on {{due_date}}. If \
it's already on its way, thank you, and please ignore this email. Otherwise, the invoice is \
attached, and you can also open it below.

{{how_to_pay}}

If you have a question or need a little more time, just reply.

${person}`,
    },
    "7-days-overdue": {
      name: "Invoice still overdue",
      subject: "Following up on invoice {{invoice_number}}",
      body: `Hi {{first_name}},

I'm checking in about invoice {{invoice_number}}: {{amount_due}} for {{event}} was due on \
{{due_date}} and hasn't reached me yet. Could you take a look when you have a moment? The invoice is \
attached, and you can also open it below.

{{how_to_pay}}

If something's in the way, reply and we'll sort it out together.

${person}`,
    },
  };
}

import type { StandardEmail } from "#app/features/email/standard-template.ts";
import { invoiceReminderEmails } from "#app/features/invoices/reminder-copy.ts";
import { invoiceReminderSteps, invoiceStepLabels } from "#app/features/invoices/reminder-steps.ts";
import { standardQuoteEmail } from "#app/features/quotes/email-copy.ts";
import { quoteReminderEmails } from "#app/features/quotes/reminder-copy.ts";
import { quoteReminderSteps, quoteStepLabels } from "#app/features/quotes/reminder-steps.ts";

/** In the order in which a client gets them. */
export const standardEmails = (): readonly StandardEmail[] => [
  { ...standardQuoteEmail(), when: "When you send a quote" },
  ...quoteReminderSteps.map((step) => ({
    ...quoteReminderEmails()[step],
    when: quoteStepLabels[step],
  })),
  ...invoiceReminderSteps.map((step) => ({
    ...invoiceReminderEmails()[step],
    when: invoiceStepLabels[step],
  })),
];

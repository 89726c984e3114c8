import { appointmentEmailOrder, appointmentEmails } from "#app/features/diary/email-copy.ts";
import type { StandardEmail } from "#app/features/email/standard-template.ts";
import { invoiceReminderEmails } from "#app/features/invoices/reminder-copy.ts";
import { invoiceReminderSteps, invoiceStepLabels } from "#app/features/invoices/reminder-steps.ts";
import { standardQuoteEmail } from "#app/features/quotes/email-copy.ts";
import { quoteReminderEmails } from "#app/features/quotes/reminder-copy.ts";
import { quoteReminderSteps, quoteStepLabels } from "#app/features/quotes/reminder-steps.ts";

type Invoicing = { invoicing: boolean };

/** In the order in which a client gets them; those about quotes and invoices while invoices are written. */
export const standardEmails = ({ invoicing }: Invoicing): readonly StandardEmail[] => [
  ...(invoicing ? moneyEmails() : []),
  ...appointmentEmailOrder.map((name) => appointmentEmails()[name]),
];

const moneyEmails = (): readonly StandardEmail[] => [
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

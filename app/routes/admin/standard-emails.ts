import { appointmentEmailOrder, appointmentEmails } from "#app/features/diary/email-copy.ts";
import type { ListedEmail } from "#app/features/email/standard-template.ts";
import {
  invoiceReminderEmails,
  severalInvoicesEmail,
} from "#app/features/invoices/reminder-copy.ts";
import { invoiceReminderSteps, invoiceStepLabels } from "#app/features/invoices/reminder-steps.ts";
import { standardQuoteEmail } from "#app/features/quotes/email-copy.ts";
import { quoteReminderEmails } from "#app/features/quotes/reminder-copy.ts";
import { quoteReminderSteps, quoteStepLabels } from "#app/features/quotes/reminder-steps.ts";

type Invoicing = { invoicing: boolean };

/** In the order in which a client gets them; quote and invoice emails only with invoicing. */
export const standardEmails = ({ invoicing }: Invoicing): readonly ListedEmail[] => [
  ...(invoicing ? moneyEmails() : []),
  ...appointmentEmailOrder.map((name) => ({
    ...appointmentEmails()[name],
    about: "Appointments" as const,
  })),
];

const moneyEmails = (): readonly ListedEmail[] => [
  { ...standardQuoteEmail(), about: "Quotes", when: "When you send a quote" },
  ...quoteReminderSteps.map((step) => ({
    ...quoteReminderEmails()[step],
    about: "Quotes" as const,
    when: quoteStepLabels[step],
  })),
  ...invoiceReminderSteps.map((step) => ({
    ...invoiceReminderEmails()[step],
    about: "Invoices" as const,
    when: invoiceStepLabels[step],
  })),
  { ...severalInvoicesEmail(), about: "Invoices", when: "When several are due for a reminder" },
];

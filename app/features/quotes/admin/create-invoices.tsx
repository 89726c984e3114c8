import type { Quote } from "#app/features/quotes/model.ts";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";

/** For a quote that was accepted before invoicing was on. */
export function CreateInvoices({ quote, busy }: { quote: Quote; busy: boolean }) {
  return (
    <ConfirmedAction
      id="ask-create-invoices"
      label="Create Invoices"
      className="button quiet min-h-11! self-start px-4!"
      question={`Create invoices for ${quote.clientName}?`}
      yes="Create and send"
      otherwise={{ label: "Create without sending", name: "email", value: "no" }}
      values={{ intent: "create-invoices" }}
      busy={busy}
    >
      <p>
        The deposit and the balance are invoiced as if the quote were accepted today. If the balance
        would be due already, it's one invoice for the whole.
      </p>
      <p>
        Sending emails {quote.clientEmail} how to pay, with the first invoice as a PDF. If some of
        it has been paid, record that on the invoice afterwards.
      </p>
    </ConfirmedAction>
  );
}

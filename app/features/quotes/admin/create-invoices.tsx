import type { Quote } from "#app/features/quotes/model.ts";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { type Cents, formatMoney, toCents } from "#app/values/money.ts";

type CreateProps = { quote: Quote; missing: Cents; busy: boolean };

/** For a quote accepted before invoicing was on, or with a void invoice. */
export function CreateInvoices({ quote, missing, busy }: CreateProps) {
  const isPart = missing < toCents(quote.totalAmount);
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
        {isPart
          ? `${formatMoney(missing)} of what was agreed isn't invoiced. It's invoiced`
          : "The deposit and the balance are invoiced"}{" "}
        as if the quote were accepted today. If the balance would be due already, it's one invoice
        for the whole.
      </p>
      <p>
        Sending emails {quote.clientEmail} how to pay, with the first invoice as a PDF. If some of
        it has been paid, record that on the invoice afterwards.
      </p>
    </ConfirmedAction>
  );
}

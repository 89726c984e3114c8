import { Form } from "react-router";
import { type Invoice, restOf } from "#app/features/invoices/model.ts";
import { refundCreditSchema } from "#app/features/invoices/payment-schema.ts";
import type { InvoiceFormState } from "#app/features/invoices/toasts.ts";
import { formatMoney } from "#app/values/money.ts";
import { ReasonForm } from "./reason-form.tsx";

type QuestionProps = {
  invoice: Invoice;
  posted: InvoiceFormState | undefined;
  busy: boolean;
};

/** For a reported refund: the client is asked for nothing until the owner answers. */
export function RefundQuestion({ invoice, posted, busy }: QuestionProps) {
  const { number, returned = 0 } = invoice;
  const credited = formatMoney(Math.min(returned, restOf(invoice)));
  return (
    <section aria-labelledby="refund" className="no-print flex flex-col gap-3">
      <h2 id="refund" className="display-3">
        What was the refund for?
      </h2>
      <p>
        {formatMoney(returned)} went back and {number} is unpaid again. Until you answer, nobody is
        asked for it.
      </p>
      <ReasonForm
        intent="credit-refund"
        prefix="credit-refund-"
        label={`Called off, or costs less: credit ${credited}`}
        yes="Issue Credit Note"
        reasonHint="The credit note shows it."
        schema={refundCreditSchema}
        hidden={{ seen_returned: returned }}
        posted={posted?.intent === "credit-refund" ? posted : undefined}
        busy={busy}
      >
        <p>A credit note takes {credited} off this invoice. This can't be undone.</p>
      </ReasonForm>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="seen_returned" value={returned} />
        <button
          type="submit"
          name="intent"
          value="refund-again"
          disabled={busy}
          className="link cursor-pointer"
        >
          It's to be paid again
        </button>
      </Form>
    </section>
  );
}

import { Form } from "react-router";
import type { InvoiceAccount } from "#app/features/invoices/model.ts";
import { draftDueSchema, newInvoiceLimits } from "#app/features/invoices/new-invoice.ts";
import type { InvoiceFormState } from "#app/features/invoices/toasts.ts";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { Field } from "#app/ui/fields.tsx";
import { ErrorSummary } from "#app/ui/form-messages.tsx";
import { addDays } from "#app/values/calendar.ts";
import { useFormErrors } from "#app/ui/use-form-errors.ts";

type DraftFormProps = {
  invoice: InvoiceAccount;
  today: string;
  posted: InvoiceFormState | undefined;
  busy: boolean;
};

/** What a draft lacks, and what can be done with it. */
export function DraftForm({ invoice, today, posted, busy }: DraftFormProps) {
  const answer = posted?.intent === "issue" ? posted : undefined;
  const { errors, handlers } = useFormErrors(draftDueSchema, answer?.errors);
  // When a balance is due depends on its event.
  const usual = invoice.kind === "balance" ? "" : addDays(today, newInvoiceLimits.dueDays);
  return (
    <section aria-labelledby="issue" className="flex flex-col items-start gap-4">
      <h2 id="issue" className="display-3">
        Issue this invoice
      </h2>
      <p className="max-w-prose">
        {invoice.kind === "balance"
          ? "The event has no date yet, so the balance has no due date. Choose one and issue it."
          : "Choose its due date and issue it."}
      </p>
      <Form method="post" className="flex flex-col gap-4" {...handlers} preventScrollReset>
        <input type="hidden" name="intent" value="issue" />
        <ErrorSummary errors={answer?.errors ? errors : {}} />
        <div className="max-w-56">
          <Field
            name="dueOn"
            label="Due"
            type="date"
            min={today}
            defaultValue={answer?.ok === false ? answer.values?.dueOn : (invoice.dueOn ?? usual)}
            error={errors.dueOn}
          />
        </div>
        <p className="flex flex-wrap gap-3 max-sm:*:grow">
          <button type="submit" className="button" disabled={busy}>
            Issue and Send
          </button>
          <button type="submit" name="email" value="no" className="button quiet" disabled={busy}>
            Issue without Sending
          </button>
        </p>
      </Form>
      <ConfirmedAction
        id="ask-discard"
        label="Discard Draft"
        className="link min-h-11 cursor-pointer"
        question="Discard this draft?"
        yes="Yes, discard draft"
        values={{ intent: "discard" }}
        busy={busy}
      >
        <p>It has no number yet and nobody has seen it. This can't be undone.</p>
      </ConfirmedAction>
    </section>
  );
}

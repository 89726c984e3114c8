import { Form } from "react-router";
import type { Invoice } from "#app/features/invoices/model.ts";
import { draftDueSchema, newInvoiceLimits } from "#app/features/invoices/new-invoice.ts";
import type { InvoiceFormState } from "#app/features/invoices/toasts.ts";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { Field } from "#app/ui/fields.tsx";
import { ErrorSummary } from "#app/ui/form-messages.tsx";
import { addDays } from "#app/values/calendar.ts";
import { useFormErrors } from "#app/ui/use-form-errors.ts";

type DraftFormProps = {
  invoice: Invoice;
  today: string;
  posted: InvoiceFormState | undefined;
  busy: boolean;
};

export function DraftForm({ invoice, today, posted, busy }: DraftFormProps) {
  const answer = posted?.intent === "issue" ? posted : undefined;
  const { errors, handlers } = useFormErrors(draftDueSchema, answer?.errors);
  // A balance's due day depends on its event.
  const usual = invoice.kind === "balance" ? "" : addDays(today, newInvoiceLimits.dueDays);
  return (
    <section aria-labelledby="issue" className="flex flex-col items-start gap-4">
      <h2 id="issue" className="display-3">
        Issue this invoice
      </h2>
      {invoice.kind === "balance" && (
        <p className="max-w-prose">
          The event has no date yet, so the balance has no due date. Choose one.
        </p>
      )}
      <Form
        method="post"
        className="flex flex-col gap-4 md:flex-row md:flex-wrap md:gap-x-6"
        {...handlers}
        preventScrollReset
      >
        <input type="hidden" name="intent" value="issue" />
        <div className="w-full empty:hidden">
          <ErrorSummary errors={answer?.errors ? errors : {}} />
        </div>
        <div className="w-56">
          <Field
            name="dueOn"
            label="Due"
            type="date"
            min={addDays(today, 1)}
            defaultValue={answer?.ok === false ? answer.values?.dueOn : (invoice.dueOn ?? usual)}
            error={errors.dueOn}
          />
        </div>
        {/* Beside the date, below its label. */}
        <div className="no-print flex flex-wrap content-start gap-2 max-sm:*:grow md:mt-8.5">
          <button type="submit" disabled={busy} className="button min-h-11! px-4!">
            Issue and Send
          </button>
          <button
            type="submit"
            name="email"
            value="no"
            disabled={busy}
            className="button quiet min-h-11! px-4!"
          >
            Issue without Sending
          </button>
        </div>
      </Form>
      <ConfirmedAction
        id="ask-discard"
        label="Discard Draft"
        className="link no-print min-h-11 w-fit cursor-pointer text-base"
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

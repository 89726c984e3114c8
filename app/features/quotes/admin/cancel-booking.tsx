import { Form } from "react-router";
import type { AgreementMoney } from "#app/features/invoices/acceptance-invoices.server.ts";
import { type CancellationState, cancellationSchema } from "#app/features/quotes/cancellation.ts";
import type { Quote } from "#app/features/quotes/model.ts";
import { Field, SelectField, TextField } from "#app/ui/fields.tsx";
import { ErrorSummary, FormMessage } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";

type CancelProps = {
  quote: Quote;
  isPast: boolean;
  money: AgreementMoney;
  posted: CancellationState | undefined;
  busy: boolean;
};

export const cancelFormId = "cancel";

/** Says first what cancelling does, and does only what it has said. */
export function CancelBooking({ quote, isPast, money, posted, busy }: CancelProps) {
  const { errors, handlers } = useFormErrors(cancellationSchema, posted?.errors);
  const values = posted?.values?.intent === "cancel" ? posted.values : undefined;
  const plan = values && posted?.plan;
  const isUnpaid = money.issued.length > 0 && money.paid === 0;
  const field = (name: string) => ({ name, id: `cancel-${name}`, error: errors[name] });
  return (
    <details className="no-print" open={values !== undefined}>
      <summary className="link w-fit cursor-pointer">Cancel This Booking</summary>
      <Form
        id={cancelFormId}
        method="post"
        className="mt-3 flex flex-col gap-3 border-l-4 border-brass bg-raised p-4"
        {...handlers}
        preventScrollReset
      >
        <input type="hidden" name="intent" value="cancel" />
        {plan && <input type="hidden" name="seen" value={plan.seen} />}
        <ErrorSummary errors={values && posted?.errors ? errors : {}} prefix="cancel-" />
        <p>
          It leaves your diary and calendar, and nobody is reminded of it again. This can't be
          undone.
        </p>
        {isPast && (
          <p className="font-semibold">Its day is over. Cancel it only if it didn't happen.</p>
        )}
        <SelectField
          {...field("cancelledBy")}
          label="Who cancelled?"
          options={{ client: quote.clientName, owner: "You" }}
          defaultValue={values?.cancelledBy}
        />
        <TextField
          {...field("reason")}
          label="Reason"
          rows={2}
          defaultValue={values?.reason}
          hint={`${quote.clientName} reads it in the email and on a credit note.`}
        />
        <SelectField
          {...field("keep")}
          label="What do you keep?"
          options={{ deposit: "The deposit", amount: "Another amount", nothing: "Nothing" }}
          defaultValue={values?.keep ?? (isUnpaid ? "nothing" : "deposit")}
        />
        <Field
          {...field("amount")}
          label="Other amount (A$)"
          inputMode="decimal"
          autoComplete="off"
          optional
          defaultValue={values?.amount}
          hint="Of what has been paid."
        />
        {plan && (
          <FormMessage key={plan.seen} ok={posted.ok}>
            <p className="font-semibold">{posted.notice}</p>
            <ul className="mt-1 list-disc pl-5">
              {plan.says.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
              <li>{quote.clientName} gets one email about all of it.</li>
            </ul>
          </FormMessage>
        )}
        <p>
          <button type="submit" disabled={busy} className="button">
            {plan ? "Yes, cancel this booking" : "See What Will Happen"}
          </button>
        </p>
      </Form>
    </details>
  );
}

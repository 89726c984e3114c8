import { Form } from "react-router";
import type * as z from "zod/mini";
import { guardNames } from "#app/features/intake/model.ts";
import { paymentSchema, refundSchema } from "#app/features/invoices/payment-schema.ts";
import { paymentMethodLabels, refundPurposeLabels } from "#app/features/invoices/payments.ts";
import type { InvoiceFormState } from "#app/features/invoices/toasts.ts";
import { Field, SelectField, TextField } from "#app/ui/fields.tsx";
import { ErrorSummary } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { type Cents, fromCents } from "#app/values/money.ts";

const copies = {
  payment: {
    heading: "Record a payment",
    schema: paymentSchema as z.ZodMiniType,
    day: "Received on",
    method: "Paid by",
    button: "Record Payment",
  },
  refund: {
    heading: "Record a refund",
    schema: refundSchema as z.ZodMiniType,
    day: "Sent back on",
    method: "Sent back by",
    button: "Record Refund",
  },
};

type PaymentFormProps = {
  intent: keyof typeof copies;
  /** The proposed amount: the rest, or what was overpaid. */
  amount: Cents;
  hint: string;
  /** Posted, to recognise an outdated page. */
  rest: Cents;
  paid: Cents;
  today: string;
  formKey: string;
  open: boolean;
  isMain: boolean;
  isBelowTotals?: boolean;
  posted: InvoiceFormState | undefined;
  busy: boolean;
};

/** Two adjacent forms share one rule. */
const ruled = "border-y pt-4 not-first:border-t-0";

export function PaymentForm(props: PaymentFormProps) {
  const { intent, hint, rest, today, formKey, posted, busy } = props;
  const { heading, schema, button, ...labels } = copies[intent];
  const { errors, handlers } = useFormErrors(schema, posted?.errors);
  const values = posted?.ok === false ? posted.values : undefined;
  const field = (name: string) => ({ name, id: `${intent}-${name}`, error: errors[name] });
  return (
    <details
      className={`no-print border-line pb-4 ${props.isBelowTotals ? "border-b" : ruled}`}
      open={props.open || Boolean(values)}
    >
      <summary className="display-3 cursor-pointer font-display">{heading}</summary>
      <Form
        method="post"
        className="mt-4 flex scroll-mt-16 flex-col gap-4"
        {...handlers}
        preventScrollReset
      >
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="seen_rest" value={rest} />
        <input type="hidden" name="seen_paid" value={props.paid} />
        <input type="hidden" name={guardNames.key} value={values?.[guardNames.key] ?? formKey} />
        <ErrorSummary errors={posted?.errors ? errors : {}} prefix={`${intent}-`} />
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-3">
          <Field
            {...field("amount")}
            label="Amount (A$)"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={values?.amount ?? (props.amount > 0 ? fromCents(props.amount) : "")}
            hint={hint}
          />
          <Field
            {...field("paidOn")}
            label={labels.day}
            type="date"
            max={today}
            defaultValue={values?.paidOn ?? today}
          />
          <SelectField
            {...field("method")}
            label={labels.method}
            options={paymentMethodLabels}
            defaultValue={values?.method ?? "payid"}
          />
        </div>
        {intent === "refund" && (
          <>
            <SelectField
              {...field("refundFor")}
              label="What for?"
              options={{ "": "Choose", ...refundPurposeLabels }}
              defaultValue={values?.refundFor ?? (rest < 0 ? "overpaid" : "")}
              hint="Called off, or costs less: a credit note takes it off the invoice."
            />
            <TextField
              {...field("reason")}
              label="Reason"
              rows={2}
              defaultValue={values?.reason ?? ""}
              hint="For your records; a credit note shows it. The client gets no email."
            />
          </>
        )}
        <p>
          <button
            type="submit"
            disabled={busy}
            className={props.isMain ? "button" : "button quiet"}
          >
            {button}
          </button>
        </p>
      </Form>
    </details>
  );
}

import type { ReactNode } from "react";
import { Form } from "react-router";
import type * as z from "zod/mini";
import type { InvoiceFormState, InvoiceIntent } from "#app/features/invoices/toasts.ts";
import { Field, TextField, TickField } from "#app/ui/fields.tsx";
import { ErrorSummary } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";

type ReasonFormProps = {
  intent: InvoiceIntent;
  prefix: string;
  label: ReactNode;
  children: ReactNode;
  yes: string;
  reasonHint?: string;
  schema: z.ZodMiniType;
  hidden?: Readonly<Record<string, string | number>>;
  posted: InvoiceFormState | undefined;
  busy: boolean;
  /** Label of a tick, set by default: whether the client gets an email. */
  tell?: string | undefined;
  amount?: { label: string; proposed: string; hint: string };
};

export function ReasonForm(props: ReasonFormProps) {
  const { intent, prefix, label, children, yes, schema, hidden = {}, posted, busy } = props;
  const { errors, handlers } = useFormErrors(schema, posted?.errors);
  const values = posted?.ok === false ? posted.values : undefined;
  return (
    <details open={values !== undefined}>
      <summary className="link w-fit cursor-pointer">{label}</summary>
      <Form
        method="post"
        className="mt-3 flex flex-col gap-3 border-l-4 border-brass bg-raised p-4"
        {...handlers}
        preventScrollReset
      >
        <input type="hidden" name="intent" value={intent} />
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <ErrorSummary errors={posted?.errors ? errors : {}} prefix={prefix} />
        <div className="flex flex-col gap-2">{children}</div>
        {props.amount && (
          <Field
            name="amount"
            id={`${prefix}amount`}
            label={props.amount.label}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={values?.amount ?? props.amount.proposed}
            hint={props.amount.hint}
            error={errors.amount}
          />
        )}
        <TextField
          name="reason"
          id={`${prefix}reason`}
          label="Reason"
          rows={2}
          defaultValue={values?.reason ?? ""}
          hint={props.reasonHint}
          error={errors.reason}
        />
        {props.tell && (
          <TickField
            name={`${prefix}tell`}
            value="yes"
            defaultChecked={values === undefined || `${prefix}tell` in values}
          >
            {props.tell}
          </TickField>
        )}
        <p>
          <button type="submit" disabled={busy} className="button">
            {yes}
          </button>
        </p>
      </Form>
    </details>
  );
}

import { Form } from "react-router";
import type * as z from "zod/mini";
import { type Invoice, type InvoiceState, isToSend, restOf } from "#app/features/invoices/model.ts";
import type { InvoiceFormState } from "#app/features/invoices/copy.ts";
import { formatMoney, type Cents, fromCents } from "#app/values/money.ts";
import { guardNames } from "#app/features/intake/model.ts";
import { paymentSchema, refundSchema, undoSchema } from "#app/features/invoices/schema.ts";
import {
  paymentMethodLabels,
  refundPurposeLabels,
  type Payment,
  paymentKind,
} from "#app/features/invoices/payments.ts";
import { Field, SelectField, TextField } from "#app/ui/fields.tsx";
import { ErrorSummary } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { useOwnEmail } from "#app/features/audit/use-own-email.ts";
import { OnDay, When } from "#app/ui/admin/when.tsx";
import { ReasonForm } from "./corrections.tsx";

type FormsProps = {
  invoice: Invoice;
  state: InvoiceState;
  wasSent: boolean;
  today: string;
  formKey: string;
  posted: InvoiceFormState | undefined;
  busy: boolean;
};

export function PaymentForms({ invoice, state, wasSent, posted, ...shared }: FormsProps) {
  if (state === "draft" || state === "void" || state === "credit-note") return null;
  const { paid } = invoice;
  const rest = restOf(invoice);
  const isUnsent = isToSend(invoice, state, wasSent);
  const answerTo = (intent: string) => (posted?.intent === intent ? posted : undefined);
  return (
    <div className="flex flex-col">
      <PaymentForm
        {...shared}
        intent="payment"
        amount={rest}
        rest={rest}
        paid={paid}
        hint={rest > 0 ? `${formatMoney(rest)} is left to pay.` : "Nothing is left to pay."}
        open={rest > 0 && state !== "refunded"}
        isMain={rest > 0 && !isUnsent && state !== "refunded"}
        isBelowTotals={isUnsent}
        posted={answerTo("payment")}
      />
      {paid > 0 && (
        <PaymentForm
          {...shared}
          intent="refund"
          amount={-rest}
          rest={rest}
          paid={paid}
          hint={`Up to ${formatMoney(paid)}.`}
          open={rest < 0}
          isMain={rest < 0}
          posted={answerTo("refund")}
        />
      )}
    </div>
  );
}

const copies = {
  payment: {
    heading: "Record a payment",
    schema: paymentSchema as z.ZodMiniType,
    day: "Received on",
    method: "Paid by",
    button: "Record Payment",
    loading: "Recording payment...",
  },
  refund: {
    heading: "Record a refund",
    schema: refundSchema as z.ZodMiniType,
    day: "Sent back on",
    method: "Sent back by",
    button: "Record Refund",
    loading: "Recording refund...",
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

function PaymentForm(props: PaymentFormProps) {
  const { intent, hint, rest, today, formKey, posted, busy } = props;
  const { heading, schema, button, loading, ...labels } = copies[intent];
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
            data-loading={loading}
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

type EntriesProps = {
  payments: readonly Payment[];
  state: InvoiceState;
  posted: InvoiceFormState | undefined;
  busy: boolean;
};

/** Oldest first, reversals included. */
export function PaymentEntries({ payments, state, posted, busy }: EntriesProps) {
  if (payments.length === 0) return null;
  const undone = new Set(payments.map(({ reversesId }) => reversesId));
  return (
    <section aria-labelledby="payments">
      <h2 id="payments" className="display-3 mb-2">
        Payments
      </h2>
      <ol className="flex flex-col">
        {payments.map((payment) => {
          const isUndone = undone.has(payment.id);
          const isUndoable = !isUndone && payment.reversesId === null && state !== "void";
          return (
            <li key={payment.id} className="border-b border-line py-3 wrap-anywhere">
              <Entry payment={payment} isUndone={isUndone} />
              {isUndoable && <Undo payment={payment} posted={posted} busy={busy} />}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Entry({ payment, isUndone }: { payment: Payment; isUndone: boolean }) {
  const { paidOn, amount, method, reason, actor, at } = payment;
  const own = useOwnEmail();
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-6">
        <span className={isUndone ? "line-through" : undefined}>
          <span className="font-semibold">{paymentKind(payment)}</span>,{" "}
          {paymentMethodLabels[method] ?? method}, <OnDay day={paidOn} />
        </span>
        <span className={`tabular-nums ${isUndone ? "line-through" : "font-semibold"}`}>
          {formatMoney(amount)}
        </span>
      </p>
      {reason && <p className="whitespace-pre-line">{reason}</p>}
      <p className="text-base text-soft">
        {isUndone && "Undone · "}Recorded by {actor === own ? "you" : actor}, <When at={at} />
      </p>
    </>
  );
}

function Undo({
  payment: { id, amount, paidOn },
  posted,
  busy,
}: {
  payment: Payment;
  posted: InvoiceFormState | undefined;
  busy: boolean;
}) {
  const isThis = posted?.intent === "undo" && posted.values?.payment === String(id);
  return (
    <div className="no-print mt-1 text-base">
      <ReasonForm
        intent="undo"
        prefix={`undo-${id}-`}
        label={
          <>
            Undo
            <span className="sr-only">
              {" "}
              {amount < 0 ? "the refund" : "the payment"} of {formatMoney(Math.abs(amount))},{" "}
              {paidOn}
            </span>
          </>
        }
        yes="Yes, undo it"
        loading="Undoing entry..."
        reasonHint="For your records."
        schema={undoSchema}
        hidden={{ payment: id }}
        posted={isThis ? posted : undefined}
        busy={busy}
      >
        <p>
          Was this entry a mistake? A further entry takes it back. If the client has had a receipt,
          an email asks them to disregard it.
        </p>
      </ReasonForm>
    </div>
  );
}

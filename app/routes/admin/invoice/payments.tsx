import { Form } from "react-router";
import type * as z from "zod/mini";
import {
  isToSend,
  restOf,
  type Invoice,
  type InvoiceState,
  refundPurposeLabels,
  paymentMethodLabels,
  type Payment,
  paymentKind,
} from "#app/features/invoices/model.ts";
import type { InvoiceFormState } from "#app/features/invoices/commands.server.ts";
import { formatMoney, type Cents, fromCents } from "#app/values/money.ts";
import { guardNames } from "#app/features/intake/model.ts";
import {
  paymentSchema,
  refundSchema,
  undoSchema,
  creditSchema,
  voidSchema,
} from "#app/features/invoices/schema.ts";
import { Field, SelectField, TextField, TickField } from "#app/ui/fields.tsx";
import { SubmitButton, usePostedForm } from "#app/ui/admin/form.tsx";
import { useOwnEmail } from "#app/ui/admin/access.tsx";
import { OnDay, When } from "#app/ui/admin/when.tsx";
import type { ReactNode } from "react";

type FormsProps = InvoiceFormsProps & { wasSent: boolean; today: string; formKey: string };

export function PaymentForms({ invoice, state, wasSent, ...shared }: FormsProps) {
  if (state === "draft" || state === "void" || state === "credit-note") return null;
  const { paid } = invoice;
  const rest = restOf(invoice);
  const isUnsent = isToSend(invoice, state, wasSent);
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

type PaymentFormProps = Pick<FormsProps, "today" | "formKey" | "posted"> & {
  intent: keyof typeof copies;
  /** The proposed amount: the rest, or what was overpaid. */
  amount: Cents;
  hint: string;
  /** Posted, to recognise an outdated page. */
  rest: Cents;
  paid: Cents;
  open: boolean;
  isMain: boolean;
  isBelowTotals?: boolean;
};

/** Two adjacent forms share one rule. */
const ruled = "border-y pt-4 not-first:border-t-0";

function PaymentForm(props: PaymentFormProps) {
  const { intent, hint, rest, today, formKey, posted } = props;
  const { heading, schema, button, loading, ...labels } = copies[intent];
  const answer = posted?.intent === intent ? posted : undefined;
  const { form, values, summary, field } = usePostedForm(schema, answer, `${intent}-`);
  return (
    <details
      className={`no-print border-line pb-4 ${props.isBelowTotals ? "border-b" : ruled}`}
      open={props.open || Boolean(values)}
    >
      <summary className="display-3 cursor-pointer font-display">{heading}</summary>
      <Form className="mt-4 flex scroll-mt-16 flex-col gap-4" {...form}>
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="seen_rest" value={rest} />
        <input type="hidden" name="seen_paid" value={props.paid} />
        <input type="hidden" name={guardNames.key} value={values?.[guardNames.key] ?? formKey} />
        {summary}
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-3">
          <Field
            {...field("amount", props.amount > 0 ? fromCents(props.amount) : "")}
            label="Amount (A$)"
            inputMode="decimal"
            autoComplete="off"
            hint={hint}
          />
          <Field {...field("paidOn", today)} label={labels.day} type="date" max={today} />
          <SelectField
            {...field("method", "payid")}
            label={labels.method}
            options={paymentMethodLabels}
          />
        </div>
        {intent === "refund" && (
          <>
            <SelectField
              {...field("refundFor", rest < 0 ? "overpaid" : "")}
              label="What for?"
              options={{ "": "Choose", ...refundPurposeLabels }}
              hint="Called off, or costs less: a credit note takes it off the invoice."
            />
            <TextField
              {...field("reason")}
              label="Reason"
              rows={2}
              hint="For your records; a credit note shows it. The client gets no email."
            />
          </>
        )}
        <p>
          <SubmitButton loading={loading} className={props.isMain ? "button" : "button quiet"}>
            {button}
          </SubmitButton>
        </p>
      </Form>
    </details>
  );
}

type EntriesProps = InvoiceFormsProps & { payments: readonly Payment[] };

export function PaymentEntries({ payments, state, posted }: EntriesProps) {
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
              {isUndoable && <Undo payment={payment} posted={posted} />}
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

type UndoProps = { payment: Payment; posted: InvoiceFormState | undefined };

function Undo({ payment: { id, amount, paidOn }, posted }: UndoProps) {
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
        posted={posted?.values?.payment === String(id) ? posted : undefined}
      >
        <p>
          Was this entry a mistake? A further entry takes it back. If the client has had a receipt,
          an email asks them to disregard it.
        </p>
      </ReasonForm>
    </div>
  );
}

/** `posted`: the answer to any form of the page. */
export type InvoiceFormsProps = {
  invoice: Invoice;
  state: InvoiceState;
  posted: InvoiceFormState | undefined;
};

/** `isKnown`: the client has received it or its booking's confirmation. */
type CorrectionProps = InvoiceFormsProps & { isKnown: boolean };

export function Corrections({ invoice, state, isKnown, posted }: CorrectionProps) {
  if (state === "draft" || state === "void" || state === "credit-note") return null;
  const { paid, credited, refundedByCard = 0 } = invoice;
  const isUntouched = paid === 0 && credited === 0 && refundedByCard === 0;
  const creditable = invoice.total - credited;
  const tell = (what: string) => (invoice.buyerEmail === "" ? undefined : what);
  return (
    <section aria-labelledby="corrections" className="no-print flex flex-col gap-3">
      <h2 id="corrections" className="display-3">
        Correct this invoice
      </h2>
      {isUntouched ? (
        <ReasonForm
          intent="void"
          prefix="void-"
          label="Void This Invoice"
          yes="Yes, void it"
          loading="Voiding invoice..."
          reasonHint="For your records."
          schema={voidSchema}
          tell={isKnown ? tell(`Tell ${invoice.buyerName} that it's cancelled`) : undefined}
          posted={posted}
        >
          <p>
            {invoice.number} no longer counts, and its page says so. Its number stays used. This
            can't be undone.
          </p>
        </ReasonForm>
      ) : (
        <p className="text-soft">
          {paid === 0
            ? credited === 0
              ? "A card payment on it went back and could still return, so it can't be voided. Credit it instead."
              : "It has a credit note, so it can't be voided any more."
            : "It has money on it, so it can't be voided. Credit it, or record the refund as called off."}
        </p>
      )}
      {creditable > 0 && (
        <ReasonForm
          intent="credit"
          prefix="credit-"
          label="Issue a Credit Note"
          yes="Issue Credit Note"
          loading="Issuing credit note..."
          reasonHint="The credit note shows it."
          schema={creditSchema}
          tell={tell(`Email it to ${invoice.buyerName}`)}
          hidden={{ seen_credited: invoice.credited }}
          posted={posted}
          amount={{
            label: "Amount to take off (A$)",
            proposed: proposed(invoice),
            hint: `Up to ${formatMoney(creditable)}.`,
          }}
        >
          <p>
            It gets a number of its own and names {invoice.number}. The client finds it on the
            invoice's page. This can't be undone.
          </p>
        </ReasonForm>
      )}
    </section>
  );
}

function proposed(invoice: Invoice): string {
  const rest = restOf(invoice);
  return rest > 0 ? fromCents(rest) : "";
}

type ReasonFormProps = {
  intent: string;
  prefix: string;
  label: ReactNode;
  children: ReactNode;
  yes: string;
  loading: string;
  reasonHint?: string;
  schema: z.ZodMiniType;
  hidden?: Readonly<Record<string, string | number>>;
  posted: InvoiceFormState | undefined;
  /** Label of a tick, set by default: whether the client gets an email. */
  tell?: string | undefined;
  amount?: { label: string; proposed: string; hint: string };
};

export function ReasonForm(props: ReasonFormProps) {
  const { intent, prefix, label, children, yes, loading, schema, hidden = {}, posted } = props;
  const answer = posted?.intent === intent ? posted : undefined;
  const { form, values, summary, field } = usePostedForm(schema, answer, prefix);
  return (
    <details open={values !== undefined}>
      <summary className="link w-fit cursor-pointer">{label}</summary>
      <Form className="mt-3 flex flex-col gap-3 border-l-4 border-brass bg-raised p-4" {...form}>
        <input type="hidden" name="intent" value={intent} />
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {summary}
        <div className="flex flex-col gap-2">{children}</div>
        {props.amount && (
          <Field
            {...field("amount", props.amount.proposed)}
            label={props.amount.label}
            inputMode="decimal"
            autoComplete="off"
            hint={props.amount.hint}
          />
        )}
        <TextField {...field("reason")} label="Reason" rows={2} hint={props.reasonHint} />
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
          <SubmitButton loading={loading}>{yes}</SubmitButton>
        </p>
      </Form>
    </details>
  );
}

import type { ReactNode } from "react";
import { Form } from "react-router";
import type * as z from "zod/mini";
import { type Invoice, type InvoiceState, restOf } from "#app/features/invoices/model.ts";
import { creditSchema, refundCreditSchema, voidSchema } from "#app/features/invoices/schema.ts";
import type { InvoiceFormState } from "#app/features/invoices/copy.ts";
import { formatMoney, fromCents } from "#app/values/money.ts";
import { Field, TextField, TickField } from "#app/ui/fields.tsx";
import { ErrorSummary } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";

type CorrectionProps = {
  invoice: Invoice;
  state: InvoiceState;
  /** The client has received it or its booking's confirmation. */
  isKnown: boolean;
  posted: InvoiceFormState | undefined;
  busy: boolean;
};

export function Corrections({ invoice, state, isKnown, posted, busy }: CorrectionProps) {
  if (state === "draft" || state === "void" || state === "credit-note") return null;
  const { paid, credited, refundedByCard = 0 } = invoice;
  const isUntouched = paid === 0 && credited === 0 && refundedByCard === 0;
  const creditable = invoice.total - credited;
  const tell = (what: string) => (invoice.buyerEmail === "" ? undefined : what);
  const answerTo = (intent: string) => (posted?.intent === intent ? posted : undefined);
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
          posted={answerTo("void")}
          busy={busy}
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
          posted={answerTo("credit")}
          busy={busy}
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
        loading="Issuing credit note..."
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
  busy: boolean;
  /** Label of a tick, set by default: whether the client gets an email. */
  tell?: string | undefined;
  amount?: { label: string; proposed: string; hint: string };
};

export function ReasonForm(props: ReasonFormProps) {
  const {
    intent,
    prefix,
    label,
    children,
    yes,
    loading,
    schema,
    hidden = {},
    posted,
    busy,
  } = props;
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
          <button type="submit" data-loading={loading} disabled={busy} className="button">
            {yes}
          </button>
        </p>
      </Form>
    </details>
  );
}

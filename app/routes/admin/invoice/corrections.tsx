import type { ReactNode } from "react";
import { Form } from "react-router";
import type * as z from "zod/mini";
import { type Invoice, type InvoiceState, restOf } from "#app/features/invoices/model.ts";
import { creditSchema, refundCreditSchema, voidSchema } from "#app/features/invoices/schema.ts";
import type { InvoiceFormState } from "#app/features/invoices/copy.ts";
import { formatMoney, fromCents } from "#app/values/money.ts";
import { Field, TextField, TickField } from "#app/ui/fields.tsx";
import { SubmitButton, usePostedForm } from "#app/ui/admin/form.tsx";

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

/** For a reported refund: the client is asked for nothing until the owner answers. */
export function RefundQuestion({ invoice, posted }: InvoiceFormsProps) {
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
        posted={posted}
      >
        <p>A credit note takes {credited} off this invoice. This can't be undone.</p>
      </ReasonForm>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="seen_returned" value={returned} />
        <SubmitButton
          name="intent"
          value="refund-again"
          loading="Saving..."
          className="link cursor-pointer"
        >
          It's to be paid again
        </SubmitButton>
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

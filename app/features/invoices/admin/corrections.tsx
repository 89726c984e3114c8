import { type Invoice, type InvoiceState, restOf } from "#app/features/invoices/model.ts";
import { creditSchema, voidSchema } from "#app/features/invoices/payment-schema.ts";
import type { InvoiceFormState } from "#app/features/invoices/toasts.ts";
import { formatMoney, fromCents } from "#app/values/money.ts";
import { ReasonForm } from "./reason-form.tsx";

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

import { type Invoice, type InvoiceState, isToSend, restOf } from "#app/features/invoices/model.ts";
import type { InvoiceFormState } from "#app/features/invoices/toasts.ts";
import { formatMoney } from "#app/values/money.ts";
import { PaymentForm } from "./payment-form.tsx";

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

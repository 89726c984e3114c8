import { useOwnEmail } from "#app/features/audit/use-own-email.ts";
import type { InvoiceState } from "#app/features/invoices/model.ts";
import { undoSchema } from "#app/features/invoices/payment-schema.ts";
import { type Payment, paymentKind, paymentMethodLabels } from "#app/features/invoices/payments.ts";
import type { InvoiceFormState } from "#app/features/invoices/toasts.ts";
import { OnDay, When } from "#app/ui/admin/when.tsx";
import { formatMoney } from "#app/values/money.ts";
import { ReasonForm } from "./reason-form.tsx";

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

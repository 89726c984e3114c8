import type { ReactNode } from "react";
import { href } from "react-router";
import { type Invoice, type InvoiceState, isToSend, restOf } from "#app/features/invoices/model.ts";
import { BackLink } from "#app/ui/admin/back-link.tsx";
import { OnDay, useToday } from "#app/ui/admin/when.tsx";
import { withShortDays } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import { unbroken } from "#app/values/unbroken.ts";
import { InvoiceBadge } from "./invoice-badge.tsx";

type StandingProps = { invoice: Invoice; state: InvoiceState; wasSent: boolean };

const headerClass = "grid items-center gap-x-6 xl:grid-cols-[auto_minmax(0,1fr)]";

export function InvoiceHeader({ children, ...standing }: StandingProps & { children: ReactNode }) {
  const { invoice, state } = standing;
  const { number, title, buyerName, total } = invoice;
  const today = useToday();
  const rest = restOf(invoice);
  const isPart = state !== "void" && rest > 0 && rest < total;
  return (
    <header className={headerClass}>
      <div className="wrap-anywhere xl:col-span-full">
        <BackLink to={href("/admin/money")}>Back to Money</BackLink>
        <h1 className="display-3">
          {number ?? "Draft invoice"} <span className="text-soft">for {buyerName}</span>
        </h1>
        {title && <p className="mt-1">{unbroken(withShortDays(title, today))}</p>}
      </div>
      <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="font-display text-2xl tabular-nums">
          {formatMoney(isPart ? rest : total)}
        </span>
        {isPart && <span className="-ml-2 text-soft">left of {formatMoney(total)}</span>}
        <InvoiceBadge state={state} />
      </p>
      <p className="mt-1 text-balance text-soft wrap-anywhere xl:col-span-full">
        <Standing {...standing} />
      </p>
      {children}
    </header>
  );
}

function Standing({ invoice, state, wasSent }: StandingProps) {
  const { voidReason } = invoice;
  const rest = restOf(invoice);
  switch (state) {
    case "draft":
      return "Not issued yet: it has no number, and nobody has seen it.";
    case "void":
      return voidReason ? `It no longer counts: ${voidReason}` : "It no longer counts.";
    case "credit-note":
      return "It takes this amount off the invoice it corrects.";
    case "refunded":
      return `${formatMoney(invoice.returned ?? 0)} went back. It asks for nothing until you say why.`;
    case "credited":
      return "Credit notes took everything off. There's nothing to pay.";
    case "paid":
      return rest < 0 ? <Overpaid by={-rest} /> : "Nothing is left to pay.";
    default:
      return (
        <>
          <Asked invoice={invoice} state={state} />
          {isToSend(invoice, state, wasSent) && (
            <>
              {" · "}
              <span className="font-semibold text-ink">not sent yet</span>
            </>
          )}
        </>
      );
  }
}

function Asked({ invoice, state }: Omit<StandingProps, "wasSent">) {
  const { dueOn } = invoice;
  if (!dueOn) return `${formatMoney(restOf(invoice))} to pay`;
  return (
    <>
      {state === "overdue" ? "Was due" : "Due"} <OnDay day={dueOn} />
    </>
  );
}

function Overpaid({ by }: { by: number }) {
  return (
    <span className="font-semibold text-danger">
      Overpaid by {formatMoney(by)}. Send it back and record the refund.
    </span>
  );
}

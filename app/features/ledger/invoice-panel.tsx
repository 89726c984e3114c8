import type { ReactNode } from "react";
import { href } from "react-router";
import { PageLink, RecordLink } from "#app/ui/admin/access.tsx";
import { kindName } from "#app/features/invoices/public-invoice.ts";
import { type InvoicesPanel, overdueOf, type PanelInvoice } from "./lists.ts";
import { Badge, type Tone } from "#app/ui/badge.tsx";
import { OnDay } from "#app/ui/admin/when.tsx";
import { formatMoney } from "#app/values/money.ts";
import { unbroken } from "#app/values/unbroken.ts";
import { formatCount } from "#app/values/wording.ts";
import { type InvoiceState, invoiceStateLabels } from "#app/features/invoices/model.ts";

const maxShown = 5;

type PanelProps = {
  panel: InvoicesPanel;
  heading?: string;
  /** Link to all invoices, if only the latest are shown. */
  all?: string;
  none?: string;
  children?: ReactNode;
};

/** Renders nothing while invoicing is off. */
export function InvoicePanel({
  panel: { invoices, sums, invoicing },
  heading = "Invoices",
  all,
  none = "No invoices yet.",
  children,
}: PanelProps) {
  if (!invoicing && invoices.length === 0) return null;
  const shown = all ? invoices.toReversed().slice(0, maxShown) : invoices;
  return (
    <section aria-labelledby="invoices-heading" className="flex flex-col gap-3">
      <h2 id="invoices-heading" className="display-3">
        {heading}
      </h2>
      {invoices.length > 0 ? (
        <>
          <Sums {...sums} />
          <ul>
            {shown.map((invoice) => (
              <Line key={invoice.id} {...invoice} />
            ))}
          </ul>
          {all && shown.length < invoices.length && (
            <PageLink to={all} className="link self-start">
              All {formatCount(invoices.length)} invoices
            </PageLink>
          )}
        </>
      ) : (
        <p className="text-soft">{none}</p>
      )}
      {invoicing && children}
    </section>
  );
}

export function OwedBadge({ panel: { invoices, sums } }: Pick<PanelProps, "panel">) {
  const overdue = overdueOf(invoices);
  if (overdue > 0) return <Badge tone="bad">{`${formatMoney(overdue)} overdue`}</Badge>;
  return sums.open ? <Badge tone="waiting">{`${formatMoney(sums.open)} owed`}</Badge> : null;
}

function Sums({ invoiced, paid, open, toRefund }: InvoicesPanel["sums"]) {
  const sums = [
    ["Invoiced", invoiced],
    ["Paid", paid],
    ["To pay", open],
    ["To refund", toRefund || undefined],
  ] as const;
  const shown = sums.filter(([, amount]) => amount !== undefined);
  if (shown.length === 0) return null;
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-x-2 gap-y-2 tabular-nums">
      {shown.map(([name, amount]) => (
        <div key={name}>
          <dt className="text-base text-soft">{name}</dt>
          <dd className="font-semibold">{formatMoney(amount ?? 0)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Line({ id, number, kind, title, total, dueOn, state, rest, isUnsent }: PanelInvoice) {
  const part = kind === "deposit" || kind === "balance" ? kindName({ kind }) : "";
  const asks = state !== "draft" && rest !== null && rest > 0 && dueOn;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-5 gap-y-1 border-t border-line py-2.5">
      <p>
        <RecordLink to={href("/admin/money/invoices/:id", { id })} className="link font-semibold">
          {number ?? "Draft"}
        </RecordLink>
        {(state === "draft" || asks) && (
          <span className="ml-3 text-base whitespace-nowrap text-soft">
            {asks ? <DueDay day={dueOn} rest={rest} total={total} /> : "No due date"}
          </span>
        )}
      </p>
      <p className="text-right tabular-nums">{formatMoney(total)}</p>
      <p className="text-base text-soft wrap-anywhere">
        {unbroken([part, title].filter(Boolean).join(": "))}
      </p>
      <p className="text-right">
        <InvoiceBadge state={state} />
        {isUnsent && <span className="block text-sm text-soft">not sent yet</span>}
      </p>
    </li>
  );
}

function DueDay({ day, rest, total }: { day: string; rest: number; total: number }) {
  return (
    <>
      {rest < total && `${formatMoney(rest)} `}due <OnDay day={day} />
    </>
  );
}

const tones: Record<InvoiceState, Tone> = {
  draft: "quiet",
  open: "waiting",
  "part-paid": "waiting",
  overdue: "bad",
  paid: "good",
  refunded: "waiting",
  credited: "good",
  void: "quiet",
  "credit-note": "quiet",
};

/** The state comes from the server: hydration after midnight must not differ. */
export function InvoiceBadge({ state }: { state: InvoiceState }) {
  return <Badge tone={tones[state]}>{invoiceStateLabels[state]}</Badge>;
}

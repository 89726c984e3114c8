import { Form, href, Link } from "react-router";
import { PageLink, RecordLink, useAccess } from "#app/ui/admin/access.tsx";
import type { getSessionMoney } from "#app/features/diary/session-invoices.server.ts";
import type { Entry } from "#app/features/diary/model.ts";
import { InvoiceBadge } from "#app/features/ledger/invoice-panel.tsx";
import { paymentMethodLabels } from "#app/features/invoices/model.ts";
import { formatMoney } from "#app/values/money.ts";
import { longDay, melbourneDay } from "#app/values/calendar.ts";
import { unbrokenRanges } from "#app/values/unbroken.ts";
import { SubmitButton } from "#app/ui/admin/form.tsx";

export function paymentUrl({ invoice }: Props["money"]): string | null {
  const isOwed = invoice && ["open", "overdue", "part-paid"].includes(invoice.state);
  return isOwed ? href("/admin/money/invoices/:id", { id: invoice.id }) : null;
}

type Props = {
  entry: Pick<Entry, "state" | "price" | "clientEmail" | "version">;
  money: Awaited<ReturnType<typeof getSessionMoney>>;
};

export function SessionInvoice({ entry, money }: Props) {
  const { isOwner } = useAccess();
  const { invoice, invoiced, credit, others } = money;
  const canInvoice = isOwner && money.canInvoice;
  const canPay = isOwner && money.canPay;
  const refusal = isOwner && money.refusal;
  const isEmpty = !invoice && !canInvoice && !canPay && !refusal && !credit;
  if (isEmpty && others.length === 0) return null;
  const missed = entry.state === "no-show" && invoice && !invoice.voidedAt;
  return (
    <section className="flex flex-col items-start gap-3">
      <h2 className="display-3 font-display">Invoice</h2>
      {credit && entry.clientEmail && (
        <p>
          {credit.isBack ? "Back in a" : "From a"}{" "}
          <Link className="link" to={href("/admin/clients/:email", { email: entry.clientEmail })}>
            package
          </Link>
          : {credit.left} of {credit.of} left.
        </p>
      )}
      {others.map((other) => (
        <p key={other}>{`Their package of ${other}.`}</p>
      ))}
      {invoice && (
        <>
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <RecordLink
              className="link font-semibold"
              to={href("/admin/money/invoices/:id", { id: invoice.id })}
            >
              {invoice.number}
            </RecordLink>
            <span className="tabular-nums">{formatMoney(invoice.total)}</span>
            <InvoiceBadge state={invoice.state} />
          </p>
          {invoiced !== null && invoiced !== entry.price && !invoice.voidedAt && (
            <p>
              It asks for {formatMoney(invoiced)}, and stays as it is: void or credit it if the new
              price counts.
            </p>
          )}
          {missed && <p>It was issued, though nobody came: void or credit it if nothing is due.</p>}
        </>
      )}
      {canInvoice && (
        <Form method="post" className="flex flex-col items-start gap-2">
          <input type="hidden" name="version" value={entry.version} />
          <SubmitButton name="intent" value="invoice" loading="Invoicing..." busy="Working...">
            Invoice This Session
          </SubmitButton>
          <span className="text-soft">
            {entry.clientEmail
              ? `${entry.clientEmail} gets an invoice for ${formatMoney(entry.price ?? 0)} by email.`
              : `It's for ${formatMoney(entry.price ?? 0)}. There's no email address to send it to.`}
          </span>
        </Form>
      )}
      {canPay && <PaidAtSession entry={entry} />}
      {refusal && (
        <p className="text-soft">
          {refusal === "off" ? "Invoicing is off." : "Your business details aren't complete yet."}{" "}
          <PageLink className="link" to={href("/admin/money/settings")}>
            Business details
          </PageLink>
        </p>
      )}
    </section>
  );
}

const atSession = ["cash", "bank-transfer", "payid", "card"] as const;

function PaidAtSession({ entry }: Pick<Props, "entry">) {
  return (
    <Form method="post" className="flex flex-col items-start gap-2">
      <input type="hidden" name="intent" value="paid" />
      <input type="hidden" name="version" value={entry.version} />
      <p id="paid-by">{`${formatMoney(entry.price ?? 0)} paid already, by`}</p>
      <p role="group" aria-labelledby="paid-by" className="flex flex-wrap gap-3">
        {atSession.map((method) => (
          <SubmitButton key={method} name="method" value={method} className="button quiet">
            {paymentMethodLabels[method]}
          </SubmitButton>
        ))}
      </p>
      <span className="text-soft">
        Its invoice is made as paid.{entry.clientEmail && " They get a receipt."}
      </span>
    </Form>
  );
}

type Session = Pick<Entry, "id" | "title" | "state" | "startsAt" | "student" | "clientName">;

type InvoicedSessionsProps = { sessions: readonly Session[]; isVoid: boolean };

export function InvoicedSessions({ sessions, isVoid }: InvoicedSessionsProps) {
  if (sessions.length === 0) return null;
  return (
    <section>
      <h2 className="display-3 mb-2 font-display">Sessions</h2>
      <ul>
        {sessions.map(({ id, title, state, startsAt, student, clientName }) => (
          <li key={id} className="border-b border-line py-2 wrap-anywhere">
            <Link className="link" to={href("/admin/diary/:id", { id })}>
              {unbrokenRanges(`${title}, ${longDay(melbourneDay(startsAt))}`)}
            </Link>
            <span className="block text-base text-soft">{student || clientName}</span>
            {state === "no-show" && (
              <span className="block">
                Marked as a no-show.
                {!isVoid && " Void or credit this invoice if nothing is due."}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { changeInWords, changesOf } from "#app/features/audit/changes.ts";
import { actorInWords } from "#app/features/audit/model.ts";
import { useOwnEmail } from "#app/features/audit/use-own-email.ts";
import { emailStateLabels } from "#app/features/email/model.ts";
import { invoiceWords } from "#app/features/invoices/activity.ts";
import type { InvoiceEntries } from "#app/features/invoices/history.server.ts";
import { type Payment, paymentKind, paymentMethodLabels } from "#app/features/invoices/payments.ts";
import { EmailWithin } from "#app/ui/admin/email-link.tsx";
import { OnDay, When } from "#app/ui/admin/when.tsx";
import { WithWholeNumbers } from "#app/ui/admin/with-whole-numbers.tsx";
import { byInstant } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";

type HistoryProps = Pick<InvoiceEntries, "changes" | "emails"> & {
  payments: readonly Payment[];
  createdAt: Date;
  createdBy: string;
};

type Entry = { key: string; at: Date; what: ReactNode; by: string; isIssue?: boolean };

/** Payments come from their table: the log's entries about them end after two years. */
export function InvoiceHistory({ changes, emails, payments, createdAt, createdBy }: HistoryProps) {
  const own = useOwnEmail();
  const nameOf = (actor: string) => actorInWords(actor, "invoice", own);
  const entries: Entry[] = [
    ...changes
      .filter(({ action }) => !paymentActions.has(action))
      .map((change) => ({
        key: `change ${change.id}`,
        at: change.at,
        what: <Change change={change} />,
        by: nameOf(change.actor),
        isIssue: change.action === "issued",
      })),
    ...payments.map((payment) => ({
      key: `payment ${payment.id}`,
      at: payment.at,
      what: <Money payment={payment} />,
      by: nameOf(payment.actor),
    })),
    ...emails.map((sent) => ({
      key: sent.id,
      at: sent.createdAt,
      what: <SentEmail sent={sent} />,
      by: emailStateLabels[sent.state],
    })),
  ].sort(newestFirst);
  return (
    <section aria-labelledby="history" className="min-w-0">
      <h2 id="history" className="display-3 mb-3">
        History
      </h2>
      <ol className="timeline">
        {entries.map(({ key, at, what, by }) => (
          <li key={key} className="wrap-anywhere">
            {what}
            <span className="block text-sm text-soft">
              {by}, <When at={at} />
            </span>
          </li>
        ))}
        <li>
          Created
          <span className="block text-sm text-soft">
            {nameOf(createdBy)}, <When at={createdAt} />
          </span>
        </li>
      </ol>
    </section>
  );
}

/** Issue sorts oldest: its transaction may have begun the email a moment earlier. */
const newestFirst = (one: Entry, other: Entry) =>
  Number(one.isIssue ?? false) - Number(other.isIssue ?? false) || byInstant(other.at, one.at);

const paymentActions: ReadonlySet<string> = new Set([
  "recorded a payment for",
  "recorded a refund of",
  "undid a payment for",
  "undid a refund of",
]);

function Money({ payment }: { payment: Payment }) {
  const { amount, method, paidOn, reason } = payment;
  return (
    <>
      {paymentKind(payment)}: {formatMoney(Math.abs(amount))}
      <span className="block text-base text-soft">
        {paymentMethodLabels[method] ?? method}, <OnDay day={paidOn} />
      </span>
      {reason && <span className="block whitespace-pre-line text-base">{reason}</span>}
    </>
  );
}

/** Stored actions are verbs before the name of the invoice. */
const actions: Readonly<Record<string, string>> = {
  emailed: "Emailed",
  "changed the details of": "Details changed",
  reminded: "Reminder sent",
  "asked for a reminder about": "Reminder sent anyway",
  "paused reminders about": "Reminders paused",
  "resumed reminders about": "Reminders resumed",
  "confirmed what was typed for": "Stripe confirmed what you'd typed",
};

function Change({
  change: { action, before, after },
}: {
  change: InvoiceEntries["changes"][number];
}) {
  const said = actions[action] ?? action.charAt(0).toUpperCase() + action.slice(1);
  if (action === "issued") return said;
  return (
    <>
      {said}
      <ul className="text-base">
        {changesOf(before, after, invoiceWords).map((shown) => (
          <li key={shown.label} className="whitespace-pre-line">
            {changeInWords(shown)}
          </li>
        ))}
      </ul>
    </>
  );
}

function SentEmail({ sent }: { sent: InvoiceEntries["emails"][number] }) {
  const { id, subject, recipient } = sent;
  return (
    <>
      Email to <EmailWithin email={recipient} />:{" "}
      <Link className="link" to={href("/admin/sent-mail/:id", { id })}>
        <WithWholeNumbers>{subject}</WithWholeNumbers>
      </Link>
    </>
  );
}

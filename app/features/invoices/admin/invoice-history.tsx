import { href, Link } from "react-router";
import { changeInWords, changesOf } from "#app/features/audit/changes.ts";
import { actorInWords } from "#app/features/audit/model.ts";
import { emailStateLabels } from "#app/features/email/model.ts";
import { invoiceWords } from "#app/features/invoices/activity.ts";
import type { InvoiceEntries } from "#app/features/invoices/history.server.ts";
import { EmailInParts } from "#app/ui/admin/email-link.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { WithWholeNumbers } from "#app/ui/admin/with-whole-numbers.tsx";
import { byInstant } from "#app/values/calendar.ts";

type HistoryProps = Pick<InvoiceEntries, "changes" | "emails"> & {
  createdAt: Date;
  createdBy: string;
};

/** Newest first. */
export function InvoiceHistory({ changes, emails, createdAt, createdBy }: HistoryProps) {
  const entries = [
    ...changes.map((change) => ({ at: change.at, change, sent: null })),
    ...emails.map((sent) => ({ at: sent.createdAt, change: null, sent })),
  ].sort((one, other) => byInstant(other.at, one.at));
  return (
    <section aria-labelledby="history" className="min-w-0">
      <h2 id="history" className="display-3 mb-3">
        History
      </h2>
      <ol className="timeline">
        {entries.map(({ at, change, sent }) => (
          <li key={change ? `change ${change.id}` : sent!.id} className="wrap-anywhere">
            {change ? <Change change={change} /> : <SentEmail sent={sent!} />}
            <span className="block text-sm text-soft">
              {change ? actorInWords(change.actor, "invoice") : emailStateLabels[sent!.state]},{" "}
              <When at={at} />
            </span>
          </li>
        ))}
        <li>
          Created
          <span className="block text-sm text-soft">
            {actorInWords(createdBy, "invoice")}, <When at={createdAt} />
          </span>
        </li>
      </ol>
    </section>
  );
}

/** Actions that are stored as verbs before the name of the invoice. */
const actions: Readonly<Record<string, string>> = {
  "recorded a payment for": "Payment recorded",
  "recorded a refund of": "Refund recorded",
  "undid a payment for": "Payment undone",
  "undid a refund of": "Refund undone",
  emailed: "Emailed",
  reminded: "Reminder sent",
  "paused reminders about": "Reminders paused",
  "resumed reminders about": "Reminders resumed",
};

function Change({
  change: { action, before, after },
}: {
  change: InvoiceEntries["changes"][number];
}) {
  const said = actions[action] ?? action.charAt(0).toUpperCase() + action.slice(1);
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
      Email to <EmailInParts email={recipient} />:{" "}
      <Link className="link" to={href("/admin/sent-mail/:id", { id })}>
        <WithWholeNumbers>{subject}</WithWholeNumbers>
      </Link>
    </>
  );
}

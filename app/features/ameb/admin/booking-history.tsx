import { href, Link } from "react-router";
import { changeInWords, changesOf } from "#app/features/audit/changes.ts";
import { actorInWords } from "#app/features/audit/model.ts";
import { useOwnEmail } from "#app/features/audit/use-own-email.ts";
import { emailStateLabels } from "#app/features/email/model.ts";
import type { emails as emailsTable } from "#app/server/database/tables.server.ts";
import type { auditEntries } from "#app/server/database/tables.server.ts";
import { EmailWithin } from "#app/ui/admin/email-link.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { byInstant } from "#app/values/calendar.ts";
import { bookingWords } from "#app/features/ameb/activity.ts";

type Change = typeof auditEntries.$inferSelect;
type Sent = Pick<
  typeof emailsTable.$inferSelect,
  "id" | "subject" | "recipient" | "state" | "createdAt"
>;

type Props = { changes: readonly Change[]; emails: readonly Sent[]; createdAt: Date };

export function BookingHistory({ changes, emails, createdAt }: Props) {
  const own = useOwnEmail();
  const entries = [
    ...changes.map((change) => ({ at: change.at, change, sent: null })),
    ...emails.map((sent) => ({ at: sent.createdAt, change: null, sent })),
  ].sort((one, other) => byInstant(other.at, one.at));
  return (
    <section aria-label="History">
      <h2 className="display-3 mb-3">History</h2>
      <ol className="timeline">
        {entries.map(({ at, change, sent }) => (
          <li key={change ? `change ${change.id}` : sent!.id} className="wrap-anywhere">
            {change ? <ChangeLines change={change} /> : <EmailLines sent={sent!} />}
            <span className="block text-sm text-soft">
              {change ? actorInWords(change.actor, "", own) : emailStateLabels[sent!.state]},{" "}
              <When at={at} />
            </span>
          </li>
        ))}
        <li>
          Enquiry received
          <span className="block text-sm text-soft">
            <When at={createdAt} />
          </span>
        </li>
      </ol>
    </section>
  );
}

function EmailLines({ sent: { id, subject, recipient } }: { sent: Sent }) {
  return (
    <>
      Email to <EmailWithin email={recipient} />:{" "}
      <Link className="link" to={href("/admin/sent-mail/:id", { id })}>
        {subject}
      </Link>
    </>
  );
}

const actions: Readonly<Record<string, string>> = {
  changed: "Changed",
  deleted: "Deleted",
  restored: "Restored",
  released: "Released from spam",
};

function ChangeLines({ change: { action, before, after } }: { change: Change }) {
  const changes = changesOf(before, after, bookingWords);
  if (changes.length === 0) return actions[action] ?? action;
  return (
    <ul>
      {changes.map((shown) => (
        <li key={shown.label} className="whitespace-pre-line">
          {changeInWords(shown)}
        </li>
      ))}
    </ul>
  );
}

import { href, Link } from "react-router";
import { changeInWords, changesOf } from "#app/features/audit/changes.ts";
import { actorInWords } from "#app/features/audit/model.ts";
import { useOwnEmail } from "#app/features/audit/use-own-email.ts";
import { diaryWords } from "#app/features/diary/activity.ts";
import { emailStateLabels } from "#app/features/email/model.ts";
import { EmailWithin } from "#app/ui/admin/email-link.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { byInstant } from "#app/values/calendar.ts";
import type { EntryDetails } from "./queries.server.ts";

/** What was changed and what was sent, newest first. */
export function EntryHistory({ changes, emails }: Pick<EntryDetails, "changes" | "emails">) {
  const entries = [
    ...changes.map((change) => ({ at: change.at, change, sent: null })),
    ...emails.map((sent) => ({ at: sent.createdAt, change: null, sent })),
  ].sort((one, other) => byInstant(other.at, one.at));
  const own = useOwnEmail();
  if (entries.length === 0) return null;
  return (
    <section aria-label="History">
      <h2 className="display-3 mb-3">History</h2>
      <ol className="timeline">
        {entries.map(({ at, change, sent }) => (
          <li key={change ? `change ${change.id}` : sent!.id} className="wrap-anywhere">
            {change ? <Change change={change} /> : <SentEmail sent={sent!} />}
            <span className="block text-sm text-soft">
              {change ? actorInWords(change.actor, "", own) : emailStateLabels[sent!.state]},{" "}
              <When at={at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function SentEmail({ sent: { id, subject, recipient } }: { sent: EntryDetails["emails"][number] }) {
  return (
    <>
      Email to <EmailWithin email={recipient} />:{" "}
      <Link className="link" to={href("/admin/sent-mail/:id", { id })}>
        {subject}
      </Link>
    </>
  );
}

function Change({
  change: { action, before, after },
}: {
  change: EntryDetails["changes"][number];
}) {
  const changes = before ? changesOf(before, after, diaryWords) : [];
  return (
    <>
      <span className="inline-block first-letter:uppercase">{action}</span>
      {changes.length > 0 && (
        <ul className="text-base">
          {changes.map((shown) => (
            <li key={shown.label} className="whitespace-pre-line">
              {changeInWords(shown)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

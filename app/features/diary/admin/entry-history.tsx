import { href, Link } from "react-router";
import { changeInWords, changesOf } from "#app/features/audit/changes.ts";
import { actorInWords } from "#app/features/audit/model.ts";
import { useOwnEmail } from "#app/features/audit/use-own-email.ts";
import { diaryWords } from "#app/features/diary/activity.ts";
import type { Entry } from "#app/features/diary/model.ts";
import { emailStateLabels } from "#app/features/email/model.ts";
import { EmailWithin } from "#app/ui/admin/email-link.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { byInstant } from "#app/values/calendar.ts";
import type { EntryDetails } from "./queries.server.ts";

type HistoryProps = Pick<EntryDetails, "entry" | "changes" | "emails">;

export function EntryHistory({ entry, changes, emails }: HistoryProps) {
  const entries = [
    ...changes.map((change) => ({ at: change.at, change, sent: null })),
    ...emails.map((sent) => ({ at: sent.createdAt, change: null, sent })),
  ].sort((one, other) => byInstant(other.at, one.at));
  const own = useOwnEmail();
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
        {!changes.some(({ action }) => firstActions.has(action)) && (
          <li className="wrap-anywhere">
            {wasRequested(entry, changes) ? "Requested" : "Entered"}
            <span className="block text-sm text-soft first-letter:uppercase">
              <When at={entry.createdAt} />
            </span>
          </li>
        )}
      </ol>
    </section>
  );
}

/** Missing after two years (the log's limit) and for entries that another program wrote. */
const firstActions = new Set(["requested", "booked", "added"]);

const wasRequested = ({ state, declined }: Entry, changes: EntryDetails["changes"]) =>
  state === "requested" || declined || changes.some(({ action }) => action === "confirmed");

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

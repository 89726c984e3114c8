import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { changeInWords, changesOf, type NounWords } from "#app/features/audit/changes.ts";
import { actorInWords } from "#app/features/audit/model.ts";
import { useOwnEmail } from "#app/features/audit/use-own-email.ts";
import type { auditEntries, emails as emailsTable } from "#app/server/database/tables.server.ts";
import { EmailWithin } from "#app/ui/admin/line-breaks.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { byInstant } from "#app/values/calendar.ts";
import { emailStateLabels } from "../model.ts";

type Change = typeof auditEntries.$inferSelect;
type Sent = Pick<
  typeof emailsTable.$inferSelect,
  "id" | "subject" | "recipient" | "state" | "createdAt"
>;

type TimelineProps = {
  changes: readonly Change[];
  emails: readonly Sent[];
  renderChange: (change: Change) => ReactNode;
  /** How it began. */
  children: ReactNode;
};

export function Timeline({ changes, emails, renderChange, children }: TimelineProps) {
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
            {change ? renderChange(change) : <SentEmail sent={sent!} />}
            <span className="block text-sm text-soft">
              {change ? actorInWords(change.actor, "", own) : emailStateLabels[sent!.state]},{" "}
              <When at={at} />
            </span>
          </li>
        ))}
        {children}
      </ol>
    </section>
  );
}

function SentEmail({ sent: { id, subject, recipient } }: { sent: Sent }) {
  return (
    <>
      Email to <EmailWithin email={recipient} />:{" "}
      <Link className="link" to={href("/admin/sent-mail/:id", { id })}>
        {subject}
      </Link>
    </>
  );
}

type LinesProps = {
  change: Change;
  words: NounWords;
  className?: string;
  /** In place of an empty list. */
  children?: ReactNode;
};

export function ChangeLines({ change: { before, after }, words, className, children }: LinesProps) {
  const changes = changesOf(before, after, words);
  if (changes.length === 0) return children;
  return (
    <ul className={className}>
      {changes.map((shown) => (
        <li key={shown.label} className="whitespace-pre-line">
          {changeInWords(shown)}
        </li>
      ))}
    </ul>
  );
}

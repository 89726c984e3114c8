import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { useAccess, useOwnEmail } from "#app/ui/admin/access.tsx";
import { changeInWords, changesOf, type NounWords } from "#app/features/audit/changes.ts";
import { actorInWords } from "#app/features/audit/model.ts";
import type { auditEntries, emails as emailsTable } from "#app/server/database/tables.server.ts";
import { EmailWithin, WithWholeNumbers } from "#app/ui/admin/line-breaks.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { byInstant } from "#app/values/calendar.ts";
import { emailStateLabels, isForOwner } from "#app/features/email/model.ts";

type Change = typeof auditEntries.$inferSelect;
type Sent = Pick<
  typeof emailsTable.$inferSelect,
  "id" | "kind" | "subject" | "recipient" | "state" | "createdAt"
>;

/** `by`: who did it, or what became of it. `first`: sorts oldest whatever its time. */
export type TimelineEntry = {
  key: string;
  at: Date;
  what: ReactNode;
  by?: string;
  details?: ReactNode;
  first?: boolean;
};

type TimelineProps = { entries: TimelineEntry[]; children?: ReactNode };

/** @param children how it began */
export function Timeline({ entries, children }: TimelineProps) {
  return (
    <section aria-label="History" className="min-w-0">
      <h2 className="display-3 mb-3">History</h2>
      <ol className="timeline">
        {entries.toSorted(newestFirst).map(({ key, at, what, by, details }) => (
          <li key={key} className="wrap-anywhere">
            {what}
            <span className={`block text-sm text-soft ${by ? "" : beginsLine}`}>
              {by && `${by}, `}
              <When at={at} />
            </span>
            {details}
          </li>
        ))}
        {children}
      </ol>
    </section>
  );
}

const newestFirst = (one: TimelineEntry, other: TimelineEntry) =>
  Number(one.first ?? false) - Number(other.first ?? false) || byInstant(other.at, one.at);

/** The time is a box of its own, so the line's `first-letter` doesn't reach it. */
const beginsLine = "[&>time]:first-letter:uppercase";

export function useEntries(
  changes: readonly Change[],
  emails: readonly Sent[],
  say: (change: Change) => ReactNode,
): TimelineEntry[] {
  const own = useOwnEmail();
  const done = changes.map((change) => ({
    key: `change ${change.id}`,
    at: change.at,
    what: say(change),
    by: actorInWords(change.actor, "", own),
  }));
  return [...done, ...emails.map((sent) => emailEntry(sent))];
}

export const emailEntry = (sent: Sent, what = "Email"): TimelineEntry => ({
  key: sent.id,
  at: sent.createdAt,
  what: (
    <>
      {what} to <EmailWithin email={sent.recipient} />: <SentEmailLink {...sent} />
    </>
  ),
  by: emailStateLabels[sent.state],
});

/** Emails to the owner are hers alone. */
function SentEmailLink({ id, kind, subject }: Sent) {
  const { isOwner } = useAccess();
  const text = <WithWholeNumbers>{subject}</WithWholeNumbers>;
  if (!isOwner && isForOwner(kind)) return text;
  return (
    <Link className="link" to={href("/admin/sent-mail/:id", { id })}>
      {text}
    </Link>
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

import { href, Link } from "react-router";
import { Badge } from "#app/ui/badge.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { LinkedRow } from "#app/ui/admin/linked-row.tsx";
import { SortHead } from "#app/ui/admin/sort-head.tsx";
import { WithWholeNumbers } from "#app/ui/admin/with-whole-numbers.tsx";
import type { ListQuery } from "#app/ui/admin/list-query.ts";
import { Attachments } from "./attachments.tsx";
import { isReminderEmail } from "./kinds.ts";
import { type AttachedDocument, type Email, emailStateLabels } from "./model.ts";

const tones = {
  queued: "waiting",
  sending: "waiting",
  sent: "good",
  captured: "quiet",
  failed: "bad",
  expired: "quiet",
} as const;

export function EmailState({ email }: { email: Pick<Email, "state"> }) {
  return <Badge tone={tones[email.state]}>{emailStateLabels[email.state]}</Badge>;
}

export function EmailsTable({
  emails,
  names,
  attached,
  list,
  own,
}: {
  emails: readonly Email[];
  names: Readonly<Record<string, string>>;
  attached: readonly AttachedDocument[];
  list: ListQuery;
  /** The owner's own email address; `only`: every email in the list went to it. */
  own: { address: string; only: boolean };
}) {
  return (
    <table className="table cards">
      <thead>
        <tr>
          {!own.only && (
            <SortHead by="recipient" list={list}>
              Recipient
            </SortHead>
          )}
          <th scope="col">Subject</th>
          <th scope="col">Status</th>
          <SortHead by="created" list={list}>
            Sent
          </SortHead>
        </tr>
      </thead>
      <tbody>
        {emails.map((email) => (
          <LinkedRow key={email.id}>
            {!own.only && (
              <td data-place="title" className="wrap-anywhere xl:min-w-44">
                {email.recipient === own.address ? (
                  <span className="font-semibold">You</span>
                ) : (
                  <Recipient email={email.recipient} name={names[email.id]} />
                )}
              </td>
            )}
            <td data-place={own.only ? "title" : "line"}>
              <div className="min-w-0">
                <Link
                  className="link"
                  data-open=""
                  to={href("/admin/sent-mail/:id", { id: email.id })}
                >
                  <WithWholeNumbers>{email.subject}</WithWholeNumbers>
                </Link>
                {isReminderEmail(email.kind) && (
                  <span className="block text-base text-soft">Automatic reminder</span>
                )}
                <Attachments
                  attached={attached.filter(({ emailId }) => emailId === email.id)}
                  isQuiet
                />
              </div>
            </td>
            <td data-place="below">
              <span>
                <EmailState email={email} />
                {email.lastError && (
                  <span className="block text-base text-soft wrap-anywhere">{email.lastError}</span>
                )}
              </span>
            </td>
            <td data-place="amount" className="text-soft [&>time]:first-letter:uppercase">
              <When at={email.createdAt} />
            </td>
          </LinkedRow>
        ))}
      </tbody>
    </table>
  );
}

function Recipient({ email, name }: { email: string; name: string | undefined }) {
  if (!name) return <span className="font-semibold">{email}</span>;
  return (
    <>
      <span className="font-semibold">{name}</span>{" "}
      <span className="text-base text-soft max-md:sr-only xl:block">{email}</span>
    </>
  );
}

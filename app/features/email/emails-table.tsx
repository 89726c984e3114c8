import { href, Link } from "react-router";
import { Badge } from "#app/ui/badge.tsx";
import { SortHead } from "#app/ui/admin/sort-head.tsx";
import { longInstant } from "#app/values/calendar.ts";
import type { ListQuery } from "#app/ui/admin/list-query.ts";
import { type Email, emailStateLabels } from "./model.ts";

const tones = {
  queued: "waiting",
  sending: "waiting",
  sent: "good",
  captured: "good",
  failed: "bad",
  expired: "waiting",
} as const;

export function EmailState({ letter }: { letter: Pick<Email, "state"> }) {
  return <Badge tone={tones[letter.state]}>{emailStateLabels[letter.state]}</Badge>;
}

/** Every letter that left, or could not. */
export function EmailsTable({ letters, list }: { letters: readonly Email[]; list: ListQuery }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <SortHead by="recipient" list={list}>
            Recipient
          </SortHead>
          <th scope="col">Subject</th>
          <th scope="col">State</th>
          <SortHead by="created" list={list}>
            Written
          </SortHead>
        </tr>
      </thead>
      <tbody>
        {letters.map((letter) => (
          <tr key={letter.id}>
            <td data-label="Recipient" className="wrap-anywhere md:min-w-44">
              {letter.recipient}
            </td>
            <td data-label="Subject">
              <Link className="link" to={href("/admin/sent-mail/:id", { id: letter.id })}>
                {letter.subject}
              </Link>
            </td>
            <td data-label="State">
              <span>
                <EmailState letter={letter} />
                {letter.lastError && (
                  <span className="block text-base text-soft wrap-anywhere">
                    {letter.lastError}
                  </span>
                )}
              </span>
            </td>
            <td data-label="Written">{longInstant(letter.createdAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

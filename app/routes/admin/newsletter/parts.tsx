import { href, Link } from "react-router";
import {
  type Mailing,
  mailingStateLabels,
  mailingTones,
} from "#app/features/newsletter/mailing.ts";
import { LinkedRow } from "#app/ui/admin/list.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { Badge } from "#app/ui/badge.tsx";

type Row = Pick<Mailing, "id" | "subject" | "state" | "sendsAt" | "createdAt">;

export function Mailings({ mailings }: { mailings: readonly Row[] }) {
  if (mailings.length === 0) return null;
  return (
    <table className="table cards">
      <thead>
        <tr>
          <th scope="col">Subject</th>
          <th scope="col">Status</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {mailings.map(({ id, subject, state, sendsAt, createdAt }) => (
          <LinkedRow key={id}>
            <td data-place="title" className="font-semibold wrap-anywhere">
              <Link data-open="" to={href("/admin/newsletter/:id", { id })}>
                {subject || "Without a subject"}
              </Link>
            </td>
            <td data-place="below">
              <Badge tone={mailingTones[state]}>{mailingStateLabels[state]}</Badge>
            </td>
            <td data-place="side" className="text-soft [&>time]:first-letter:uppercase">
              <When at={sendsAt ?? createdAt} />
            </td>
          </LinkedRow>
        ))}
      </tbody>
    </table>
  );
}

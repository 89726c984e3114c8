import { href, Link } from "react-router";
import type { ListQuery } from "#app/ui/admin/list-query.ts";
import { EmailLink } from "#app/ui/admin/email-link.tsx";
import { LinkedRow } from "#app/ui/admin/linked-row.tsx";
import { SortHead } from "#app/ui/admin/sort-head.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { countOf, formatCount } from "#app/values/wording.ts";
import type { Client } from "./model.ts";

/** On a phone a row is a card: who and how much is open, how to reach them, what they have. */
export function ClientsTable({ clients, list }: { clients: readonly Client[]; list: ListQuery }) {
  return (
    <table className="table cards">
      <thead>
        <tr>
          <SortHead by="name" list={list}>
            Name
          </SortHead>
          <th scope="col">Email</th>
          <th scope="col">Phone</th>
          <th scope="col">Has</th>
          <SortHead by="open" list={list}>
            Open
          </SortHead>
          <SortHead by="last" list={list}>
            Last contact
          </SortHead>
        </tr>
      </thead>
      <tbody>
        {clients.map(({ email, name, phone, lastContact, open, ...counts }) => (
          <LinkedRow key={email}>
            <td data-place="title" className="wrap-anywhere">
              <Link
                className="font-semibold"
                data-open=""
                to={href("/admin/clients/:email", { email })}
              >
                {name}
              </Link>
            </td>
            <td data-place="type">
              <EmailLink email={email} />
            </td>
            <td data-place="side" className="whitespace-nowrap">
              {phone}
            </td>
            <td data-place="state" className="text-soft">
              {whatTheyHave(counts)}
            </td>
            <td data-place="amount">
              {open > 0 ? (
                <Badge tone="waiting">{`${formatCount(open)} open`}</Badge>
              ) : (
                <span className="text-soft max-xl:hidden">–</span>
              )}
            </td>
            <td data-place="note" className="whitespace-nowrap text-soft">
              <When at={lastContact} />
            </td>
          </LinkedRow>
        ))}
      </tbody>
    </table>
  );
}

/** `2 quotes, 1 exam`. */
function whatTheyHave({
  messages,
  quotes,
  exams,
  appointments,
  invoices,
}: Pick<Client, "messages" | "quotes" | "exams" | "appointments" | "invoices">): string {
  return [
    quotes > 0 && countOf(quotes, "quote"),
    appointments > 0 && countOf(appointments, "appointment"),
    exams > 0 && countOf(exams, "exam"),
    invoices > 0 && countOf(invoices, "invoice"),
    messages > 0 && countOf(messages, "message"),
  ]
    .filter(Boolean)
    .join(", ");
}

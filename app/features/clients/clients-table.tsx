import { href, Link } from "react-router";
import type { ListQuery } from "#app/ui/admin/list-query.ts";
import { EmailLink } from "#app/ui/admin/email-link.tsx";
import { SortHead } from "#app/ui/admin/sort-head.tsx";
import { When } from "#app/ui/admin/when.tsx";
import { countOf } from "#app/values/wording.ts";
import type { Client } from "./model.ts";

export function ClientsTable({ clients, list }: { clients: readonly Client[]; list: ListQuery }) {
  return (
    <table className="table">
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
          <tr key={email}>
            <td data-label="Name" className="wrap-anywhere">
              <Link className="link" to={href("/admin/clients/:email", { email })}>
                {name}
              </Link>
            </td>
            <td data-label="Email">
              <EmailLink email={email} />
            </td>
            <td data-label="Phone" className="whitespace-nowrap">
              {phone}
            </td>
            <td data-label="Has">{whatTheyHave(counts)}</td>
            <td data-label="Open" className={open > 0 ? "font-semibold" : "text-soft"}>
              {open}
            </td>
            <td data-label="Last contact" className="whitespace-nowrap">
              <When at={lastContact} />
            </td>
          </tr>
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

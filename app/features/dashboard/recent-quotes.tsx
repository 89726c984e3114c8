import { href, Link } from "react-router";
import { LinkedRow } from "#app/ui/admin/linked-row.tsx";
import { shortInstant, startOfDay } from "#app/values/calendar.ts";
import { formatMoney, toCents } from "#app/values/money.ts";
import type { RecentQuote } from "./queries.server.ts";

export function RecentQuotes({ quotes }: { quotes: readonly RecentQuote[] }) {
  return (
    <table className="table cards">
      <thead>
        <tr>
          <th scope="col">Client Name</th>
          <th scope="col">Quote Type</th>
          <th scope="col">Event Date</th>
          <th scope="col" className="number">
            Amount
          </th>
          <th scope="col">Accepted On</th>
        </tr>
      </thead>
      <tbody>
        {quotes.map((quote) => (
          <LinkedRow key={quote.id}>
            <td data-place="title">
              <Link
                to={href("/admin/quotes/:id", { id: quote.id })}
                className="font-semibold"
                data-open=""
              >
                {quote.clientName}
              </Link>
            </td>
            <td data-place="type">{quote.invoiceType}</td>
            <td data-place="side">
              {quote.eventDate ? shortInstant(startOfDay(quote.eventDate)) : "N/A"}
            </td>
            <td data-place="amount" className="number">
              {formatMoney(toCents(quote.totalAmount))}
            </td>
            <td data-place="note" className="text-soft max-xl:before:content-['accepted_']">
              {shortInstant(quote.acceptedAt)}
            </td>
          </LinkedRow>
        ))}
      </tbody>
    </table>
  );
}

import { href, Link } from "react-router";
import { OnDay } from "#app/ui/admin/when.tsx";
import { shortInstant } from "#app/values/calendar.ts";
import { formatMoney, toCents } from "#app/values/money.ts";
import type { RecentQuote } from "./queries.server.ts";

/** The quotes accepted last, each leading to its own page. */
export function RecentQuotes({ quotes }: { quotes: readonly RecentQuote[] }) {
  return (
    <table className="table">
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
          <tr key={quote.id}>
            <td data-label="Client Name">
              <Link to={href("/admin/quotes/:id", { id: quote.id })} className="link">
                {quote.clientName}
              </Link>
            </td>
            <td data-label="Quote Type">{quote.invoiceType}</td>
            <td data-label="Event Date">
              <OnDay day={quote.eventDate} />
            </td>
            <td data-label="Amount" className="number">
              {formatMoney(toCents(quote.totalAmount))}
            </td>
            <td data-label="Accepted On">{shortInstant(quote.acceptedAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

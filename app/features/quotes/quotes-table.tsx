import { href, Link } from "react-router";
import { longDay, longInstant } from "#app/values/calendar.ts";
import { formatMoney, toCents } from "#app/values/money.ts";
import type { Quote } from "./model.ts";

/** Quotes as the owner lists them. */
export function QuotesTable({ quotes }: { quotes: readonly Quote[] }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Client Name</th>
          <th scope="col">Quote Type</th>
          <th scope="col">Event Date</th>
          <th scope="col" className="number">
            Total Amount
          </th>
          <th scope="col">Accepted On</th>
          <th scope="col">
            <span className="sr-only">Details</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {quotes.map((quote) => (
          <tr key={quote.id}>
            <td data-label="Client Name">{quote.clientName}</td>
            <td data-label="Quote Type">{quote.invoiceType}</td>
            <td data-label="Event Date">{quote.eventDate ? longDay(quote.eventDate) : "N/A"}</td>
            <td data-label="Total Amount" className="number">
              {formatMoney(toCents(quote.totalAmount))}
            </td>
            <td data-label="Accepted On">{quote.acceptedAt ? longInstant(quote.acceptedAt) : "N/A"}</td>
            <td>
              <Link to={href("/admin/quotes/:id", { id: quote.id })} className="link">
                View Details<span className="sr-only"> of {quote.clientName}</span>
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

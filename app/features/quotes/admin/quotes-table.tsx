import { href, Link } from "react-router";
import { SortHead } from "#app/ui/admin/sort-head.tsx";
import { longDay, longInstant } from "#app/values/calendar.ts";
import type { ListQuery } from "#app/ui/admin/list-query.ts";
import { formatMoney, toCents } from "#app/values/money.ts";
import { type Quote, quoteStatus } from "#app/features/quotes/model.ts";
import { isPriceConsistent } from "#app/features/quotes/pricing.ts";

export function QuotesTable({ quotes, list }: { quotes: readonly Quote[]; list: ListQuery }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <SortHead by="name" list={list}>
            Client Name
          </SortHead>
          <th scope="col">Quote Type</th>
          <SortHead by="event" list={list}>
            Event Date
          </SortHead>
          <SortHead by="amount" list={list} number>
            Total Amount
          </SortHead>
          <SortHead by="newest" list={list}>
            Accepted On
          </SortHead>
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
              <span>
                {formatMoney(toCents(quote.totalAmount))}
                {quoteStatus(quote) === "pending" && !isPriceConsistent(quote) && (
                  <span className="block text-base text-danger">Two prices</span>
                )}
              </span>
            </td>
            <td data-label="Accepted On">
              {quote.acceptedAt ? longInstant(quote.acceptedAt) : "N/A"}
            </td>
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

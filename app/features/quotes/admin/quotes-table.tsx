import { href, Link } from "react-router";
import { type ListedQuote, type QuoteList, quoteLists } from "#app/features/quotes/lists.ts";
import { LinkedRow } from "#app/ui/admin/linked-row.tsx";
import type { ListQuery } from "#app/ui/admin/list-query.ts";
import { SortHead } from "#app/ui/admin/sort-head.tsx";
import { OnDay, When } from "#app/ui/admin/when.tsx";
import { formatMoney } from "#app/values/money.ts";
import { QuoteStatusBadge } from "./status-badge.tsx";

export function QuotesTable({
  name,
  quotes,
  list,
}: {
  name: QuoteList;
  quotes: readonly ListedQuote[];
  list: ListQuery;
}) {
  const { by, label } = quoteLists[name].date;
  return (
    <table className="table cards">
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
          {name !== "accepted" && <th scope="col">Status</th>}
          <SortHead by={by} list={list}>
            {label}
          </SortHead>
          <th scope="col">
            <span className="sr-only">Details</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {quotes.map((quote) => (
          <QuoteRow key={quote.id} name={name} quote={quote} label={label} />
        ))}
      </tbody>
    </table>
  );
}

function QuoteRow({ name, quote, label }: { name: QuoteList; quote: ListedQuote; label: string }) {
  return (
    <LinkedRow>
      <td data-place="parts">
        <span data-place="title" className="font-semibold wrap-anywhere">
          {quote.clientName}
        </span>
        {quote.title && (
          <span data-place="type" className="block text-soft wrap-anywhere">
            {quote.title}
          </span>
        )}
      </td>
      <td data-place={quote.title ? "wide" : "type"}>{quote.type}</td>
      <td data-place="side">
        <OnDay day={quote.eventDate} />
      </td>
      <td data-place="amount" className="number">
        {formatMoney(quote.total)}
        {name === "accepted" && quote.state === "cancelled" && (
          <span className="block text-soft">kept, cancelled</span>
        )}
        {quote.priceMismatch && <span className="block text-danger">Two prices</span>}
      </td>
      {name !== "accepted" && (
        <td data-place="state">
          <QuoteStatusBadge state={quote.state} />
        </td>
      )}
      <td
        data-place={name === "accepted" ? "below" : "note"}
        className={name === "accepted" ? acceptedClass : "xl:[&>time]:first-letter:uppercase"}
      >
        <span className="text-soft xl:hidden">{inSentence(label)} </span>
        <ListDate date={quote.date} none={name === "pending" ? "No end date" : "N/A"} />
      </td>
      <td data-place="link">
        <Link to={href("/admin/quotes/:id", { id: quote.id })} className="link" data-open="">
          View Details<span className="sr-only"> of {quote.clientName}</span>
        </Link>
      </td>
    </LinkedRow>
  );
}

const acceptedClass = [
  "md:max-xl:[grid-area:1/2/3/3] md:max-xl:[&>span]:block md:max-xl:[&>span]:mb-0.5",
  "md:[&>time]:first-letter:uppercase",
].join(" ");

/** `Accepted On` in a row without column heads: `Accepted Fri 20 Nov`. */
const inSentence = (label: string) =>
  label.charAt(0) + label.slice(1).replace(/ On$/, "").toLowerCase();

function ListDate({ date, none }: { date: ListedQuote["date"]; none: string }) {
  if (date === null) return none;
  return typeof date === "string" ? <OnDay day={date} /> : <When at={date} />;
}

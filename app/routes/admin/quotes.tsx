import { href, Link } from "react-router";
import {
  isQuoteList,
  type QuoteList,
  quoteListShape,
  quoteLists,
  toListedQuote,
  type ListedQuote,
} from "#app/features/quotes/lists.ts";
import { countQuotes, listQuotes } from "#app/features/quotes/lists.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { ListTools, FilterMonth } from "#app/ui/admin/list-tools.tsx";
import { isNarrowed, readListQuery, type ListQuery } from "#app/ui/admin/list-query.ts";
import { Pager, SortHead, LinkedRow, NothingFound } from "#app/ui/admin/list.tsx";
import { PageHead } from "#app/ui/admin/page.tsx";
import { Tabs } from "#app/ui/admin/tabs.tsx";
import { EmptyList } from "#app/ui/empty-list.tsx";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { OnDay, When } from "#app/ui/admin/when.tsx";
import { formatMoney } from "#app/values/money.ts";
import { QuoteStatusBadge } from "#app/features/quotes/admin/status-badge.tsx";
import type { Route } from "./+types/quotes";
import { load } from "./load.server.ts";

export const handle = { title: "Quotes" };

export function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const asked = searchParams.get("show");
  const name: QuoteList = isQuoteList(asked) ? asked : "accepted";
  const list = readListQuery(searchParams, quoteListShape(name));
  const by = currentAdministrator(context);
  return load("Failed to load quotes.", async () => {
    const now = new Date();
    const [found, counts] = await Promise.all([
      listQuotes(getDb(), by, name, list, now),
      countQuotes(getDb(), by, now),
    ]);
    const rows = found.rows.map((quote) => toListedQuote(quote, name, now));
    return { name, list, quotes: { ...found, rows }, counts };
  });
}

const address = (name: QuoteList) =>
  name === "accepted" ? href("/admin/quotes") : `${href("/admin/quotes")}?show=${name}`;

export default function Quotes({
  loaderData: { name: shown, list, quotes, counts },
}: Route.ComponentProps) {
  const { heading, empty } = quoteLists[shown];
  return (
    <>
      <PageHead title={heading}>
        <Link to={href("/admin/quotes/new")} className="button">
          New Quote
        </Link>
      </PageHead>
      <Tabs
        label="Lists of quotes"
        tabs={(Object.keys(quoteLists) as QuoteList[]).map((name) => ({
          name: quoteLists[name].tab,
          to: address(name),
          count: counts[name],
          isShown: name === shown,
        }))}
      />
      {(quotes.total > 0 || isNarrowed(list)) && (
        <ListTools
          label="Search quotes"
          noun="quote"
          list={list}
          shape={quoteListShape(shown)}
          total={quotes.total}
          exports="quotes"
          keeps={["show"]}
        >
          <FilterMonth label={shown === "accepted" ? "Accepted in" : "Created in"} list={list} />
        </ListTools>
      )}
      {quotes.total === 0 &&
        (isNarrowed(list) ? <NothingFound to={address(shown)} /> : <EmptyList>{empty}</EmptyList>)}
      {quotes.total > 0 && <QuotesTable name={shown} quotes={quotes.rows} list={list} />}
      <Pager page={quotes.page} total={quotes.total} />
    </>
  );
}

function QuotesTable({
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

import { href, Link } from "react-router";
import { PageLink } from "#app/ui/admin/access.tsx";
import {
  quoteListShape,
  quoteLists,
  quoteStateTones,
  toListedQuote,
  type ListedQuote,
} from "./quote-lists.ts";
import { countQuotes, listQuotes, type QuoteList } from "#app/features/quotes/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readListQuery, readTab } from "#app/ui/admin/list-query.ts";
import { LinkedRow, RecordList } from "#app/ui/admin/list.tsx";
import { PageHead } from "#app/ui/admin/page.tsx";
import { ListTabs } from "#app/ui/admin/tabs.tsx";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { OnDay, When } from "#app/ui/admin/when.tsx";
import { formatMoney } from "#app/values/money.ts";
import { Badge } from "#app/ui/badge.tsx";
import { quoteStateLabels } from "#app/features/quotes/model.ts";
import type { Route } from "./+types/quotes";
import { load } from "./load.server.ts";

export const handle = { title: "Quotes" };

export function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const name = readTab(quoteLists, searchParams.get("show"));
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
  loaderData: { name, list, quotes, counts },
}: Route.ComponentProps) {
  const { heading, empty, date } = quoteLists[name];
  return (
    <>
      <PageHead title={heading}>
        <PageLink to={href("/admin/quotes/new")} className="button">
          New Quote
        </PageLink>
      </PageHead>
      <ListTabs
        label="Lists of quotes"
        tabs={quoteLists}
        shown={name}
        to={address}
        counts={counts}
      />
      <RecordList
        label="Search quotes"
        noun="quote"
        exports="quotes"
        keeps="show"
        list={list}
        shape={quoteListShape(name)}
        found={quotes}
        empty={empty}
        all={address(name)}
        columns={[
          { by: "name" },
          "Quote Type",
          { by: "event" },
          { by: "amount", number: true },
          name !== "accepted" && "Status",
          { by: date.by },
          { text: "Details", hidden: true },
        ]}
      >
        {(quote) => <QuoteRow key={quote.id} name={name} quote={quote} label={date.label} />}
      </RecordList>
    </>
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
          <Badge tone={quoteStateTones[quote.state]}>{quoteStateLabels[quote.state]}</Badge>
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

const acceptedClass =
  "md:max-xl:[grid-area:1/2/3/3] md:max-xl:[&>span]:block md:max-xl:[&>span]:mb-0.5 " +
  "md:[&>time]:first-letter:uppercase";

/** `Accepted On` in a row without column heads: `Accepted Fri 20 Nov`. */
const inSentence = (label: string) =>
  label.charAt(0) + label.slice(1).replace(/ On$/, "").toLowerCase();

function ListDate({ date, none }: { date: ListedQuote["date"]; none: string }) {
  if (date === null) return none;
  return typeof date === "string" ? <OnDay day={date} /> : <When at={date} />;
}

import { href, Link } from "react-router";
import {
  isQuoteList,
  type QuoteList,
  quoteListShape,
  quoteLists,
  toListedQuote,
} from "#app/features/quotes/lists.ts";
import { countQuotes, listQuotes } from "#app/features/quotes/lists.server.ts";
import { QuotesTable } from "#app/features/quotes/admin/quotes-table.tsx";
import { getDb } from "#app/server/database/db.server.ts";
import { log } from "#app/server/log.server.ts";
import { FilterMonth } from "#app/ui/admin/list-filters.tsx";
import { isNarrowed, readListQuery } from "#app/ui/admin/list-query.ts";
import { ListTools } from "#app/ui/admin/list-tools.tsx";
import { NothingFound } from "#app/ui/admin/nothing-found.tsx";
import { PageHead } from "#app/ui/admin/page-head.tsx";
import { Pager } from "#app/ui/admin/pager.tsx";
import { Tabs } from "#app/ui/admin/tabs.tsx";
import { EmptyList, LoadFailed } from "#app/ui/empty-list.tsx";
import type { Route } from "./+types/quotes";
import { currentAdministrator } from "./administrator.server.ts";

export const handle = { title: "Quotes" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const asked = searchParams.get("show");
  const name: QuoteList = isQuoteList(asked) ? asked : "accepted";
  const list = readListQuery(searchParams, quoteListShape(name));
  try {
    const now = new Date();
    const by = currentAdministrator(context);
    const [found, counts] = await Promise.all([
      listQuotes(getDb(), by, name, list, now),
      countQuotes(getDb(), by, now),
    ]);
    const rows = found.rows.map((quote) => toListedQuote(quote, name, now));
    return { name, list, quotes: { ...found, rows }, counts };
  } catch (error) {
    log.error({ err: error }, "quotes not loaded");
    return { name, list, quotes: null, counts: null };
  }
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
          count: counts?.[name],
          isShown: name === shown,
        }))}
      />
      {quotes === null && <LoadFailed href={address(shown)}>Failed to load quotes.</LoadFailed>}
      {quotes && (quotes.total > 0 || isNarrowed(list)) && (
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
      {quotes?.total === 0 &&
        (isNarrowed(list) ? <NothingFound to={address(shown)} /> : <EmptyList>{empty}</EmptyList>)}
      {quotes && quotes.total > 0 && <QuotesTable name={shown} quotes={quotes.rows} list={list} />}
      {quotes && <Pager page={quotes.page} total={quotes.total} />}
    </>
  );
}

import { href, Link } from "react-router";
import { isQuoteList, type QuoteList, quoteLists } from "#app/features/quotes/model.ts";
import { listQuotes } from "#app/features/quotes/queries.server.ts";
import { QuotesTable } from "#app/features/quotes/quotes-table.tsx";
import { getDb } from "#app/server/db.server.ts";
import { log } from "#app/server/log.server.ts";
import { Empty, LoadFailed } from "#app/ui/empty.tsx";
import type { Route } from "./+types/quotes";
import { administrator } from "./administrator.server.ts";

export const handle = { title: "Quotes" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const asked = new URL(request.url).searchParams.get("show");
  const list: QuoteList = isQuoteList(asked) ? asked : "accepted";
  try {
    return { list, quotes: await listQuotes(getDb(), administrator(context), list) };
  } catch (error) {
    log.error({ err: error }, "quotes not loaded");
    return { list, quotes: null };
  }
}

const address = (list: QuoteList) => (list === "accepted" ? href("/admin/quotes") : `${href("/admin/quotes")}?show=${list}`);

export default function Quotes({ loaderData: { list, quotes } }: Route.ComponentProps) {
  const { heading, empty } = quoteLists[list];
  return (
    <>
      <nav aria-label="Lists of quotes" className="mb-8 flex gap-6 overflow-x-auto border-b border-line">
        {(Object.keys(quoteLists) as QuoteList[]).map((name) => (
          <Link key={name} to={address(name)} aria-current={name === list ? "page" : undefined} className="border-b-2 border-transparent pb-2 aria-[current]:border-brass aria-[current]:font-semibold">
            {quoteLists[name].tab}
          </Link>
        ))}
      </nav>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="display-3">{heading}</h1>
        <Link to={href("/admin/quotes/new")} className="button">
          New quote
        </Link>
      </div>
      {quotes === null && <LoadFailed href={address(list)}>Failed to load quotes.</LoadFailed>}
      {quotes?.length === 0 && <Empty>{empty}</Empty>}
      {quotes && quotes.length > 0 && <QuotesTable quotes={quotes} />}
    </>
  );
}

import { Form, href } from "react-router";
import { findRecords } from "#app/features/clients/search.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { Search as SearchIcon } from "#app/ui/icons.gen.tsx";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import type { Route } from "./+types/route";
import { SearchResults } from "./results.tsx";
import { siteDocumentPages } from "./site-documents.server.ts";

export const handle = { title: "Search" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const typed = (new URL(request.url).searchParams.get("q") ?? "").trim();
  const found = await findRecords(getDb(), currentAdministrator(context), typed);
  // The site has many parts: list them only once something is typed.
  const documents = typed ? siteDocumentPages() : [];
  return { typed, documents, found };
}

export default function Search({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <h1 className="display-3 mb-5">Search</h1>
      <Form method="get" action={href("/admin/search")} role="search" className="flex gap-3">
        <label className="list-search w-auto! min-w-0 grow">
          <SearchIcon size={16} className="shrink-0 text-soft" />
          <span className="sr-only">Search clients, quotes, pages</span>
          <input
            type="search"
            name="q"
            placeholder="Client, quote or page"
            defaultValue={loaderData.typed}
          />
        </label>
        <button type="submit" className="button">
          Search
        </button>
      </Form>
      <SearchResults {...loaderData} isPage />
    </>
  );
}

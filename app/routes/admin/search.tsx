import { Form, href } from "react-router";
import { SearchResults } from "#app/features/clients/results.tsx";
import { findRecords } from "#app/features/clients/search.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import type { Route } from "./+types/search";
import { currentAdministrator } from "./administrator.server.ts";
import { adminPages } from "./pages.ts";
import { siteDocumentPages } from "./site-document-pages.server.ts";

export const handle = { title: "Search" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const typed = (new URL(request.url).searchParams.get("q") ?? "").trim();
  const found = await findRecords(getDb(), currentAdministrator(context), typed);
  // The parts of the site are many: they come once something is typed.
  const known = typed ? [...adminPages, ...siteDocumentPages()] : adminPages;
  const pages = known.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()));
  return { typed, pages, found };
}

export default function Search({ loaderData: { typed, ...results } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="display-3 mb-5">Search</h1>
      <Form
        method="get"
        action={href("/admin/search")}
        role="search"
        className="flex max-w-2xl gap-3"
      >
        <input
          type="search"
          name="q"
          aria-label="Search clients, quotes, pages"
          placeholder="Client, quote or page"
          defaultValue={typed}
          className="input"
        />
        <button type="submit" className="button">
          Search
        </button>
      </Form>
      <div
        data-typed={typed || undefined}
        className="group mt-2 gap-x-12 lg:columns-2 [&_li]:break-inside-avoid"
      >
        <SearchResults {...results} />
      </div>
    </>
  );
}

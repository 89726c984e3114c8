import { data, href } from "react-router";
import { SiteCards } from "#app/features/site-content/admin/site-cards.tsx";
import { loadSiteCards } from "#app/features/site-content/admin/open-document.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { log } from "#app/server/log.server.ts";
import { LoadFailed } from "#app/ui/empty-list.tsx";
import type { Route } from "./+types/site";
import { currentAdministrator } from "./administrator.server.ts";

export const handle = { title: "Site" };

export async function loader({ context }: Route.LoaderArgs) {
  try {
    return data({ documents: await loadSiteCards(getDb(), currentAdministrator(context)) });
  } catch (error) {
    log.error({ err: error }, "site not loaded");
    return data({ documents: null }, 503);
  }
}

export default function SiteOverview({ loaderData: { documents } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="sr-only">Site</h1>
      {documents ? (
        <SiteCards documents={documents} />
      ) : (
        <LoadFailed href={href("/admin/site")}>Failed to load the site's texts.</LoadFailed>
      )}
    </>
  );
}

import { pages } from "#app/content/pages.ts";
import { isShown } from "#app/content/visibility.ts";
import { cvHeaders, readCv } from "#app/features/site-publishing/site-files.server.ts";
import { getDb } from "#app/server/database/db.server.ts";

/** Only until it is prepared: it is sent from memory then. */
export async function loader() {
  const bytes = isShown(pages.director) ? await readCv(getDb()) : null;
  if (!bytes) return new Response("There is no CV here.", { status: 404 });
  return new Response(Uint8Array.from(bytes), { headers: cvHeaders() });
}

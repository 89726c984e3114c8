import { findPerson } from "#app/features/privacy/person.server.ts";
import { exportPerson } from "#app/features/privacy/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import type { Route } from "./+types/client-export";
import { currentAdministrator } from "./administrator.server.ts";

/** Nothing is handed out by following a link. */
export function loader() {
  return new Response("A copy is made on the client's page.", {
    status: 404,
    headers: { "X-Robots-Tag": "noindex" },
  });
}

/** Everything that is held about one person, as a file to hand over. Asked for by POST, since it is written down. */
export async function action({ params: { email }, context }: Route.ActionArgs) {
  const asker = currentAdministrator(context);
  const found = await findPerson(getDb(), asker, email);
  if (!found.person)
    return new Response(found.reason, { status: 422, headers: { "X-Robots-Tag": "noindex" } });
  const held = await exportPerson(getDb(), asker, found.person);
  return new Response(JSON.stringify(held, null, 2), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="personal-data-${melbourneDay(new Date())}.json"`,
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex",
    },
  });
}

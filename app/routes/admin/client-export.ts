import { findPerson } from "#app/features/privacy/person.server.ts";
import { exportPerson } from "#app/features/privacy/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { currentOwner } from "#app/features/auth/session.server.ts";
import type { Route } from "./+types/client-export";

export function loader() {
  return new Response("Download the data on the client's page.", {
    status: 404,
    headers: { "X-Robots-Tag": "noindex" },
  });
}

/** POST, since an export is recorded in the activity log. */
export async function action({ params: { email }, context }: Route.ActionArgs) {
  const by = currentOwner(context);
  const found = await findPerson(getDb(), by, email);
  if (!found.person)
    return new Response(found.reason, { status: 422, headers: { "X-Robots-Tag": "noindex" } });
  const exported = await exportPerson(getDb(), by, found.person);
  return new Response(JSON.stringify(exported, null, 2), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="personal-data-${melbourneDay(new Date())}.json"`,
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex",
    },
  });
}

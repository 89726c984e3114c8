import { markFrom } from "#app/features/ameb/exam-day.server.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readForm } from "#app/server/http/forms.server.ts";
import type { Route } from "./+types/marks";

/** What the page's script has kept. 404 is an answer too: it is not sent again. */
export async function action({ request, context }: Route.ActionArgs) {
  const by = currentAdministrator(context);
  const isFound = await markFrom(getDb(), by, await readForm(request));
  return new Response(null, { status: isFound ? 204 : 404 });
}

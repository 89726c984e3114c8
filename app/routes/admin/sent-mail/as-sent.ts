import { framedEmail } from "#app/features/email/outbox.server.ts";
import { getEmail } from "#app/features/email/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import type { Route } from "./+types/as-sent";

export async function loader({ params, context }: Route.LoaderArgs) {
  const email = await getEmail(getDb(), currentAdministrator(context), params.id);
  return framedEmail(email?.html ?? null, "allow-popups");
}

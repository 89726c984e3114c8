import { framedEmail } from "#app/features/email/outbox.server.ts";
import { themedPreview } from "#app/features/newsletter/mailing-queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import type { Route } from "./+types/preview";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const isDark = new URL(request.url).searchParams.get("theme") === "dark";
  const by = currentAdministrator(context);
  return framedEmail(await themedPreview(getDb(), by, params.id, isDark), "allow-popups");
}

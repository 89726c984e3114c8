import { getEmail } from "#app/features/email/queries.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import type { Route } from "./+types/email-as-sent";
import { currentAdministrator } from "./administrator.server.ts";

/**
 * An email exactly as it was sent. Its inline styles apply; only the mark is
 * loaded, and nothing may run.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const email = await getEmail(getDb(), currentAdministrator(context), params.id);
  return new Response(email?.html ?? "This email doesn't exist.", {
    status: email ? 200 : 404,
    headers: {
      "Content-Type": email ? "text/html; charset=utf-8" : "text/plain; charset=utf-8",
      "Content-Security-Policy":
        `default-src 'none'; style-src 'unsafe-inline'; img-src ${getSettings().SITE_URL}/email/; ` +
        "sandbox allow-popups; " +
        "frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
      // Shown within the email's page in the admin, and nowhere else.
      "X-Frame-Options": "SAMEORIGIN",
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex",
    },
  });
}

import { eq } from "drizzle-orm";
import { content } from "#app/content/content.ts";
import { clientEvent } from "#app/features/quotes/calendar.server.ts";
import { quoteNotFoundMessage } from "#app/features/quotes/toasts.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { quotes } from "#app/server/database/tables.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { apiFailure } from "#app/server/http/api.server.ts";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import { log } from "#app/server/log.server.ts";
import { calendarFile } from "#app/values/icalendar.ts";
import type { Route } from "./+types/event-file";

export async function loader({ params: { slug } }: Route.LoaderArgs) {
  try {
    const [quote] = await getDb().select().from(quotes).where(eq(quotes.slug, slug));
    const event = quote?.acceptedAt ? clientEvent(quote, quote.acceptedAt) : null;
    if (!event)
      return apiFailure(404, "not-found", quoteNotFoundMessage, { headers: secretLinkHeaders });
    const { hostname } = new URL(getSettings().SITE_URL);
    return new Response(calendarFile(content().site.brand, [event], hostname), {
      headers: {
        ...secretLinkHeaders,
        "Content-Type": "text/calendar; charset=utf-8",
        "Content-Disposition": 'attachment; filename="event.ics"',
      },
    });
  } catch (error) {
    log.error({ err: error }, "calendar file of a quote not made");
    const message = "This isn't working right now. Please try again in a moment.";
    const headers = { ...secretLinkHeaders, "Retry-After": "5" };
    return apiFailure(503, "unavailable", message, { headers });
  }
}

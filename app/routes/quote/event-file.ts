import { eq } from "drizzle-orm";
import { content } from "#app/content/content.ts";
import { clientEvent } from "#app/features/quotes/diary.server.ts";
import { quoteNotFoundMessage } from "#app/features/quotes/answer.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { quotes } from "#app/server/database/tables.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { secretFile } from "#app/server/http/secret-link.server.ts";
import { calendarFile } from "#app/values/icalendar.ts";
import type { Route } from "./+types/event-file";

export function loader({ params: { slug } }: Route.LoaderArgs) {
  return secretFile(quoteNotFoundMessage, async () => {
    const [quote] = await getDb().select().from(quotes).where(eq(quotes.slug, slug));
    const event = quote?.acceptedAt ? clientEvent(quote, quote.acceptedAt) : null;
    if (!event) return null;
    const { hostname } = new URL(getSettings().SITE_URL);
    return {
      name: "event.ics",
      type: "text/calendar; charset=utf-8",
      content: calendarFile(content().site.brand, [event], hostname),
    };
  });
}

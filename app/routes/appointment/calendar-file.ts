import { href } from "react-router";
import { content } from "#app/content/content.ts";
import { appointmentEvent } from "#app/features/diary/calendar.server.ts";
import { findEntry } from "#app/features/diary/entries.server.ts";
import { isUpcoming } from "#app/features/diary/model.ts";
import { shownPlace } from "#app/features/diary/public-appointment.server.ts";
import { appointmentNotFoundMessage } from "#app/features/diary/public-wording.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { apiFailure } from "#app/server/http/api.server.ts";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { log } from "#app/server/log.server.ts";
import { calendarFile } from "#app/values/icalendar.ts";
import type { Route } from "./+types/calendar-file";

export async function loader({ params: { token } }: Route.LoaderArgs) {
  try {
    const entry = await findEntry(getDb(), { token });
    if (!entry || !isUpcoming(entry))
      return apiFailure(404, "not-found", appointmentNotFoundMessage, {
        headers: secretLinkHeaders,
      });
    const url = absoluteUrl(href("/appointments/:token", { token }));
    const { hostname } = new URL(getSettings().SITE_URL);
    const event = appointmentEvent({ ...entry, placeDetails: shownPlace(entry, token) }, url);
    return new Response(calendarFile(content().site.brand, [event], hostname), {
      headers: {
        ...secretLinkHeaders,
        "Content-Type": "text/calendar; charset=utf-8",
        "Content-Disposition": 'attachment; filename="appointment.ics"',
      },
    });
  } catch (error) {
    log.error({ err: error }, "calendar file not made");
    return apiFailure(
      503,
      "unavailable",
      "This isn't working right now. Please try again in a moment.",
      {
        headers: { ...secretLinkHeaders, "Retry-After": "5" },
      },
    );
  }
}

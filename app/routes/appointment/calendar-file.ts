import { content } from "#app/content/content.ts";
import { appointmentEvent } from "#app/features/diary/calendar.server.ts";
import { appointmentUrl } from "#app/features/diary/emails.server.tsx";
import { findEntry } from "#app/features/diary/entries.server.ts";
import { isUpcoming } from "#app/features/diary/model.ts";
import { shownPlace } from "#app/features/appointments/public-appointment.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { secretFile } from "#app/server/http/secret-link.server.ts";
import { calendarFile } from "#app/values/icalendar.ts";
import type { Route } from "./+types/calendar-file";
import { appointmentNotFoundMessage } from "./parts.tsx";

export function loader({ params: { token } }: Route.LoaderArgs) {
  return secretFile(appointmentNotFoundMessage, async () => {
    const entry = await findEntry(getDb(), { token });
    if (!entry || !isUpcoming(entry)) return null;
    const url = appointmentUrl({ token });
    const { hostname } = new URL(getSettings().SITE_URL);
    const event = appointmentEvent({ ...entry, placeDetails: shownPlace(entry, token) }, url);
    return {
      name: "appointment.ics",
      type: "text/calendar; charset=utf-8",
      content: calendarFile(content().site.brand, [event], hostname),
    };
  });
}

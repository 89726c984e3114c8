import { isCalendarToken } from "#app/features/ameb/calendar-link.server.ts";
import { examCalendar } from "#app/features/ameb/booking-events.ts";
import { listExamDays } from "#app/features/ameb/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import type { Route } from "./+types/calendar-feed";

const privateHeaders = {
  "Cache-Control": "no-store",
  "X-Robots-Tag": "noindex",
  "Referrer-Policy": "no-referrer",
};

/** The exam days behind a secret link. */
export async function loader({ params: { file } }: Route.LoaderArgs) {
  const token = /^([\w-]{20,64})\.ics$/.exec(file)?.[1];
  if (!token || !(await isCalendarToken(getDb(), token)))
    return new Response("Not found", { status: 404, headers: privateHeaders });
  const now = new Date();
  const calendar = examCalendar(
    await listExamDays(getDb(), melbourneDay(now)),
    new URL(getSettings().SITE_URL).hostname,
    now,
  );
  return new Response(calendar, {
    headers: { ...privateHeaders, "Content-Type": "text/calendar; charset=utf-8" },
  });
}

import { href } from "react-router";
import { content } from "#app/content/content.ts";
import { isCalendarToken, bookingEvents } from "#app/features/ameb/diary.server.ts";
import { listBookingsSince } from "#app/features/ameb/queries.server.ts";
import { agreedEvents } from "#app/features/quotes/diary.server.ts";
import { listDiaryEvents } from "#app/features/diary/calendar.server.ts";
import { listAgreedSince } from "#app/features/quotes/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { calendarFile } from "#app/values/icalendar.ts";
import type { Route } from "./+types/calendar-feed";

const daysBack = 92;

/** Removed entries are listed as cancelled for a while, for apps that merge calendars. */
export async function loader({ params: { file } }: Route.LoaderArgs) {
  const token = /^([\w-]{20,64})\.ics$/.exec(file)?.[1];
  if (!token || !(await isCalendarToken(getDb(), token)))
    return new Response("Not found", { status: 404, headers: secretLinkHeaders });
  const now = new Date();
  const since = addDays(melbourneDay(now), -daysBack);
  const bookings = await listBookingsSince(getDb(), since);
  const quotes = await listAgreedSince(getDb(), since);
  const standing = [
    ...bookings.flatMap((booking) =>
      bookingEvents(booking, absoluteUrl(href("/admin/ameb-bookings/:id", { id: booking.id }))),
    ),
    ...quotes.flatMap((agreed) =>
      agreedEvents(agreed, absoluteUrl(href("/admin/quotes/:id", { id: agreed.quote.id }))),
    ),
  ];
  const events = [...(await listDiaryEvents(getDb(), { since, now, standing })), ...standing];
  const calendar = calendarFile(
    content().site.brand,
    events,
    new URL(getSettings().SITE_URL).hostname,
  );
  return new Response(calendar, {
    headers: { ...secretLinkHeaders, "Content-Type": "text/calendar; charset=utf-8" },
  });
}

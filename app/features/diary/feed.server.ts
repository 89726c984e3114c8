import { href } from "react-router";
import { and, asc, eq, gt, gte, inArray, isNull, or } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import {
  amebBookings,
  diaryEntries,
  quoteEvents,
  quotes,
} from "#app/server/database/tables.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { type Day, startOfDay } from "#app/values/calendar.ts";
import type { CalendarEvent } from "#app/values/icalendar.ts";
import { entryUid, ownerEvent } from "./calendar-event.ts";
import { entryAdminUrl } from "./invitation.server.ts";
import type { Entry } from "./model.ts";

const day = 86_400_000;

/** How long the calendar goes on saying that an entry was cancelled, in milliseconds. */
const cancelledShown = 30 * day;

/**
 * The owner's appointments and own times from a day on, and what was cancelled lately. What follows a
 * quote or an AMEB booking has an event of its own while it stands; once it has left the diary it is here,
 * under that event's id.
 *
 * @param standing the events of quotes and bookings: without a time, or not booked any more, an exam has
 *   left the diary and yet has its event
 */
export async function listDiaryEvents(
  db: Db,
  { since, now, standing }: { since: Day; now: Date; standing: readonly CalendarEvent[] },
): Promise<CalendarEvent[]> {
  const { state, kind, startsAt, endsAt, cancelledAt, spamReason } = diaryEntries;
  const recently = new Date(now.getTime() - cancelledShown);
  const reopened = and(eq(quoteEvents.quoteId, quotes.id), eq(quoteEvents.kind, "reopened"));
  const found = await db
    .select({
      entry: diaryEntries,
      bookingVersion: amebBookings.version,
      quoteVersion: quotes.version,
      reopenings: db.$count(quoteEvents, reopened),
    })
    .from(diaryEntries)
    .leftJoin(quotes, eq(quotes.id, diaryEntries.quoteId))
    .leftJoin(amebBookings, eq(amebBookings.id, diaryEntries.amebBookingId))
    .where(
      and(
        isNull(spamReason),
        gte(endsAt, startOfDay(since)),
        or(
          and(
            inArray(kind, ["appointment", "block", "away"]),
            inArray(state, ["requested", "booked", "done", "no-show"]),
          ),
          and(eq(state, "cancelled"), gt(cancelledAt, recently)),
        ),
      ),
    )
    .orderBy(asc(startsAt));
  const known = new Set(standing.map(({ uid }) => uid));
  const events = found.map(({ entry, bookingVersion, quoteVersion, reopenings }) => {
    const version = bookingVersion ?? (quoteVersion === null ? null : quoteVersion + reopenings);
    const event = {
      ...ownerEvent(entry, entryAdminUrl(entry)),
      // A feed says every time of a series.
      uid: entryUid(entry),
      replaces: null,
      // A version of its own would be lower than that of the event which it takes back.
      ...(version !== null && { ...recordOf(entry), version }),
    };
    // Not every app shows what is cancelled or asked for otherwise than what is certain.
    if (event.isCancelled) return { ...event, summary: `Cancelled: ${event.summary}` };
    return event.isConfirmed ? event : { ...event, summary: `${event.summary} (not booked yet)` };
  });
  return events.filter(({ uid }) => !known.has(uid));
}

/** The id and the page that the event of a quote, an exam or a rehearsal has in the calendar. */
function recordOf({ kind, quoteId, amebBookingId }: Entry): { uid: string; url: string } {
  if (quoteId)
    return { uid: quoteId, url: absoluteUrl(href("/admin/quotes/:id", { id: quoteId })) };
  const id = amebBookingId!;
  return {
    uid: kind === "rehearsal" ? `${id}-rehearsal` : id,
    url: absoluteUrl(href("/admin/ameb-bookings/:id", { id })),
  };
}

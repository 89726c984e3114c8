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

/** For how long a cancelled entry is listed, in milliseconds. */
const cancelledShown = 30 * day;

/**
 * Quotes and AMEB bookings have events of their own (`standing`). Their entries are listed once
 * cancelled, under that event's id, unless `standing` has it: an untimed exam keeps it.
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
      // A feed lists each time of a series.
      uid: entryUid(entry),
      replaces: null,
      // The entry's own version would be lower than that of the event it cancels.
      ...(version !== null && { ...recordOf(entry), version }),
    };
    // Some apps show cancelled and unconfirmed events like any other.
    if (event.isCancelled) return { ...event, summary: `Cancelled: ${event.summary}` };
    return event.isConfirmed ? event : { ...event, summary: `${event.summary} (not booked yet)` };
  });
  return events.filter(({ uid }) => !known.has(uid));
}

function recordOf({ kind, quoteId, amebBookingId }: Entry): { uid: string; url: string } {
  if (quoteId)
    return { uid: quoteId, url: absoluteUrl(href("/admin/quotes/:id", { id: quoteId })) };
  const id = amebBookingId!;
  return {
    uid: kind === "rehearsal" ? `${id}-rehearsal` : id,
    url: absoluteUrl(href("/admin/ameb-bookings/:id", { id })),
  };
}

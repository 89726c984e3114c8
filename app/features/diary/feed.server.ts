import { and, asc, gt, gte, inArray, isNull, or } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries } from "#app/server/database/tables.server.ts";
import { type Day, startOfDay } from "#app/values/calendar.ts";
import type { CalendarEvent } from "#app/values/icalendar.ts";
import { ownerEvent } from "./calendar-event.ts";
import { entryAdminUrl } from "./invitation.server.ts";

const day = 86_400_000;

/** How long the calendar goes on saying that an entry was cancelled, in milliseconds. */
const cancelledShown = 30 * day;

/**
 * The owner's appointments and own times from a day on. What follows a quote or an AMEB booking is left
 * out: these have events of their own.
 */
export async function listDiaryEvents(db: Db, since: Day, now: Date): Promise<CalendarEvent[]> {
  const { state, kind, startsAt, endsAt, cancelledAt, spamReason } = diaryEntries;
  const recently = new Date(now.getTime() - cancelledShown);
  const entries = await db
    .select()
    .from(diaryEntries)
    .where(
      and(
        inArray(kind, ["appointment", "block", "away"]),
        isNull(spamReason),
        gte(endsAt, startOfDay(since)),
        or(
          inArray(state, ["requested", "booked", "done", "no-show"]),
          and(inArray(state, ["cancelled"]), gt(cancelledAt, recently)),
        ),
      ),
    )
    .orderBy(asc(startsAt));
  return entries.map((entry) => {
    const event = ownerEvent(entry, entryAdminUrl(entry));
    // Not every app shows what is cancelled or asked for otherwise than what is certain.
    if (event.isCancelled) return { ...event, summary: `Cancelled: ${event.summary}` };
    return event.isConfirmed ? event : { ...event, summary: `${event.summary} (not booked yet)` };
  });
}

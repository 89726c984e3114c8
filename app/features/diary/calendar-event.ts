import { melbourneDay, wallTime } from "#app/values/calendar.ts";
import type { CalendarEvent } from "#app/values/icalendar.ts";
import type { Entry } from "./model.ts";

/** The same for ever in every calendar that holds the entry. */
export const entryUid = ({ id }: Pick<Entry, "id">) => `appointment-${id}`;

/** For the calendar of its client; `url` is the client's link. */
export function appointmentEvent(entry: Entry, url: string): CalendarEvent {
  const { title, startsAt, endsAt, placeDetails, state, version } = entry;
  return {
    uid: entryUid(entry),
    version,
    changedAt: entry.updatedAt ?? entry.createdAt,
    day: melbourneDay(startsAt),
    start: wallTime(startsAt).slice(11, 16),
    end: wallTime(endsAt).slice(11, 16),
    summary: title,
    location: placeDetails || null,
    description: [`To move or cancel: ${url}`],
    url,
    isConfirmed: state === "booked",
  };
}

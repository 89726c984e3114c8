import type { CalendarEvent } from "#app/values/icalendar.ts";
import type { Entry } from "./model.ts";

/** Must never change: calendars know a single entry by it. */
export const entryUid = ({ id }: Pick<Entry, "id">) => `appointment-${id}`;

export function appointmentEvent(entry: Entry, url: string): CalendarEvent {
  const { place, placeDetails } = entry;
  return {
    ...eventOf(entry),
    summary: entry.title,
    // Clients know where their own place is.
    location: place === "client" ? null : placeDetails || null,
    description: [`To view, move or cancel it: ${url}`],
    url,
  };
}

export function ownerEvent(entry: Entry, url: string): CalendarEvent {
  const { title, clientName, clientEmail, phone, student, note, placeDetails } = entry;
  const who = student || clientName;
  return {
    ...eventOf(entry),
    summary: who ? `${title}, ${who}` : title,
    location: placeDetails || null,
    description: [
      ...(clientName ? [`Client: ${clientName}`] : []),
      ...(clientEmail ? [`Email: ${clientEmail}`] : []),
      ...(phone ? [`Phone: ${phone}`] : []),
      ...(note ? [`Note: ${note}`] : []),
    ],
    url,
  };
}

function eventOf(entry: Entry) {
  const { version, startsAt, endsAt, state, seriesId, seriesStart } = entry;
  return {
    // A series is one event that repeats; each entry replaces one of its times.
    uid: seriesId ? `series-${seriesId}` : entryUid(entry),
    replaces: seriesStart,
    version,
    changedAt: entry.updatedAt ?? entry.createdAt,
    startsAt,
    endsAt,
    isConfirmed: state !== "requested" && state !== "held",
    isCancelled: state === "cancelled",
  };
}

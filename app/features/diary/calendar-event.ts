import type { CalendarEvent } from "#app/values/icalendar.ts";
import type { Entry } from "./model.ts";

/** The same for ever in every calendar that holds the entry alone. */
export const entryUid = ({ id }: Pick<Entry, "id">) => `appointment-${id}`;

/** For the calendar of its client; `url` is the client's link. */
export function appointmentEvent(entry: Entry, url: string): CalendarEvent {
  const { place, placeDetails } = entry;
  return {
    ...eventOf(entry),
    summary: entry.title,
    // Whoever booked a session at the client's place knows where that is.
    location: place === "client" ? null : placeDetails || null,
    description: [`To view, move or cancel it: ${url}`],
    url,
  };
}

/** For the owner's calendar; `url` is its page in the admin. */
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
    // A series is one event that repeats, and each of its entries replaces one time of it.
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

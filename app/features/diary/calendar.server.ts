import { href } from "react-router";
import { and, asc, eq, gt, gte, inArray, isNull, or } from "drizzle-orm";
import { type CalendarEvent, invitationFile } from "#app/values/icalendar.ts";
import { getSettings } from "#app/server/env.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { senderAddress } from "#app/server/outbound/outgoing-email.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  amebBookings,
  diaryEntries,
  quoteEvents,
  quotes,
} from "#app/server/database/tables.server.ts";
import { type Day, startOfDay } from "#app/values/calendar.ts";
import type { Entry } from "./model.ts";
import { appointmentUrl } from "./emails.server.tsx";

/** Must never change: calendars know a single entry by it. */
const entryUid = ({ id }: Pick<Entry, "id">) => `appointment-${id}`;

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

export const entryAdminUrl = ({ id }: Pick<Entry, "id">) =>
  absoluteUrl(href("/admin/diary/:id", { id }));

export function clientInvitation(entry: Entry, attendee: string, now: Date): string {
  const url = appointmentUrl(entry) || absoluteUrl(href("/"));
  return invitationTo(attendee, appointmentEvent(entry, url), now);
}

export function ownerInvitation(entry: Entry, attendee: string, now: Date): string {
  return invitationTo(attendee, ownerEvent(entry, entryAdminUrl(entry)), now);
}

/** A cancelled event is taken out of the calendar. */
export function invitationTo(
  attendee: string,
  event: CalendarEvent | readonly CalendarEvent[],
  writtenAt: Date,
): string {
  const { MAIL_FROM, SITE_URL } = getSettings();
  const organizer = senderAddress(MAIL_FROM);
  const events = [event].flat();
  const method = events.every(({ isCancelled }) => isCancelled) ? "CANCEL" : "REQUEST";
  const invitation = { method, events, writtenAt, organizer, attendee } as const;
  return invitationFile(invitation, new URL(SITE_URL).hostname);
}

const day = 86_400_000;

/** For how long a cancelled entry is listed, in milliseconds. */
const cancelledShown = 30 * day;

/** Entries of quotes and AMEB bookings are listed once cancelled, under their event's id, unless `standing` has it. */
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

import { href } from "react-router";
import { content } from "#app/content/content.ts";
import { getSettings } from "#app/server/env.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { senderAddress } from "#app/server/outbound/outgoing-email.server.ts";
import { type CalendarEvent, invitationFile } from "#app/values/icalendar.ts";
import { appointmentEvent, ownerEvent } from "./calendar-event.ts";
import { appointmentUrl } from "./email-record.server.ts";
import type { Entry } from "./model.ts";

export const entryAdminUrl = ({ id }: Pick<Entry, "id">) =>
  absoluteUrl(href("/admin/diary/:id", { id }));

export function clientInvitation(entry: Entry, attendee: string, now: Date): string {
  const url = appointmentUrl(entry) || absoluteUrl(href("/"));
  return invitationTo(attendee, appointmentEvent(entry, url), now);
}

export function ownerInvitation(entry: Entry, attendee: string, now: Date): string {
  return invitationTo(attendee, ownerEvent(entry, entryAdminUrl(entry)), now);
}

/** A cancelled event is taken out of the calendar. Several events belong to one series. */
export function invitationTo(
  attendee: string,
  event: CalendarEvent | readonly CalendarEvent[],
  writtenAt: Date,
): string {
  const { MAIL_FROM, SITE_URL } = getSettings();
  const organizer = { name: content().site.person, email: senderAddress(MAIL_FROM) };
  const events = [event].flat();
  const method = events.every(({ isCancelled }) => isCancelled) ? "CANCEL" : "REQUEST";
  const invitation = { method, events, writtenAt, organizer, attendee } as const;
  return invitationFile(invitation, new URL(SITE_URL).hostname);
}

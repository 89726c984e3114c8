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

/** What the client's calendar is told of a change. */
export function clientInvitation(entry: Entry, attendee: string, now: Date): string {
  const url = appointmentUrl(entry) || absoluteUrl(href("/"));
  return invitationTo(attendee, appointmentEvent(entry, url), now);
}

/** What the owner's calendar is told of it; `attendee` is the owner's email. */
export function ownerInvitation(entry: Entry, attendee: string, now: Date): string {
  return invitationTo(attendee, ownerEvent(entry, entryAdminUrl(entry)), now);
}

/**
 * Puts an event, or those of one series, into the calendar of who gets the email, or takes it out once it
 * is cancelled.
 */
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

import { createHash } from "node:crypto";
import { content } from "#app/content/content.ts";
import { invitationTo } from "#app/features/diary/calendar.server.ts";
import type { NewEmail } from "#app/features/email/outbox.server.ts";
import type { CalendarEvent } from "#app/values/icalendar.ts";
import { isInstant } from "#app/values/calendar.ts";
import { quoteUrl } from "./email-record.server.ts";
import { addOnNames, selectedAddOns, playingHours } from "./kinds.ts";
import { type Quote, quoteTitle } from "./model.ts";

/** Versions of a quote share one link, and so one event in the client's calendar. */
const uidOf = (slug: string) =>
  `booking-${createHash("sha256").update(slug).digest("base64url").slice(0, 22)}`;

const minute = 60_000;

/** Null without a day or a link. `version` is the time of the change, as every change is later. */
export function clientEvent(
  quote: Quote,
  changedAt: Date,
  slug = quote.slug,
): CalendarEvent | null {
  if (!quote.eventDate || !slug) return null;
  const hours = playingHours(quote);
  const url = quoteUrl(slug);
  return {
    uid: uidOf(slug),
    version: Math.floor(changedAt.getTime() / minute),
    changedAt,
    day: quote.eventDate,
    start: hours?.start ?? null,
    end: hours?.end ?? null,
    summary: `${quoteTitle(quote)}, ${content().site.person}`,
    location: quote.eventLocation,
    description: [`Everything we've agreed: ${url}`],
    url,
    isConfirmed: true,
  };
}

type InvitedEmail = Pick<NewEmail, "invitation">;

export function bookingInvitation(quote: Quote, recipient: string, now: Date): InvitedEmail {
  const event = clientEvent(quote, now);
  return event ? { invitation: invitationTo(recipient, event, now) } : {};
}

/** `version + 1`: newer than what was sent in the same minute. */
export function cancelledInvitation(quote: Quote, now: Date): InvitedEmail {
  const event = clientEvent(quote, now);
  if (!event) return {};
  const cancelled = { ...event, version: event.version + 1, isCancelled: true };
  return { invitation: invitationTo(quote.clientEmail, cancelled, now) };
}

/** `inForce`: the version that is in force again. */
export function undoneInvitation(quote: Quote, inForce: Quote | null, now: Date): InvitedEmail {
  const slug = quote.slug ?? inForce?.slug ?? null;
  const event = clientEvent(inForce ?? quote, now, slug);
  if (!event) return {};
  const stands = inForce ? event : { ...event, isCancelled: true };
  return { invitation: invitationTo(quote.clientEmail, stands, now) };
}

/** `reopenings`: how often its acceptance was undone, or it was replaced for a while. */
export type AgreedQuote = { quote: Quote; reopenings: number; reopenedAt: Date | null };

export function agreedEvents(
  { quote, reopenings, reopenedAt }: AgreedQuote,
  url: string,
): CalendarEvent[] {
  if (!quote.eventDate || !quote.acceptedAt) return [];
  const hours = playingHours(quote);
  return [
    {
      uid: quote.id,
      // A second acceptance keeps the version, but calendars know the event already.
      version: quote.version + reopenings,
      changedAt: latest([quote.createdAt, quote.updatedAt, quote.acceptedAt, reopenedAt]),
      day: quote.eventDate,
      start: hours?.start ?? null,
      end: hours?.end ?? null,
      summary: [quoteTitle(quote), quote.clientName].join(", "),
      location: quote.eventLocation,
      description: [
        quote.invoiceType,
        `Client: ${quote.clientName}, ${quote.clientEmail}`,
        ...(hours && !hours.end ? ["The end isn't known yet."] : []),
        ...(selectedAddOns(quote).rehearsal ? [addOnNames.rehearsal] : []),
      ],
      url,
      isConfirmed: true,
    },
  ];
}

function latest(instants: readonly (Date | null)[]): Date {
  const known = instants.filter((instant) => instant && isInstant(instant)) as Date[];
  return new Date(Math.max(0, ...known.map(Number)));
}

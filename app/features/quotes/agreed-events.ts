import { isInstant } from "#app/values/calendar.ts";
import type { CalendarEvent } from "#app/values/icalendar.ts";
import { selectedAddOns } from "./add-ons.ts";
import { playingHours } from "./hours.ts";
import { addOnNames } from "./kinds.ts";
import { type Quote, quoteTitle } from "./model.ts";

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

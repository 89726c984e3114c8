import { and, asc, between, eq, gte, isNotNull, or } from "drizzle-orm";
import { href } from "react-router";
import { content } from "#app/content/content.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import type { DiaryItem } from "#app/features/diary/agenda.ts";
import {
  followRecord,
  isFollowed,
  lockDiary,
  type Overlap,
  overlapsOf,
  type WantedEntry,
  spanOfRecord,
} from "#app/features/diary/follow.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import type { DayRange } from "#app/features/services/slots.ts";
import { acceptedQuote, diaryEntries, quotes } from "#app/server/database/tables.server.ts";
import { addDays, melbourneDay, startOfDay, isInstant } from "#app/values/calendar.ts";
import { withTravel } from "#app/values/travel.ts";
import { lockQuote } from "./guard.server.ts";
import { playingHours, addOnNames, selectedAddOns } from "./pricing.ts";
import { type Quote, quoteTitle } from "./model.ts";
import { createHash } from "node:crypto";
import { invitationTo } from "#app/features/diary/calendar.server.ts";
import type { NewEmail } from "#app/features/email/outbox.server.ts";
import type { CalendarEvent } from "#app/values/icalendar.ts";
import { type listAgreedSince, quoteUrl } from "./queries.server.ts";

/** For events without a known end. */
const usualMinutes = 180;

const sourceOf = ({ id }: Pick<Quote, "id">) => ({ kind: "event" as const, quoteId: id });

function eventOf(quote: Quote) {
  const hours = playingHours(quote);
  const { eventDate: day, clientName, clientEmail } = quote;
  const span = day && hours && spanOfRecord({ day, ...hours, minutes: usualMinutes });
  if (!span) return null;
  const placeDetails = quote.eventLocation ?? "";
  const travel = quote.travelMinutes ?? content().prices.livePiano.travelMinutes;
  const busy = withTravel(span, travel);
  return { ...span, ...busy, title: quoteTitle(quote), placeDetails, clientName, clientEmail };
}

const wantedOf = (quote: Quote): WantedEntry | null => (quote.acceptedAt ? eventOf(quote) : null);

/** Call in each change's transaction, row locked, before issuing invoices: a wait here must not hold their counter. */
export async function followQuote(tx: Db, quote: Quote, now: Date): Promise<void> {
  const wanted = wantedOf(quote);
  await followRecord(tx, sourceOf(quote), wanted, now);
}

/** Accepted events without a known start have no diary entry: they block no time on their day. */
export async function listUntimedEvents(
  db: Db,
  _by: Administrator,
  { from, until }: DayRange,
): Promise<DiaryItem[]> {
  const found = await db
    .select()
    .from(quotes)
    .where(and(acceptedQuote, between(quotes.eventDate, from, until)))
    .orderBy(asc(quotes.eventDate), asc(quotes.id));
  return found.filter((quote) => !eventOf(quote)).map(untimedItem);
}

function untimedItem(quote: Quote): DiaryItem {
  const { id, clientName } = quote;
  const day = quote.eventDate!;
  return {
    key: `event ${id}`,
    kind: "event",
    state: "booked",
    startsAt: startOfDay(day),
    endsAt: startOfDay(addDays(day, 1)),
    title: clientName,
    detail: quoteTitle(quote),
    clashes: false,
    needsLink: false,
    isUntimed: true,
    to: href("/admin/quotes/:id", { id }),
  };
}

/** Call before anything that may lock the invoice counter, if the diary is changed only later. */
export const awaitDiary = lockDiary;

/** Overlaps once this quote is accepted in place of the one that it replaces. */
export async function eventOverlaps(db: Db, quote: Quote, now = new Date()): Promise<Overlap[]> {
  const event = eventOf(quote);
  if (!event || event.endsAt <= now) return [];
  const time = { from: event.busyFrom, until: event.busyUntil };
  const overlaps = await overlapsOf(db, sourceOf(quote), time, now);
  return overlaps.filter(({ entry }) => !entry?.quoteId || entry.quoteId !== quote.replacesId);
}

/** Syncs the diary with quotes: those of other programs, and older ones. */
export async function followQuotes(db: Db, now: Date): Promise<void> {
  const since = addDays(melbourneDay(now), -1);
  const isAhead = and(isNotNull(quotes.acceptedAt), gte(quotes.eventDate, since));
  const isInDiary = and(eq(diaryEntries.state, "booked"), gte(diaryEntries.endsAt, now));
  const found = await db
    .select({ quote: quotes, entry: diaryEntries })
    .from(quotes)
    .leftJoin(diaryEntries, eq(diaryEntries.quoteId, quotes.id))
    .where(or(isAhead, isInDiary));
  for (const { quote, entry } of found) {
    if (isFollowed(entry, wantedOf(quote), now)) continue;
    await db.transaction(async (tx) => {
      const current = await lockQuote(tx, quote.id);
      if (current) await followQuote(tx, current, now);
    });
  }
}

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

type AgreedQuote = Awaited<ReturnType<typeof listAgreedSince>>[number];

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

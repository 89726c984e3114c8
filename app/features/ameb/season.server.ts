import { href } from "react-router";
import { and, between, eq, gte, inArray, isNull, lt, ne, or } from "drizzle-orm";
import { content } from "#app/content/content.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { entryPage } from "#app/features/diary/agenda.ts";
import { spanOfRecord } from "#app/features/diary/follow.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { amebBookings, diaryEntries, isListedBooking } from "#app/server/database/tables.server.ts";
import { addDays, type Day, daysBetween, melbourneDay, startOfDay } from "#app/values/calendar.ts";
import { type AmebBooking, includesExam, lengthOfExam, timeOfDay } from "./model.ts";
import { type ExamSession, type Venue, type VenueTravel, travelBetween } from "./places.ts";
import { readExamPlaces } from "./queries.server.ts";

/** Somewhere the owner has to be; `early`: minutes before its start. */
type Stop = { startsAt: Date; endsAt: Date; venueId: string | null; place: string; early: number };

/** `minutes` from the end of one to the start of the other; negative where they overlap. */
function gapBetween(one: Stop, other: Stop, travel: readonly VenueTravel[]) {
  const isFirst = one.startsAt <= other.startsAt;
  const [first, second] = isFirst ? [one, other] : [other, one];
  const minutes = Math.round((second.startsAt.getTime() - first.endsAt.getTime()) / 60_000);
  const way = travelBetween(first, second, travel);
  // Whoever plays there already is there in time.
  return { minutes, needed: way > 0 ? way + second.early : 0, isFirst };
}

/** `in Hawthorn`, where the place ends with a suburb. */
function where(place: string): string {
  const parts = place.split(",").map((part) => part.replace(/\b(VIC|\d{4})\b/gi, "").trim());
  const suburb = parts.length > 1 ? parts.findLast(Boolean) : undefined;
  if (suburb && !/\d/.test(suburb)) return ` in ${suburb}`;
  return place ? ` at ${place}` : "";
}

type Neighbour = Stop & { who: string };

/** `20 minutes after Mei Tan in Hawthorn, 45 needed`; null with enough time, or where they overlap. */
export function saysTooNear(
  stop: Stop,
  neighbour: Neighbour,
  travel: readonly VenueTravel[],
): string | null {
  const { minutes, needed, isFirst } = gapBetween(stop, neighbour, travel);
  if (minutes < 0 || minutes >= needed) return null;
  const side = isFirst ? "before" : "after";
  return `${minutes} minutes ${side} ${neighbour.who}${where(neighbour.place)}, ${needed} needed`;
}

/** `stop`: null without a time. `needed`: minutes from the one before, of which there are `minutes`. */
export type SeasonItem = {
  id: string;
  to: string;
  who: string;
  what: string;
  notes: string[];
  stop: Stop | null;
  gap: { minutes: number; needed: number } | null;
};

/** In days, where there is no session. */
const usualLength = 42;

/** The session of this id, else the one that is on or comes next; without any, six weeks. */
export async function readSeason(db: Db, _by: Administrator, id: string | null, now = new Date()) {
  const { sessions, venues, travel } = await readExamPlaces(db);
  const today = melbourneDay(now);
  const session =
    sessions.find((one) => one.id === id) ??
    sessions.findLast(({ lastDay }) => lastDay >= today) ??
    null;
  const firstDay = session?.firstDay ?? today;
  const lastDay = session?.lastDay ?? addDays(today, usualLength - 1);
  const items = [
    ...(await examsBetween(db, firstDay, lastDay, venues)),
    ...(await entriesBetween(db, firstDay, lastDay)),
  ];
  const days = [...Map.groupBy(items, ({ day }) => day)]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([day, some]) => ({ day, items: inOrder(some, travel) }));
  return { sessions, session, days, undated: await listUndated(db, session, today), today };
}

async function examsBetween(db: Db, firstDay: Day, lastDay: Day, venues: readonly Venue[]) {
  const isMeant = and(isListedBooking, ne(amebBookings.status, "cancelled"));
  const found = await db
    .select()
    .from(amebBookings)
    .where(and(isMeant, between(amebBookings.examDate, firstDay, lastDay)));
  return found.flatMap((booking) =>
    includesExam(booking.serviceRequired)
      ? [{ ...itemOf(booking, venues), day: booking.examDate!, stop: stopOf(booking), gap: null }]
      : [],
  );
}

function itemOf(booking: AmebBooking, venues: readonly Venue[] = []) {
  const { id, candidateName, studentParentName, examBoardGrade, examTime } = booking;
  const venue = venues.find((one) => one.id === booking.venueId)?.name ?? booking.examVenue;
  const unread = timeOfDay(examTime ?? "") ? null : (examTime ?? "no time yet");
  return {
    id,
    to: href("/admin/ameb-bookings/:id", { id }),
    who: candidateName || studentParentName,
    what: [unread, venue, examBoardGrade].filter(Boolean).join(" · "),
    notes: [
      ...(booking.status === "booked" ? [] : ["not booked"]),
      ...(booking.music === "missing" ? ["no music"] : []),
    ],
  };
}

function stopOf(booking: AmebBooking): Stop | null {
  const start = timeOfDay(booking.examTime ?? "");
  const { examDate: day, venueId, examVenue } = booking;
  const span = start && day && spanOfRecord({ day, start, minutes: lengthOfExam(booking) });
  const early = content().prices.ameb.arrivesMinutesBefore;
  return span ? { ...span, venueId, place: examVenue ?? "", early } : null;
}

/** Rehearsals, lessons and events; exams come from their bookings. */
async function entriesBetween(db: Db, firstDay: Day, lastDay: Day) {
  const { kind, state, spamReason, startsAt } = diaryEntries;
  const found = await db
    .select()
    .from(diaryEntries)
    .where(
      and(
        inArray(kind, ["rehearsal", "appointment", "event"]),
        inArray(state, ["requested", "booked", "done"]),
        isNull(spamReason),
        gte(startsAt, startOfDay(firstDay)),
        lt(startsAt, startOfDay(addDays(lastDay, 1))),
      ),
    );
  return found.map((entry) => {
    const { id, title, student, clientName, endsAt } = entry;
    const isAway = entry.kind === "event" || entry.place === "client";
    const place = isAway ? entry.placeDetails : content().site.suburb;
    return {
      id,
      to: entryPage(entry),
      who: student || clientName || title,
      what: [title, place].filter(Boolean).join(" · "),
      notes: entry.state === "requested" ? ["not confirmed"] : [],
      day: melbourneDay(entry.startsAt),
      stop: { startsAt: entry.startsAt, endsAt, venueId: null, place, early: 0 },
      gap: null,
    };
  });
}

/** Those without a time first. Each is compared with all before it: the longest may end last. */
function inOrder(items: readonly SeasonItem[], travel: readonly VenueTravel[]): SeasonItem[] {
  const startOf = ({ stop }: SeasonItem) => stop?.startsAt.getTime() ?? 0;
  const sorted = items.toSorted((one, other) => startOf(one) - startOf(other));
  return sorted.map((item, index) => {
    const gaps = sorted.slice(0, index).flatMap(({ stop }) => {
      const gap = stop && item.stop ? gapBetween(stop, item.stop, travel) : null;
      return gap ? [{ minutes: gap.minutes, needed: gap.needed }] : [];
    });
    const spare = (gap: { minutes: number; needed: number }) => gap.minutes - gap.needed;
    return { ...item, gap: gaps.toSorted((one, other) => spare(one) - spare(other))[0] ?? null };
  });
}

/** With the days since they wrote, longest first. */
async function listUndated(db: Db, session: ExamSession | null, today: Day) {
  const { sessionId, examDate, status, createdAt } = amebBookings;
  const isOfSession = session && or(eq(sessionId, session.id), isNull(sessionId));
  const found = await db
    .select()
    .from(amebBookings)
    .where(
      and(isListedBooking, isNull(examDate), ne(status, "cancelled"), isOfSession ?? undefined),
    )
    .orderBy(createdAt);
  return found.map((booking) => ({
    ...itemOf(booking),
    days: daysBetween(melbourneDay(booking.createdAt), today),
  }));
}

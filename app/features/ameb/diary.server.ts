import { and, eq, gt, gte, inArray, lt, ne, or, desc, isNull } from "drizzle-orm";
import { content } from "#app/content/content.ts";
import {
  type FollowedRecord,
  followRecord,
  isFollowed,
  lockDiary,
  type Overlap,
  overlapsOf,
  type WantedEntry,
  spanOfRecord,
} from "#app/features/diary/follow.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  amebBookings,
  diaryEntries,
  venueTravel,
  calendarLinks,
} from "#app/server/database/tables.server.ts";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { timeOf, addMinutes, type TimeOfDay } from "#app/values/time-of-day.ts";
import { travelMost, withTravel } from "#app/values/travel.ts";
import {
  type AmebBooking,
  includesExam,
  lengthOfExam,
  timeOfDay,
  usualRehearsal,
  amebStatusLabels,
} from "./model.ts";
import { saysTooNear } from "./season.server.ts";
import { planExamReminders } from "./reminders.server.tsx";
import { href } from "react-router";
import { randomBytes } from "node:crypto";
import type { Administrator, Owner } from "#app/features/auth/model.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import type { CalendarEvent } from "#app/values/icalendar.ts";
import { hashToken } from "#app/server/secret.server.ts";

const timedKinds = ["exam", "rehearsal"] as const;
type TimedKind = (typeof timedKinds)[number];

const sourceOf = ({ id }: AmebBooking, kind: TimedKind): FollowedRecord => ({
  kind,
  amebBookingId: id,
});

type Timed = Omit<WantedEntry, "title">;

/** Only when the owner plays; includes the time before that she has to be there. */
function examTimes(booking: AmebBooking): Timed | null {
  const start = timeOfDay(booking.examTime ?? "");
  if (!start || !booking.examDate || !includesExam(booking.serviceRequired)) return null;
  const span = spanOfRecord({ day: booking.examDate, start, minutes: lengthOfExam(booking) });
  const { arrivesMinutesBefore, travelMinutes } = content().prices.ameb;
  const travel = booking.travelMinutes ?? travelMinutes;
  return (
    span && {
      ...span,
      ...withTravel(span, travel, arrivesMinutesBefore),
      placeDetails: booking.examVenue ?? "",
    }
  );
}

function rehearsalTimes({ rehearsalDate, ...booking }: AmebBooking): Timed | null {
  const start = timeOf(booking.rehearsalTime);
  if (!start || !rehearsalDate) return null;
  const minutes = booking.rehearsalMinutes ?? usualRehearsal;
  return spanOfRecord({ day: rehearsalDate, start, minutes });
}

function wantedOf(booking: AmebBooking, kind: TimedKind): WantedEntry | null {
  const { status, deletedAt, spamReason } = booking;
  if (status !== "booked" || deletedAt || spamReason) return null;
  const times = kind === "exam" ? examTimes(booking) : rehearsalTimes(booking);
  if (!times) return null;
  const { examBoardGrade, studentParentName, contactEmail, candidateName } = booking;
  return {
    ...times,
    title: kind === "exam" ? examBoardGrade : `Rehearsal: ${examBoardGrade}`,
    clientName: studentParentName,
    clientEmail: contactEmail,
    student: candidateName,
  };
}

/** Diary and reminders. Call after each change of a booking, with its row locked. */
export async function followBooking(tx: Db, booking: AmebBooking, now: Date): Promise<void> {
  for (const kind of timedKinds)
    await followRecord(tx, sourceOf(booking, kind), wantedOf(booking, kind), now);
  await planExamReminders(tx, booking, now);
}

export type NewOverlaps = Partial<Record<TimedKind, Overlap[]>>;

export async function newOverlaps(
  tx: Db,
  before: AmebBooking,
  after: AmebBooking,
  now: Date,
): Promise<NewOverlaps> {
  const found: NewOverlaps = {};
  for (const kind of timedKinds) {
    const [was, wanted] = [wantedOf(before, kind), wantedOf(after, kind)];
    if (!wanted || wanted.endsAt <= now || isSameTime(was, wanted)) continue;
    const { busyFrom: from = wanted.startsAt, busyUntil: until = wanted.endsAt } = wanted;
    // Of two bookings at once, the second waits here and sees the first.
    await lockDiary(tx);
    const overlaps = await overlapsOf(tx, sourceOf(after, kind), { from, until }, now);
    const all = kind === "exam" ? await withExams(tx, after, wanted, overlaps) : overlaps;
    if (all.length > 0) found[kind] = all;
  }
  return found;
}

/** Other exams count by the way between the two, which both entries' usual travel would count twice. */
async function withExams(
  tx: Db,
  { id, venueId }: AmebBooking,
  { startsAt, endsAt, placeDetails: place = "" }: WantedEntry,
  overlaps: readonly Overlap[],
): Promise<Overlap[]> {
  const early = content().prices.ameb.arrivesMinutesBefore;
  const margin = (travelMost + early) * 60_000;
  const exams = await tx
    .select({ entry: diaryEntries, venueId: amebBookings.venueId })
    .from(diaryEntries)
    .innerJoin(amebBookings, eq(amebBookings.id, diaryEntries.amebBookingId))
    .where(
      and(
        eq(diaryEntries.kind, "exam"),
        eq(diaryEntries.state, "booked"),
        ne(amebBookings.id, id),
        gt(diaryEntries.endsAt, new Date(startsAt.getTime() - margin)),
        lt(diaryEntries.startsAt, new Date(endsAt.getTime() + margin)),
      ),
    )
    .orderBy(diaryEntries.startsAt);
  const travel = await tx.select().from(venueTravel);
  const stop = { startsAt, endsAt, venueId, place, early };
  const beside = exams.flatMap(({ entry, venueId: other }): Overlap[] => {
    const times = { startsAt: entry.startsAt, endsAt: entry.endsAt };
    const who = entry.student || entry.clientName || entry.title;
    const neighbour = { ...times, venueId: other, place: entry.placeDetails, early, who };
    const near = saysTooNear(stop, neighbour, travel);
    const isOver = entry.startsAt < endsAt && entry.endsAt > startsAt;
    if (!near && !isOver) return [];
    return [{ entry, title: entry.title, ...times, ...(near && { near }) }];
  });
  return [...overlaps.filter(({ entry }) => entry?.kind !== "exam"), ...beside];
}

function isSameTime(was: WantedEntry | null, wanted: WantedEntry): boolean {
  const times = ({ startsAt, endsAt, busyFrom, busyUntil, placeDetails }: WantedEntry) =>
    [...[startsAt, endsAt, busyFrom, busyUntil].map(Number), placeDetails].join();
  return was !== null && times(was) === times(wanted);
}

/** Syncs the diary with upcoming exams and rehearsals. */
export async function followBookings(db: Db, now: Date): Promise<void> {
  const since = addDays(melbourneDay(now), -1);
  const isAhead = and(
    eq(amebBookings.status, "booked"),
    or(gte(amebBookings.examDate, since), gte(amebBookings.rehearsalDate, since)),
  );
  const inDiary = db
    .select({ id: diaryEntries.amebBookingId })
    .from(diaryEntries)
    .where(
      and(
        inArray(diaryEntries.kind, [...timedKinds]),
        eq(diaryEntries.state, "booked"),
        gte(diaryEntries.endsAt, now),
      ),
    );
  const found = await db
    .select()
    .from(amebBookings)
    .where(or(isAhead, inArray(amebBookings.id, inDiary)));
  const ids = found.map(({ id }) => id);
  const entries = await db
    .select()
    .from(diaryEntries)
    .where(inArray(diaryEntries.amebBookingId, ids));
  for (const booking of found) {
    const isCurrent = timedKinds.every((kind) => {
      const entry = entries.find((one) => one.amebBookingId === booking.id && one.kind === kind);
      return isFollowed(entry, wantedOf(booking, kind), now);
    });
    if (isCurrent) continue;
    await db.transaction(async (tx) => {
      const all = tx.select().from(amebBookings).where(eq(amebBookings.id, booking.id));
      const [current] = await all.for("update");
      if (current) await followBooking(tx, current, now);
    });
  }
}

/** Ends the previous link. Only the hash is stored. */
export function makeCalendarLink(db: Db, by: Owner, now = new Date()): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  return db.transaction(async (tx) => {
    await tx.update(calendarLinks).set({ endedAt: now }).where(isNull(calendarLinks.endedAt));
    await tx.insert(calendarLinks).values({ tokenHash: hashToken(token), createdAt: now });
    const subject = { kind: "calendar", label: "exams and events" } as const;
    const activity = { actor: by.email, action: "made a new link of", subject };
    await recordActivity(tx, activity, now);
    return absoluteUrl(href("/calendar/:file", { file: `${token}.ics` }));
  });
}

export async function calendarLinkCreatedAt(db: Db, _by: Administrator): Promise<Date | null> {
  const [link] = await db
    .select({ createdAt: calendarLinks.createdAt })
    .from(calendarLinks)
    .where(isNull(calendarLinks.endedAt))
    .orderBy(desc(calendarLinks.createdAt))
    .limit(1);
  return link?.createdAt ?? null;
}

export async function isCalendarToken(db: Db, token: string): Promise<boolean> {
  return (
    (await db.$count(
      calendarLinks,
      and(eq(calendarLinks.tokenHash, hashToken(token)), isNull(calendarLinks.endedAt)),
    )) === 1
  );
}

export function bookingEvents(booking: AmebBooking, url: string): CalendarEvent[] {
  const isConfirmed = booking.status === "booked";
  const who = booking.candidateName || booking.studentParentName;
  const common = {
    version: booking.version,
    changedAt: booking.updatedAt ?? booking.createdAt,
    url,
    isConfirmed,
  };
  // Not every app marks tentative events.
  const suffix = isConfirmed ? "" : " (not booked yet)";
  return [
    ...(booking.examDate ? [{ ...common, ...examOf(booking, booking.examDate, who, suffix) }] : []),
    ...(booking.rehearsalDate
      ? [{ ...common, ...rehearsalOf(booking, booking.rehearsalDate, who, suffix) }]
      : []),
  ];
}

/** Families type exam times freely: without a time of day, the exam takes the whole day. */
function examOf(booking: AmebBooking, day: string, who: string, suffix: string) {
  const start = timeOfDay(booking.examTime ?? "");
  const plays = includesExam(booking.serviceRequired);
  return {
    uid: booking.id,
    day,
    ...timesFrom(start, lengthOfExam(booking)),
    summary: `${booking.examBoardGrade}, ${who}${plays ? "" : ": exam, rehearsal only"}${suffix}`,
    location: booking.examVenue,
    description: [
      ...(booking.examTime ? [`Time: ${booking.examTime}`] : []),
      ...about(booking, who),
      ...(plays ? [`Be there ${content().prices.ameb.arrivesMinutesBefore} minutes before.`] : []),
    ],
    isFree: !plays,
  };
}

function rehearsalOf(booking: AmebBooking, day: string, who: string, suffix: string) {
  const { rehearsalTime } = booking;
  const start = timeOf(rehearsalTime);
  return {
    uid: `${booking.id}-rehearsal`,
    day,
    ...timesFrom(start, booking.rehearsalMinutes ?? usualRehearsal),
    summary: `Rehearsal: ${booking.examBoardGrade}, ${who}${suffix}`,
    location: null,
    description: about(booking, who),
  };
}

function timesFrom(start: TimeOfDay | null, minutes: number) {
  return { start, end: start && addMinutes(start, minutes) };
}

function about(booking: AmebBooking, who: string): string[] {
  const { studentParentName, teacherName, works, serviceRequired, status } = booking;
  return [
    ...(who === studentParentName ? [] : [`Contact: ${studentParentName}`]),
    ...(teacherName ? [`Teacher: ${teacherName}`] : []),
    ...(works ? [`Works: ${works}`] : []),
    `Services: ${serviceRequired.join(", ")}`,
    `Status: ${amebStatusLabels[status]}`,
  ];
}

import { href } from "react-router";
import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, isNull } from "drizzle-orm";
import type { Administrator, Owner } from "#app/features/auth/model.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { calendarLinks } from "#app/server/database/tables.server.ts";
import { content } from "#app/content/content.ts";
import type { CalendarEvent } from "#app/values/icalendar.ts";
import { addMinutes, timeOf, type TimeOfDay } from "#app/values/time-of-day.ts";
import {
  type AmebBooking,
  amebStatusLabels,
  includesExam,
  lengthOfExam,
  timeOfDay,
  usualRehearsal,
} from "./model.ts";

const hashed = (token: string) => createHash("sha256").update(token).digest("base64url");

/** Ends the previous link. Only the hash is stored. */
export function makeCalendarLink(db: Db, by: Owner, now = new Date()): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  return db.transaction(async (tx) => {
    await tx.update(calendarLinks).set({ endedAt: now }).where(isNull(calendarLinks.endedAt));
    await tx.insert(calendarLinks).values({ tokenHash: hashed(token), createdAt: now });
    await recordActivity(
      tx,
      {
        actor: by.email,
        action: "made a new link of",
        subject: { kind: "calendar", label: "exams and events" },
      },
      now,
    );
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
      and(eq(calendarLinks.tokenHash, hashed(token)), isNull(calendarLinks.endedAt)),
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
    ...span(start, lengthOfExam(booking)),
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
    ...span(start, booking.rehearsalMinutes ?? usualRehearsal),
    summary: `Rehearsal: ${booking.examBoardGrade}, ${who}${suffix}`,
    location: null,
    description: about(booking, who),
  };
}

function span(start: TimeOfDay | null, minutes: number) {
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

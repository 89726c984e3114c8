import { desc, eq, sql, and, asc, between, ne } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  emails,
  amebBookings,
  contactMessages,
  type EventFields,
  isGenuineMessage,
  isListedBooking,
} from "#app/server/database/tables.server.ts";
import { addDays, hasEnded, melbourneDay, shortDay } from "#app/values/calendar.ts";
import {
  findClashes,
  findDiaryToday,
  findFailingCalendars,
  findRequests,
  findUninvoiced,
  findWithoutLink,
} from "./diary-tasks.server.ts";
import {
  findDisputes,
  findInvoiceDrafts,
  findRefunds,
  findReminders,
} from "./money-tasks.server.ts";
import {
  type TaskGroup,
  type TaskKind,
  taskKinds,
  maxTasks,
  daysAhead,
  isOverdue,
} from "./model.ts";
import {
  type Occasion,
  aLineOf,
  isNewRow,
  limitedGroupOf,
  totalRows,
} from "./task-group.server.ts";
import {
  findAccepted,
  findDrafts,
  findEvents,
  findExpired,
  findWaiting,
} from "./quote-tasks.server.ts";

type Finder = (db: Db, occasion: Occasion, by: Administrator) => Promise<Omit<TaskGroup, "kind">>;

const finders: Record<TaskKind, Finder> = {
  today: findDiaryToday,
  links: findWithoutLink,
  requests: findRequests,
  clashes: findClashes,
  calendars: findFailingCalendars,
  messages: findNewMessages,
  bookings: findNewBookings,
  emails: findFailedEmails,
  accepted: findAccepted,
  drafts: findDrafts,
  waiting: findWaiting,
  expired: findExpired,
  sessions: findUninvoiced,
  refunds: findRefunds,
  reminders: findReminders,
  disputes: findDisputes,
  invoices: findInvoiceDrafts,
  exams: findExams,
  events: findEvents,
};

export async function getTasks(
  db: Db,
  by: Administrator,
  occasion: Occasion,
): Promise<TaskGroup[]> {
  const groups: TaskGroup[] = [];
  for (const kind of taskKinds) {
    const found = await finders[kind](db, occasion, by);
    if (found.total > 0) groups.push({ kind, ...found });
  }
  return groups;
}

async function findFailedEmails(db: Db, { since }: Occasion) {
  const failedAt = sql<Date>`coalesce(${emails.settledAt}, ${emails.createdAt})`.mapWith(
    emails.createdAt,
  );
  const rows = await db
    .select({
      id: emails.id,
      recipient: emails.recipient,
      subject: emails.subject,
      at: failedAt,
      isNew: sql<boolean>`${isNewRow(failedAt, since)}`,
      total: totalRows,
    })
    .from(emails)
    .where(eq(emails.state, "failed"))
    .orderBy(desc(failedAt))
    .limit(maxTasks);
  return limitedGroupOf(rows, ({ id, recipient, subject, at, isNew }) => ({
    id,
    who: recipient,
    what: aLineOf(subject),
    when: { at },
    isNew,
  }));
}

const tooLong = "Waiting for more than two working days";

/** New since the last visit first, then the longest waiting. */
async function findNewMessages(db: Db, { since, now }: Occasion) {
  const isNew = isNewRow(contactMessages.receivedAt, since);
  const rows = await db
    .select({
      id: contactMessages.id,
      name: contactMessages.name,
      message: contactMessages.message,
      event: contactMessages.event,
      at: contactMessages.createdAt,
      isNew: sql<boolean>`${isNew}`,
      total: totalRows,
    })
    .from(contactMessages)
    .where(and(eq(contactMessages.state, "new"), isGenuineMessage))
    .orderBy(desc(isNew), asc(contactMessages.createdAt), asc(contactMessages.id))
    .limit(maxTasks);
  return limitedGroupOf(rows, ({ id, name, message, event, at, isNew: came }) => ({
    id,
    who: name,
    what: aLineOf(event ? eventLine(event, message, melbourneDay(now)) : message),
    when: { at },
    urgent: isOverdue(at, now) ? tooLong : null,
    isNew: came,
  }));
}

function eventLine(
  { eventDescription, eventDate }: EventFields,
  message: string,
  today: string,
): string {
  const day = eventDate ? ` on ${shortDay(eventDate, today)}` : "";
  return `Event${day}: ${eventDescription || message}`;
}

async function findNewBookings(db: Db, { since, now }: Occasion) {
  const isNew = isNewRow(amebBookings.receivedAt, since);
  const rows = await db
    .select({ booking: amebBookings, isNew: sql<boolean>`${isNew}`, total: totalRows })
    .from(amebBookings)
    .where(and(eq(amebBookings.status, "pending"), isListedBooking))
    .orderBy(desc(isNew), asc(amebBookings.createdAt), asc(amebBookings.id))
    .limit(maxTasks);
  const today = melbourneDay(now);
  return limitedGroupOf(rows, ({ booking, isNew: came }) => ({
    id: booking.id,
    who: booking.studentParentName,
    what: aLineOf(
      booking.examDate
        ? `${booking.examBoardGrade}, exam on ${shortDay(booking.examDate, today)}`
        : `${booking.examBoardGrade}, date to be advised`,
    ),
    when: { at: booking.createdAt },
    urgent: isOverdue(booking.createdAt, now) ? tooLong : null,
    isNew: came,
  }));
}

async function findExams(db: Db, { now, rules }: Occasion) {
  const today = melbourneDay(now);
  const rows = await db
    .select({ booking: amebBookings, total: totalRows })
    .from(amebBookings)
    .where(
      and(
        between(amebBookings.examDate, today, addDays(today, daysAhead)),
        ne(amebBookings.status, "cancelled"),
        isListedBooking,
      ),
    )
    .orderBy(desc(sql`${amebBookings.status} = 'booked'`), asc(amebBookings.examDate))
    .limit(maxTasks);
  return limitedGroupOf(rows, ({ booking }) => {
    const { id, studentParentName, candidateName, examBoardGrade, examTime, status } = booking;
    const examDate = booking.examDate!;
    const musicDue = rules.cutOff(examDate);
    const notes = [
      ...(status === "booked" ? [] : ["Not booked yet"]),
      ...(hasEnded(musicDue, now) ? [`Sheet music was due ${shortDay(musicDue, today)}`] : []),
    ];
    return {
      id,
      who: candidateName || studentParentName,
      what: aLineOf([examBoardGrade, examTime].filter(Boolean).join(", ")),
      when: { day: examDate },
      urgent: notes.join(" · ") || null,
    };
  });
}

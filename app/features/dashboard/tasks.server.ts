import {
  desc,
  eq,
  sql,
  and,
  asc,
  between,
  ne,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  type SQL,
} from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  emails,
  amebBookings,
  contactMessages,
  type EventFields,
  isGenuineMessage,
  isListedBooking,
  isPendingBooking,
  diaryEntries,
} from "#app/server/database/tables.server.ts";
import {
  addDays,
  hasEnded,
  melbourneDay,
  shortDay,
  startOfDay,
  wholeDays,
} from "#app/values/calendar.ts";
import { takingStates } from "#app/features/services/model.ts";
import { failingCalendars } from "#app/features/calendars/queries.server.ts";
import {
  listClashes,
  listRequests,
  listSuspectedBookings,
} from "#app/features/appointments/queries.server.ts";
import { entryPage } from "#app/features/diary/agenda.ts";
import { type Entry, lacksLink } from "#app/features/diary/model.ts";
import { readableBy } from "#app/features/email/queries.server.ts";
import {
  countUninvoiced,
  listUninvoiced,
} from "#app/features/appointments/session-invoices.server.ts";
import { formatMoney } from "#app/values/money.ts";
import {
  type TaskGroup,
  type TaskKind,
  assistantTasks,
  taskKinds,
  maxTasks,
  daysAhead,
  isOverdue,
  type Task,
} from "./model.ts";
import {
  type Occasion,
  aLineOf,
  isNewRow,
  limitedGroupOf,
  totalOf,
  topRows,
  groupOf,
} from "./task-group.server.ts";
import {
  findAccepted,
  findDisputes,
  findDrafts,
  findEvents,
  findExpired,
  findInvoiceDrafts,
  findRefunds,
  findReminders,
  findWaiting,
} from "./money-tasks.server.ts";

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
  for (const kind of by.role === "assistant" ? assistantTasks : taskKinds) {
    const found = await finders[kind](db, occasion, by);
    if (found.total > 0) groups.push({ kind, ...found });
  }
  return groups;
}

async function findFailedEmails(db: Db, { since }: Occasion, by: Administrator) {
  const failedAt = sql<Date>`coalesce(${emails.settledAt}, ${emails.createdAt})`.mapWith(
    emails.createdAt,
  );
  const where = and(eq(emails.state, "failed"), readableBy(by));
  const rows = await db
    .select({
      id: emails.id,
      recipient: emails.recipient,
      subject: emails.subject,
      at: failedAt,
      isNew: sql<boolean>`${isNewRow(failedAt, since)}`,
      total: totalOf(emails, where),
    })
    .from(emails)
    .where(where)
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
  const where = and(eq(contactMessages.state, "new"), isGenuineMessage);
  const rows = await db
    .select({
      id: contactMessages.id,
      name: contactMessages.name,
      message: contactMessages.message,
      event: contactMessages.event,
      at: contactMessages.createdAt,
      isNew: sql<boolean>`${isNew}`,
      total: totalOf(contactMessages, where),
    })
    .from(contactMessages)
    .where(where)
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

function eventLine({ eventDescription, eventDate }: EventFields, message: string, today: string) {
  const day = eventDate ? ` on ${shortDay(eventDate, today)}` : "";
  return `Event${day}: ${eventDescription || message}`;
}

async function findNewBookings(db: Db, { since, now }: Occasion) {
  const isNew = isNewRow(amebBookings.receivedAt, since);
  const where = and(isPendingBooking, isListedBooking);
  const order = [desc(isNew), asc(amebBookings.createdAt), asc(amebBookings.id)];
  const rows = await db
    .select({
      booking: amebBookings,
      isNew: sql<boolean>`${isNew}`,
      total: totalOf(amebBookings, where),
    })
    .from(amebBookings)
    .where(topRows(db, amebBookings, where, order))
    .orderBy(...order);
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
  const where = and(
    between(amebBookings.examDate, today, addDays(today, daysAhead)),
    ne(amebBookings.status, "cancelled"),
    isListedBooking,
  );
  const rows = await db
    .select({ booking: amebBookings, total: totalOf(amebBookings, where) })
    .from(amebBookings)
    .where(where)
    .orderBy(desc(sql`${amebBookings.status} = 'booked'`), asc(amebBookings.examDate))
    .limit(maxTasks);
  return limitedGroupOf(rows, ({ booking }) => {
    const { id, studentParentName, candidateName, examBoardGrade, examTime, status } = booking;
    const examDate = booking.examDate!;
    const musicDue = rules.cutOff(examDate, booking.level);
    const notes = [
      ...(status === "booked" ? [] : ["Not booked yet"]),
      ...(booking.music === "missing" && hasEnded(musicDue, now)
        ? [`Sheet music was due ${shortDay(musicDue, today)}`]
        : []),
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

function findEntries(db: Db, ...conditions: SQL[]) {
  const where = and(...conditions, isNull(diaryEntries.spamReason));
  const order = [asc(diaryEntries.startsAt), asc(diaryEntries.id)];
  return db
    .select({ entry: diaryEntries, total: totalOf(diaryEntries, where) })
    .from(diaryEntries)
    .where(topRows(db, diaryEntries, where, order))
    .orderBy(...order);
}

async function findDiaryToday(db: Db, { now }: Occasion) {
  const tomorrow = startOfDay(addDays(melbourneDay(now), 1));
  const rows = await findEntries(
    db,
    lt(diaryEntries.startsAt, tomorrow),
    gt(diaryEntries.endsAt, now),
    inArray(diaryEntries.state, [...takingStates]),
  );
  return limitedGroupOf(rows, ({ entry }) => ({
    ...toTask(entry, now),
    urgent: lacksLink(entry) ? "No link yet" : null,
  }));
}

/** {@link lacksLink} in the next two days; requests need an answer first. */
async function findWithoutLink(db: Db, { now }: Occasion) {
  const today = melbourneDay(now);
  const rows = await findEntries(
    db,
    gte(diaryEntries.startsAt, startOfDay(addDays(today, 1))),
    lt(diaryEntries.startsAt, startOfDay(addDays(today, 3))),
    eq(diaryEntries.state, "booked"),
    eq(diaryEntries.place, "online"),
    eq(diaryEntries.placeDetails, ""),
  );
  return limitedGroupOf(rows, ({ entry }) => toTask(entry, now));
}

async function findRequests(db: Db, { now, since }: Occasion, by: Administrator) {
  const suspected = await listSuspectedBookings(db, by);
  const many = suspected.filter(
    ({ spamReason, startsAt }) => spamReason === "many" && startsAt > now,
  );
  return groupOf([...(await listRequests(db, by, now)), ...many], (entry) => ({
    ...toTask(entry, now),
    isNew: since !== null && entry.receivedAt > since,
  }));
}

async function findClashes(db: Db, { now }: Occasion, by: Administrator) {
  const clashes = await listClashes(db, by, now);
  return groupOf(clashes, (entry) => ({
    ...toTask(entry, now),
    urgent: "Overlaps another entry",
  }));
}

async function findFailingCalendars(db: Db, { now }: Occasion) {
  return groupOf(await failingCalendars(db, now), ({ id, name, since, error }) => ({
    id,
    who: name,
    what: aLineOf(error || "It doesn't answer."),
    when: { word: "since", at: since },
  }));
}

/** Sessions that no scheduled run will invoice. */
async function findUninvoiced(db: Db, { now }: Occasion, by: Administrator) {
  const toUninvoiced = (entry: Entry) => ({
    ...toTask(entry, now),
    what: aLineOf(`${entry.title}, ${formatMoney(entry.price ?? 0)}`),
    when: { at: entry.startsAt },
  });
  const entries = await listUninvoiced(db, by, now, maxTasks);
  return groupOf(entries, toUninvoiced, await countUninvoiced(db, by, now));
}

function whenOf({ startsAt, endsAt }: Entry, now: Date): Task["when"] {
  const days = wholeDays({ startsAt, endsAt });
  if (startsAt <= now) return { word: "until", ...(days ? { day: days.last } : { at: endsAt }) };
  return days ? { day: days.first, isAllDay: true } : { at: startsAt };
}

function toTask(entry: Entry, now: Date) {
  const { id, title, clientName, student, note, placeDetails } = entry;
  const who = student || clientName;
  const what = [who && title, note || placeDetails].filter(Boolean);
  return {
    id,
    to: entryPage(entry),
    who: who || title,
    // A note is a sentence, so a colon comes before it.
    what: aLineOf(what.join(note ? ": " : ", ")),
    when: whenOf(entry, now),
  };
}

import { and, eq, gt, inArray, isNull, ne, notInArray } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { content } from "#app/content/content.ts";
import { ComposedEmail } from "#app/features/email/compose.server.tsx";
import { examPage, reminderText } from "#app/features/email/queries.server.ts";
import { ownerEmail } from "#app/features/email/outbox.server.ts";
import type { StandardEmail } from "#app/features/email/templates.ts";
import type { PlannedReminder, ReminderIntent } from "#app/features/reminders/model.ts";
import { changePause, replanReminders } from "#app/features/reminders/plan.server.ts";
import type { ReminderSource } from "#app/features/reminders/send.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { amebBookings, isListedBooking, reminders } from "#app/server/database/tables.server.ts";
import { addDays, type Day, isDay, isInstant, melbourneDay } from "#app/values/calendar.ts";
import { firstNameOf, plainName } from "#app/values/names.ts";
import { check, emailAddress } from "#app/values/rules.ts";
import { type AmebBooking, bookingLabel, cutOff } from "./model.ts";
import { bookingFields, sessionOf } from "./queries.server.ts";

const steps = [
  "date-14-days-after",
  "date-28-days-before",
  "date-14-days-before",
  "music-7-days-before",
  "music-due",
] as const;
type ExamReminderStep = (typeof steps)[number];

const firstAskedAfterDays = 14;

/** An unknown date is asked for; once it is known and booked, the sheet music is. */
function plannedDays(booking: AmebBooking, sessionBegins: Day | null) {
  const { examDate, createdAt, level, music, status, deletedAt, spamReason } = booking;
  if (status === "cancelled" || deletedAt || spamReason) return [];
  const asksForMusic = examDate !== null && status === "booked" && music === "missing";
  const due = asksForMusic && isDay(examDate) ? cutOff(examDate, level) : null;
  const begins = examDate === null ? sessionBegins : null;
  const asked = examDate === null && isInstant(createdAt) ? melbourneDay(createdAt) : null;
  const days: Record<ExamReminderStep, Day | null> = {
    "date-14-days-after": asked && addDays(asked, firstAskedAfterDays),
    "date-28-days-before": begins && addDays(begins, -28),
    "date-14-days-before": begins && addDays(begins, -14),
    "music-7-days-before": due && addDays(due, -7),
    "music-due": due,
  };
  return steps.flatMap((step): (PlannedReminder & { step: ExamReminderStep })[] => {
    const day = days[step];
    return day && isDay(day) ? [{ step, day }] : [];
  });
}

/** Call after each change of a booking, with its row locked. */
export async function planExamReminders(tx: Db, booking: AmebBooking, now: Date): Promise<void> {
  const session = await sessionOf(tx, booking);
  const planned = plannedDays(booking, session?.firstDay ?? null);
  await replanReminders(tx, { kind: "booking", id: booking.id }, planned, now);
}

/** Rows that another program has written. */
export async function planMissingReminders(db: Db, now: Date): Promise<void> {
  const planned = db
    .select({ id: reminders.recordId })
    .from(reminders)
    .where(eq(reminders.recordKind, "booking"));
  const lately = new Date(now.getTime() - firstAskedAfterDays * 86_400_000);
  const found = await db
    .select({ id: amebBookings.id })
    .from(amebBookings)
    .where(
      and(
        isNull(amebBookings.examDate),
        gt(amebBookings.createdAt, lately),
        ne(amebBookings.status, "cancelled"),
        notInArray(amebBookings.id, planned),
        isListedBooking,
      ),
    );
  for (const row of found) await db.transaction((tx) => planAnew(tx, [row], now));
}

/** In the order of their ids, against deadlocks. */
export async function planAnew(tx: Db, rows: readonly { id: string }[], now: Date): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const all = tx.select().from(amebBookings).where(inArray(amebBookings.id, ids));
  const found = await all.orderBy(amebBookings.id).for("update");
  for (const booking of found) await planExamReminders(tx, booking, now);
}

export function examReminderEmails(): Record<ExamReminderStep, StandardEmail> {
  const { person } = content().site;
  return {
    "date-14-days-after": {
      name: "Exam date reminder",
      when: "14 days after the enquiry, while the date is unknown",
      subject: "Do you know your exam date yet?",
      body: `Hi {{first_name}},

Has the board told you when your {{exam_board_grade}} exam is? If so, please enter the date, time and \
venue on your exam's page, so that I can keep the time for you.

If you're still waiting, that's fine: the page will be there when you know.

${person}`,
    },
    "date-28-days-before": {
      name: "Second exam date reminder",
      when: "28 days before the session begins, while the date is unknown",
      subject: "The exams begin on {{session_date}}: do you know your date?",
      body: `Hi {{first_name}},

The exam session begins on {{session_date}}, and I don't have the date of your {{exam_board_grade}} exam \
yet. My days in those weeks fill up quickly, so please enter it on your exam's page as soon as the board \
tells you.

${person}`,
    },
    "date-14-days-before": {
      name: "Last exam date reminder",
      when: "14 days before the session begins, while the date is unknown",
      subject: "I still need your exam date",
      body: `Hi {{first_name}},

The exam session begins on {{session_date}}, and I still don't know when your {{exam_board_grade}} exam \
is. Could you ask your teacher or the board, and enter the date, time and venue on your exam's page? If \
you no longer need an accompanist, a short reply is all I need.

${person}`,
    },
    "music-7-days-before": {
      name: "Sheet music reminder",
      when: "7 days before the sheet music is due",
      subject: "Sheet music for {{exam_board_grade}}, please by {{sheet_music_due_date}}",
      body: `Hi {{first_name}},

A quick note that I'd like to have the sheet music for the exam on {{exam_date}} by \
{{sheet_music_due_date}}, so that there's time to learn it. Your exam's page shows what I have and what \
is missing.

${person}`,
    },
    "music-due": {
      name: "Sheet music due",
      when: "on the day the sheet music is due",
      subject: "Your sheet music is due on {{sheet_music_due_date}}",
      body: `Hi {{first_name}},

I don't have the sheet music for the exam on {{exam_date}} yet. It's due on {{sheet_music_due_date}}. \
If something is holding it up, just reply and tell me.

${person}`,
    },
  };
}

const changingPause =
  (intent: ReminderIntent) =>
  (db: Db, by: Administrator, id: string, now = new Date()): Promise<boolean> =>
    db.transaction(async (tx) => {
      const ofId = and(eq(amebBookings.id, id), isListedBooking);
      const [booking] = await tx.select().from(amebBookings).where(ofId).for("update");
      if (!booking) return false;
      const record = { kind: "booking", id } as const;
      await changePause(tx, by, intent, record, bookingLabel(booking), now);
      return true;
    });

export const pauseExamReminders = changingPause("pause-reminders");
export const resumeExamReminders = changingPause("resume-reminders");

/** Until the owner has answered, anyone may have typed the email address: no words of theirs go to it. */
function unseenFields({ status, studentParentName }: AmebBooking) {
  if (status !== "pending") return {};
  const name = plainName(studentParentName);
  const names = { client_name: name, student_parent_name: name };
  const first_name = name ? firstNameOf(name) : "there";
  return { ...names, first_name, exam_board_grade: "music", exam_time: null, teacher_name: null };
}

export const examReminders: ReminderSource = {
  async read(tx, id, step, now) {
    const all = tx.select().from(amebBookings).where(eq(amebBookings.id, id));
    const [booking] = await all.for("update", { noWait: true });
    if (!booking || !check(emailAddress(""), booking.contactEmail).ok) return null;
    const session = await sessionOf(tx, booking);
    const planned = plannedDays(booking, session?.firstDay ?? null);
    const due = planned.find((one) => one.step === step);
    if (!due || due.day > melbourneDay(now)) return null;
    const standard = examReminderEmails()[due.step];
    const fields = { ...bookingFields(booking, session), ...unseenFields(booking) };
    const text = await reminderText(tx, standard, fields);
    if (!text) return null;
    return {
      email: {
        kind: "exam-reminder",
        recipient: booking.contactEmail,
        replyTo: ownerEmail(),
        subject: text.subject,
        body: <ComposedEmail body={text.body} action={examPage(booking)} />,
        amebBookingId: id,
      },
      label: bookingLabel(booking),
      about: { when: standard.when, ...text.about },
    };
  },
};

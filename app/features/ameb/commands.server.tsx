import { href } from "react-router";
import { and, eq, isNotNull, isNull, lt, sql, desc } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import {
  type Overlap,
  type Over,
  unseenOf,
  asksAboutOverlaps,
} from "#app/features/diary/overlaps.server.ts";
import { announceToOwner, queueUnverifiedEmail } from "#app/features/email/throttle.server.tsx";
import {
  expireEmailsTo,
  type NewEmail,
  queueEmails,
  ownerEmail,
} from "#app/features/email/outbox.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import {
  amebBookings,
  auditEntries,
  emails,
  examMarks,
  isListedBooking,
} from "#app/server/database/tables.server.ts";
import { melbourneDay, type Day, longDay, startOfDay } from "#app/values/calendar.ts";
import { isSameEmail } from "#app/values/text.ts";
import type { SubmissionInfo } from "#app/features/intake/model.ts";
import type { AmebStatus } from "#app/server/database/enums.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { FieldErrors } from "#app/values/rules.ts";
import { followBooking, newOverlaps, type NewOverlaps } from "./diary.server.ts";
import { type AmebBooking, bookingLabel, cutOff, isShortNotice } from "./model.ts";
import { type ExamPlaces, namedPlaces, unknownPlaces, venueLine } from "./places.ts";
import { isRestorableBooking, readExamPlaces } from "./queries.server.ts";
import { type AmebEnquiry, nextSteps } from "./schema.ts";
import {
  bookingErrors,
  type BookingField,
  type BookingTexts,
  changedFields,
  changedColumns,
  textsOf,
} from "./booking-edits.ts";
import { newToken } from "#app/features/diary/entries.server.ts";
import { examPage } from "#app/features/email/queries.server.ts";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import {
  Action,
  type EmailFact,
  Facts,
  Heading,
  HowToAnswer,
  Text,
} from "#app/features/email/email-parts.tsx";

export async function storeAmebEnquiry(
  tx: Db,
  enquiry: AmebEnquiry,
  { spamReason, now }: SubmissionInfo,
): Promise<AmebBooking> {
  const [booking] = await tx
    .insert(amebBookings)
    .values({
      ...enquiry,
      teacherName: enquiry.teacherName || null,
      status: "pending",
      spamReason,
      createdAt: now,
    })
    .returning();
  if (!spamReason) {
    await followBooking(tx, booking!, now);
    await announceToOwner(tx, "ameb", () => notificationOf(booking!), now);
    await queueUnverifiedEmail(tx, acknowledgementOf(booking!, now), now);
  }
  return booking!;
}

function notificationOf(booking: AmebBooking): NewEmail {
  return {
    kind: "ameb-enquiry",
    recipient: ownerEmail(),
    replyTo: booking.contactEmail,
    subject: `AMEB enquiry from ${booking.studentParentName}`,
    body: newBookingEmail(
      booking,
      melbourneDay(booking.createdAt),
      absoluteUrl(href("/admin/ameb-bookings/:id", { id: booking.id })),
    ),
    amebBookingId: booking.id,
  };
}

function acknowledgementOf(booking: AmebBooking, now: Date): NewEmail & { recipient: string } {
  return {
    kind: "ameb-acknowledgement",
    recipient: booking.contactEmail,
    replyTo: ownerEmail(),
    subject: "Your AMEB accompanying enquiry",
    body: bookingReceivedEmail(booking, melbourneDay(now)),
    amebBookingId: booking.id,
  };
}

/** Releases and emails once; false when there is none of this id in quarantine. */
export function releaseBooking(db: Db, by: Administrator, id: string, now = new Date()) {
  return db.transaction(async (tx) => {
    const ofId = eq(amebBookings.id, id);
    const [booking] = await tx
      .update(amebBookings)
      .set({ spamReason: null })
      .where(and(ofId, isNotNull(amebBookings.spamReason)))
      .returning();
    if (!booking) return (await tx.$count(amebBookings, ofId)) > 0;
    await queueEmails(tx, notificationOf(booking), acknowledgementOf(booking, now));
    await recordBooking(tx, by.email, "released", booking, now);
    await followBooking(tx, booking, now);
    return true;
  });
}

type StatusOutcome =
  | { ok: true }
  | { ok: false; reason: "not-found" }
  | { ok: false; reason: "changed"; now: AmebStatus }
  /** The owner has to confirm first, on the booking's form. */
  | { ok: false; reason: "overlaps"; overlaps: Overlap[] };

type StatusChange = { id: string; from: AmebStatus; status: AmebStatus };

/** `from`: the status on the page; refused when another tab has changed it. */
export function setAmebStatus(
  db: Db,
  by: Administrator,
  { id, from, status }: StatusChange,
  now = new Date(),
): Promise<StatusOutcome> {
  return db.transaction(async (tx) => {
    const ofId = and(eq(amebBookings.id, id), isNull(amebBookings.deletedAt));
    const [current] = await tx.select().from(amebBookings).where(ofId).for("update");
    if (!current) return { ok: false, reason: "not-found" };
    if (current.status === status) return { ok: true };
    if (current.status !== from) return { ok: false, reason: "changed", now: current.status };
    const found = await newOverlaps(tx, current, { ...current, status }, now);
    const overlaps = Object.values(found).flat();
    if (overlaps.length > 0) return { ok: false, reason: "overlaps", overlaps };
    const next = { status, ...nextVersion(now) };
    const [booking] = await tx.update(amebBookings).set(next).where(ofId).returning();
    const change = { before: { status: from }, after: { status } };
    await recordBooking(tx, by.email, "changed", booking!, now, change);
    await followBooking(tx, booking!, now);
    return { ok: true };
  });
}

/** Does nothing if already deleted; false when there is none of this id. */
export function deleteBooking(db: Db, by: Administrator, id: string, now = new Date()) {
  const ofId = eq(amebBookings.id, id);
  return db.transaction(async (tx) => {
    const isThere = and(ofId, isNull(amebBookings.deletedAt));
    const next = { deletedAt: now, ...nextVersion(now) };
    const [booking] = await tx.update(amebBookings).set(next).where(isThere).returning();
    if (!booking) return (await tx.$count(amebBookings, ofId)) > 0;
    await recordBooking(tx, by.email, "deleted", booking, now);
    await followBooking(tx, booking, now);
    return true;
  });
}

/** Does nothing if not deleted; false when it is too long ago or there is no such booking. */
export function restoreBooking(db: Db, by: Administrator, id: string, now = new Date()) {
  const ofId = eq(amebBookings.id, id);
  return db.transaction(async (tx) => {
    const isRestorable = and(ofId, isRestorableBooking(now));
    const next = { deletedAt: null, ...nextVersion(now) };
    const [booking] = await tx.update(amebBookings).set(next).where(isRestorable).returning();
    if (!booking)
      return (await tx.$count(amebBookings, and(ofId, isNull(amebBookings.deletedAt)))) > 0;
    await recordBooking(tx, by.email, "restored", booking, now);
    await followBooking(tx, booking, now);
    return true;
  });
}

/** For every change: stale tabs and subscribed calendars must notice it. */
export const nextVersion = (now: Date) => ({
  version: sql`${amebBookings.version} + 1`,
  updatedAt: now,
});

type Change = { before?: Record<string, unknown>; after?: Record<string, unknown> };

function recordBooking(
  tx: Db,
  actor: string,
  action: "changed" | "deleted" | "released" | "restored",
  booking: AmebBooking,
  now: Date,
  change: Change = {},
): Promise<void> {
  const subject = { kind: "booking" as const, id: booking.id, label: bookingLabel(booking) };
  return recordActivity(tx, { actor, action, subject, ...change }, now);
}

type LastChange = { actor: string; at: Date };

export type EditOutcome =
  | { ok: true }
  | { ok: false; reason: "not-found" }
  | { ok: false; reason: "invalid"; errors: FieldErrors; overlaps?: Overlap[] }
  | { ok: false; reason: "changed"; current: AmebBooking; last: LastChange | null };

/** `over`: the overlaps that the owner has confirmed. */
type Edit = { version: number; texts: BookingTexts; isSure: boolean; over?: Over };

/** Refuses a stale `version` unless all is stored already: the first reply may have been lost. */
export function editBooking(
  db: Db,
  by: Administrator,
  id: string,
  { version, texts, isSure, over = [] }: Edit,
  now = new Date(),
): Promise<EditOutcome> {
  return db.transaction(async (tx) => {
    const isIt = and(eq(amebBookings.id, id), isListedBooking);
    const [current] = await tx.select().from(amebBookings).where(isIt).for("update");
    if (!current) return { ok: false, reason: "not-found" };
    const before = textsOf(current);
    const fields = changedFields(before, texts);
    if (fields.length === 0) return { ok: true };
    if (current.version !== version)
      return { ok: false, reason: "changed", current, last: await lastChange(tx, id) };
    const places = await readExamPlaces(tx);
    const errors = {
      ...unknownPlaces(texts, fields, places),
      ...bookingErrors(before, texts, melbourneDay(now), isSure),
    };
    if (Object.keys(errors).length > 0) return { ok: false, reason: "invalid", errors };
    const after = { ...current, ...editedColumns(current, { texts, fields, places }) };
    const found = await newOverlaps(tx, current, after, now);
    const overlaps = Object.values(found).flat();
    if (unseenOf(overlaps, over).length > 0)
      return { ok: false, reason: "invalid", errors: questionsAbout(found), overlaps };
    const saved = await writeEdit(tx, by.email, current, { texts, fields, places }, now);
    if (fields.includes("examDate") && saved.examDate)
      await deleteEarlierMarks(tx, id, saved.examDate);
    const { contactEmail } = before;
    if (!contactEmail || isSameEmail(contactEmail, texts.contactEmail)) return { ok: true };
    await expireEmailsTo(tx, contactEmail, eq(emails.amebBookingId, id), now);
    await tx.update(amebBookings).set({ pageToken: newToken() }).where(eq(amebBookings.id, id));
    return { ok: true };
  });
}

type Edited = { texts: BookingTexts; fields: readonly BookingField[]; places: ExamPlaces };

function editedColumns(current: AmebBooking, { texts, fields, places }: Edited) {
  const columns = changedColumns(current, texts, fields);
  if (!fields.includes("venueId")) return columns;
  const venue = places.venues.find(({ id }) => id === texts.venueId);
  return { ...columns, examVenue: venue ? venueLine(venue) : texts.examVenue || null };
}

/** Of a locked booking, with what follows from it. */
export async function writeEdit(
  tx: Db,
  actor: string,
  current: AmebBooking,
  edit: Edited,
  now: Date,
): Promise<AmebBooking> {
  const { texts, fields, places } = edit;
  const [saved] = await tx
    .update(amebBookings)
    .set({ ...editedColumns(current, edit), ...nextVersion(now) })
    .where(eq(amebBookings.id, current.id))
    .returning();
  await recordBooking(tx, actor, "changed", saved!, now, {
    before: only(namedPlaces(textsOf(current), places), fields),
    after: only(namedPlaces(texts, places), fields),
  });
  await followBooking(tx, saved!, now);
  return saved!;
}

function deleteEarlierMarks(tx: Db, bookingId: string, day: Day) {
  const isEarlier = lt(examMarks.at, startOfDay(day));
  return tx.delete(examMarks).where(and(eq(examMarks.bookingId, bookingId), isEarlier));
}

function questionsAbout({ exam = [], rehearsal = [] }: NewOverlaps): FieldErrors {
  return {
    ...(exam.length > 0 && { examTime: asksAboutOverlaps(exam) }),
    ...(rehearsal.length > 0 && { rehearsalTime: asksAboutOverlaps(rehearsal) }),
  };
}

function only(texts: BookingTexts, fields: readonly BookingField[]): Partial<BookingTexts> {
  return Object.fromEntries(fields.map((field) => [field, texts[field]]));
}

async function lastChange(tx: Db, id: string): Promise<LastChange | null> {
  const [last] = await tx
    .select({ actor: auditEntries.actor, at: auditEntries.at })
    .from(auditEntries)
    .where(and(eq(auditEntries.subjectKind, "booking"), eq(auditEntries.subjectId, id)))
    .orderBy(desc(auditEntries.id))
    .limit(1);
  return last ?? null;
}

function newBookingEmail(booking: AmebBooking, today: Day, admin: string) {
  const { studentParentName, contactEmail, examDate, examTime, examBoardGrade } = booking;
  const { teacherName, serviceRequired, rehearsalMinutes } = booking;
  const facts: (EmailFact | null)[] = [
    ["Exam", examBoardGrade],
    ["Date", examDate ? longDay(examDate) : "To be advised"],
    ["Time", examTime ?? "To be advised"],
    teacherName ? ["Teacher", teacherName] : null,
    ["Services", serviceRequired.join(", ")],
    rehearsalMinutes ? ["Rehearsal", `${rehearsalMinutes} min`] : null,
    ["Email", contactEmail],
  ];
  return (
    <EmailLayout
      preview={`${examBoardGrade}, ${examDate ? longDay(examDate) : "date to be advised"}`}
    >
      <Heading>AMEB enquiry from {studentParentName}</Heading>
      {examDate && isShortNotice(examDate, today) && (
        <Text>Short notice: booking and sheet music were due by {longDay(cutOff(examDate))}.</Text>
      )}
      <Facts facts={facts.filter((fact) => fact !== null)} />
      <HowToAnswer email={contactEmail} />
      <Action href={admin}>Open this enquiry</Action>
    </EmailLayout>
  );
}

/** Anyone may have typed this email address, so it repeats no free text. */
function bookingReceivedEmail(
  asked: Pick<AmebBooking, "examDate" | "serviceRequired" | "pageToken">,
  today: Day,
) {
  const { confirmation, facts, steps } = nextSteps(asked, today, "email");
  const page = examPage(asked);
  return (
    <EmailLayout
      preview={confirmation}
      signed
      note="If this wasn't you, someone mistyped their address. You can ignore this email."
    >
      <Heading>Thanks for your enquiry</Heading>
      <Text>Hello,</Text>
      <Text>Your enquiry has reached me. {confirmation}</Text>
      {facts.length > 0 && <Facts facts={facts} />}
      {steps.map((step) => (
        <Text key={step}>{step}</Text>
      ))}
      <Action href={page.href}>{page.label}</Action>
    </EmailLayout>
  );
}

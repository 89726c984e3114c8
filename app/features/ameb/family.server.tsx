import { href } from "react-router";
import { and, eq } from "drizzle-orm";
import { content } from "#app/content/content.ts";
import { changesOf } from "#app/features/audit/changes.ts";
import { tokenPattern } from "#app/features/diary/entries.server.ts";
import { saysOverlaps } from "#app/features/diary/overlaps.server.ts";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import {
  Action,
  type EmailFact,
  Facts,
  Heading,
  HowToAnswer,
  Text,
} from "#app/features/email/email-parts.tsx";
import { ownerEmail, queueEmails } from "#app/features/email/outbox.server.ts";
import { linkedInvoice } from "#app/features/invoices/public-invoice.ts";
import { findAccounts, isAsked } from "#app/features/invoices/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { consume, type RateLimit } from "#app/server/database/rate-limit.server.ts";
import {
  amebBookings,
  isListedBooking,
  salesInvoices,
  venues,
} from "#app/server/database/tables.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { type Day, isDay, longDay, melbourneDay } from "#app/values/calendar.ts";
import type { FieldErrors } from "#app/values/rules.ts";
import { addMinutes, clockTime, timeOf } from "#app/values/time-of-day.ts";
import { bookingWords, changedFields, textsOf } from "./booking-edits.ts";
import { writeEdit } from "./commands.server.tsx";
import { newOverlaps } from "./diary.server.ts";
import {
  type AmebBooking,
  bookingLabel,
  cutOff,
  includesExam,
  includesRehearsal,
  timeOfDay,
} from "./model.ts";
import { namedPlaces, unknownPlaces } from "./places.ts";
import { listMusic, readExamPlaces } from "./queries.server.ts";
import type { FamilyEntry } from "./schema.ts";
import type { ReactNode } from "react";

export const ofToken = (token: string) => and(eq(amebBookings.pageToken, token), isListedBooking);

export type FamilyExam = NonNullable<Awaited<ReturnType<typeof findFamilyExam>>>;

/** What the family may see; null for an unknown link. */
export async function findFamilyExam(db: Db, token: string, now: Date) {
  if (!tokenPattern.test(token)) return null;
  const [booking] = await db.select().from(amebBookings).where(ofToken(token));
  if (!booking) return null;
  const today = melbourneDay(now);
  const { examDate, examTime, examVenue, music, level, status } = booking;
  const start = timeOfDay(examTime ?? "");
  const plays = includesExam(booking.serviceRequired);
  const due = examDate && isDay(examDate) ? cutOff(examDate, level) : null;
  const early = content().prices.ameb.arrivesMinutesBefore;
  return {
    ...entryOf(booking),
    seen: seenBy(booking),
    status,
    plays,
    isOver: examDate !== null && isDay(examDate) && examDate < today,
    examBoardGrade: booking.examBoardGrade,
    candidate: booking.candidateName || booking.studentParentName,
    instrument: booking.instrument,
    time: start ? clockTime(start) : examTime,
    place: examVenue,
    arrival: plays && start ? clockTime(addMinutes(start, -early)) : null,
    works: booking.works,
    rehearsal: rehearsalOf(booking),
    music,
    files: await listMusic(db, booking.id),
    musicDue: due && due >= today ? due : null,
    venues: await db.select({ id: venues.id, name: venues.name }).from(venues).orderBy(venues.name),
    invoices: await invoicesOf(db, booking, today),
  };
}

/** The fields of the page's form. */
function entryOf({ examDate, examTime, venueId, examVenue }: AmebBooking) {
  return {
    examDate: examDate && isDay(examDate) ? examDate : "",
    examTime: timeOfDay(examTime ?? "") ?? "",
    venueId: venueId ?? "",
    examVenue: venueId ? "" : (examVenue ?? ""),
  };
}

const seenBy = (booking: AmebBooking) => Object.values(entryOf(booking)).join("|");

function rehearsalOf(booking: AmebBooking): string | null {
  const { rehearsalDate, rehearsalTime, rehearsalMinutes, serviceRequired } = booking;
  const time = timeOf(rehearsalTime);
  const day = rehearsalDate && isDay(rehearsalDate) ? longDay(rehearsalDate) : null;
  if (!day) return includesRehearsal(serviceRequired) ? "We'll arrange it" : null;
  const length = rehearsalMinutes && `${rehearsalMinutes} minutes`;
  return [day, time && clockTime(time), length].filter(Boolean).join(", ");
}

async function invoicesOf(db: Db, { id }: AmebBooking, today: Day) {
  const found = await findAccounts(db, and(eq(salesInvoices.amebBookingId, id), isAsked));
  return found.flatMap((account) => linkedInvoice(account, today) ?? []);
}

type FamilyOutcome =
  | { ok: true }
  | { ok: false; reason: "not-found" | "closed" | "changed" | "many" }
  | { ok: false; reason: "invalid"; errors: FieldErrors };

const day = 86_400_000;
/** Each change of a family's is an email to the owner. */
export const changesOfFamily: RateLimit = { burst: 12, interval: day / 12 };

/** `seen`: what the form showed. Never refused for the owner's other times: she is told of them. */
export function saveFamilyEntry(
  db: Db,
  token: string,
  { seen, ...entry }: FamilyEntry,
  now = new Date(),
): Promise<FamilyOutcome> {
  return db.transaction(async (tx): Promise<FamilyOutcome> => {
    const locked = tx.select().from(amebBookings).where(ofToken(token)).for("update");
    const [current] = tokenPattern.test(token) ? await locked : [];
    if (!current) return { ok: false, reason: "not-found" };
    const before = textsOf(current);
    const { examTime, ...others } = entry;
    const isSameTime = examTime === entryOf(current).examTime;
    const after = {
      ...before,
      ...others,
      // What was written as words is kept while no time is given.
      examTime: isSameTime ? before.examTime : examTime && clockTime(examTime),
    };
    const fields = changedFields(before, after);
    if (fields.length === 0) return { ok: true };
    if (seen !== seenBy(current)) return { ok: false, reason: "changed" };
    if (current.status === "cancelled") return { ok: false, reason: "closed" };
    const places = await readExamPlaces(tx);
    const errors = unknownPlaces(after, fields, places);
    if (Object.keys(errors).length > 0) return { ok: false, reason: "invalid", errors };
    if ((await consume(tx, `exam page ${current.id}`, changesOfFamily, now)) !== null)
      return { ok: false, reason: "many" };
    const edit = { texts: after, fields, places };
    const saved = await writeEdit(tx, "client", current, edit, now);
    const overlaps = Object.values(await newOverlaps(tx, current, saved, now)).flat();
    const named = (texts: typeof after) => namedPlaces(texts, places);
    const changes = changesOf(named(before), named(after), bookingWords);
    const facts = changes.map(({ label, after: value }): EmailFact => [label, value || "empty"]);
    const preview = facts.map(([label, value]) => `${label}: ${value}`).join(", ");
    const tooNear = saysOverlaps(overlaps);
    const text = (
      <>
        <Text>Entered on the family's page:</Text>
        <Facts facts={facts} />
        {tooNear && <Text>{tooNear}</Text>}
      </>
    );
    await tellOwnerOfChange(tx, saved, "Exam details", preview, text);
    return { ok: true };
  });
}

/** `what`: that the family has changed on its page. */
export async function tellOwnerOfChange(
  tx: Db,
  booking: AmebBooking,
  what: string,
  preview: string,
  text: ReactNode,
): Promise<void> {
  const { id, contactEmail, studentParentName } = booking;
  await queueEmails(tx, {
    kind: "exam-notice",
    recipient: ownerEmail(),
    replyTo: contactEmail,
    subject: `${what} from ${bookingLabel(booking)}`,
    body: (
      <EmailLayout preview={preview}>
        <Heading>{`${what} from ${studentParentName}`}</Heading>
        {text}
        <HowToAnswer email={contactEmail} />
        <Action href={absoluteUrl(href("/admin/ameb-bookings/:id", { id }))}>
          Open this booking
        </Action>
      </EmailLayout>
    ),
    amebBookingId: id,
  });
}

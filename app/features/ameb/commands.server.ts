import { href } from "react-router";
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { announceToOwner } from "#app/features/email/announce.server.tsx";
import { type NewEmail, queueEmails } from "#app/features/email/outbox.server.ts";
import { ownerEmail } from "#app/features/email/owner.server.ts";
import { queueUnverifiedEmail } from "#app/features/email/unverified.server.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { amebBookings } from "#app/server/database/tables.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import type { SubmissionInfo } from "#app/features/intake/model.ts";
import { bookingReceivedEmail, newBookingEmail } from "./emails.server.tsx";
import type { AmebBooking } from "./model.ts";
import { isRestorableBooking } from "./queries.server.ts";
import type { AmebEnquiry } from "./schema.ts";
import type { AmebStatus } from "#app/server/database/enums.ts";

/** Stores an AMEB enquiry as pending in the transaction `tx`, with a letter to the owner and an acknowledgement to the family; a suspected one without. */
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
    await announceToOwner(tx, "ameb", () => bookingEmail(booking!), now);
    await queueUnverifiedEmail(tx, acknowledgementOf(booking!), now);
  }
  return booking!;
}

/** Tells the owner of an enquiry. */
function bookingEmail(booking: AmebBooking): NewEmail {
  return {
    kind: "ameb-enquiry",
    recipient: ownerEmail(),
    replyTo: booking.contactEmail,
    subject: `AMEB enquiry from ${booking.studentParentName}`,
    body: newBookingEmail(
      booking,
      melbourneDay(booking.createdAt),
      absoluteUrl(href("/admin/ameb-bookings")),
    ),
    amebBookingId: booking.id,
  };
}

/** Tells the family that it has arrived. */
function acknowledgementOf(booking: AmebBooking): NewEmail & { recipient: string } {
  return {
    kind: "ameb-acknowledgement",
    recipient: booking.contactEmail,
    replyTo: ownerEmail(),
    subject: "Your AMEB accompanying enquiry",
    body: bookingReceivedEmail(booking.examDate),
    amebBookingId: booking.id,
  };
}

/** A suspected enquiry was genuine: it joins the others and is announced like them. Once; false when there is no such enquiry. */
export function releaseBooking(
  db: Db,
  by: Administrator,
  id: string,
  now = new Date(),
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ofId = eq(amebBookings.id, id);
    const [booking] = await tx
      .update(amebBookings)
      .set({ spamReason: null })
      .where(and(ofId, isNotNull(amebBookings.spamReason)))
      .returning();
    if (!booking) return (await tx.$count(amebBookings, ofId)) > 0;
    await queueEmails(tx, bookingEmail(booking), acknowledgementOf(booking));
    await recordActivity(
      tx,
      { actor: by.email, action: "released", subject: subject(booking) },
      now,
    );
    return true;
  });
}

export type StatusOutcome =
  | { ok: true }
  | { ok: false; reason: "not-found" }
  | { ok: false; reason: "changed"; now: AmebStatus };

/**
 * Changes the status of a booking from the one that the owner's page showed. If another tab was
 * faster nothing changes, and the answer says how the booking stands now.
 */
export function setAmebStatus(
  db: Db,
  by: Administrator,
  { id, from, status }: { id: string; from: AmebStatus; status: AmebStatus },
  now = new Date(),
): Promise<StatusOutcome> {
  return db.transaction(async (tx) => {
    const stored = and(eq(amebBookings.id, id), isNull(amebBookings.deletedAt));
    const [booking] = await tx
      .update(amebBookings)
      .set({ status })
      .where(and(stored, eq(amebBookings.status, from)))
      .returning();
    if (!booking) {
      const [current] = await tx
        .select({ status: amebBookings.status })
        .from(amebBookings)
        .where(stored);
      if (!current) return { ok: false, reason: "not-found" };
      return current.status === status
        ? { ok: true }
        : { ok: false, reason: "changed", now: current.status };
    }
    if (from !== status)
      await recordActivity(
        tx,
        {
          actor: by.email,
          action: "changed",
          subject: subject(booking),
          before: { status: from },
          after: { status },
        },
        now,
      );
    return { ok: true };
  });
}

const subject = ({ id, studentParentName, examBoardGrade }: AmebBooking) => ({
  kind: "booking" as const,
  id,
  label: `${studentParentName}, ${examBoardGrade}`,
});

/** Puts a booking aside, from where it can be taken back; false when it is not there. */
export function deleteBooking(
  db: Db,
  by: Administrator,
  id: string,
  now = new Date(),
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [booking] = await tx
      .update(amebBookings)
      .set({ deletedAt: now })
      .where(and(eq(amebBookings.id, id), isNull(amebBookings.deletedAt)))
      .returning();
    if (booking)
      await recordActivity(
        tx,
        { actor: by.email, action: "deleted", subject: subject(booking) },
        now,
      );
    return booking !== undefined;
  });
}

/** Takes a deletion back; false when there is nothing to take back. */
export function restoreBooking(
  db: Db,
  by: Administrator,
  id: string,
  now = new Date(),
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [booking] = await tx
      .update(amebBookings)
      .set({ deletedAt: null })
      .where(and(eq(amebBookings.id, id), isRestorableBooking(now)))
      .returning();
    if (booking)
      await recordActivity(
        tx,
        { actor: by.email, action: "restored", subject: subject(booking) },
        now,
      );
    return booking !== undefined;
  });
}

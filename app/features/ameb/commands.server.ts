import { and, eq, isNotNull } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { queueLetter } from "#app/features/email/outbox.server.ts";
import { ownerAddress } from "#app/features/email/owner.server.ts";
import type { Db } from "#app/server/db.server.ts";
import { absolute } from "#app/server/http.server.ts";
import { amebBookings } from "#app/server/tables.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import type { Arrival } from "#app/values/form-guard.ts";
import { bookingReceivedLetter, newBookingLetter } from "./emails.server.tsx";
import type { AmebBooking, BookingStatus } from "./model.ts";
import type { AmebEnquiry } from "./schema.ts";

/** Stores an AMEB enquiry as pending, with a letter to the owner and an acknowledgement to the family; a suspected one without. */
export function sendAmebEnquiry(db: Db, enquiry: AmebEnquiry, { suspicion, now }: Arrival): Promise<AmebBooking> {
  return db.transaction(async (tx) => {
    const [booking] = await tx
      .insert(amebBookings)
      .values({ ...enquiry, teacherName: enquiry.teacherName || null, status: "pending", suspicion, createdAt: now })
      .returning();
    if (!suspicion) await announceBooking(tx, booking!);
    return booking!;
  });
}

/** Tells the owner of an enquiry and the family that it has arrived, in the transaction that makes it hers to answer. */
async function announceBooking(tx: Db, booking: AmebBooking): Promise<void> {
  const owner = await ownerAddress(tx);
  await queueLetter(tx, {
    kind: "ameb-enquiry",
    recipient: owner,
    replyTo: booking.contactEmail,
    subject: `AMEB enquiry from ${booking.studentParentName}`,
    body: newBookingLetter(booking, melbourneDay(booking.createdAt), absolute("/admin/ameb-bookings")),
    amebBookingId: booking.id,
  });
  await queueLetter(tx, {
    kind: "ameb-acknowledgement",
    recipient: booking.contactEmail,
    replyTo: owner,
    subject: "Your AMEB accompanying enquiry",
    body: bookingReceivedLetter(booking.examDate),
    amebBookingId: booking.id,
  });
}

/** A suspected enquiry was genuine: it joins the others and is announced like them. False when somebody has done so already. */
export function releaseBooking(db: Db, _by: Administrator, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [booking] = await tx
      .update(amebBookings)
      .set({ suspicion: null })
      .where(and(eq(amebBookings.id, id), isNotNull(amebBookings.suspicion)))
      .returning();
    if (booking) await announceBooking(tx, booking);
    return booking !== undefined;
  });
}

/** Changes the status of a booking; false when there is no such booking any more. */
export async function setBookingStatus(db: Db, _by: Administrator, { id, status }: { id: string; status: BookingStatus }): Promise<boolean> {
  const changed = await db.update(amebBookings).set({ status }).where(eq(amebBookings.id, id)).returning({ id: amebBookings.id });
  return changed.length === 1;
}

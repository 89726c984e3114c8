import { eq } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { queueLetter } from "#app/features/email/outbox.server.ts";
import { ownerAddress } from "#app/features/email/owner.server.ts";
import type { Db } from "#app/server/db.server.ts";
import { absolute } from "#app/server/http.server.ts";
import { amebBookings } from "#app/server/tables.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { bookingReceivedLetter, newBookingLetter } from "./emails.server.tsx";
import type { AmebBooking, BookingStatus } from "./model.ts";
import type { AmebEnquiry } from "./schema.ts";

/** Stores an AMEB enquiry as pending, with a letter to the owner and an acknowledgement to the family. */
export function sendAmebEnquiry(db: Db, enquiry: AmebEnquiry, now = new Date()): Promise<AmebBooking> {
  return db.transaction(async (tx) => {
    const [booking] = await tx
      .insert(amebBookings)
      .values({ ...enquiry, teacherName: enquiry.teacherName || null, status: "pending", createdAt: now })
      .returning();
    const owner = await ownerAddress(tx);
    await queueLetter(tx, {
      kind: "ameb-enquiry",
      recipient: owner,
      replyTo: booking!.contactEmail,
      subject: `AMEB enquiry from ${booking!.studentParentName}`,
      body: newBookingLetter(booking!, melbourneDay(now), absolute("/admin/ameb-bookings")),
      amebBookingId: booking!.id,
    });
    await queueLetter(tx, {
      kind: "ameb-acknowledgement",
      recipient: booking!.contactEmail,
      replyTo: owner,
      subject: "Your AMEB accompanying enquiry",
      body: bookingReceivedLetter(booking!.examDate),
      amebBookingId: booking!.id,
    });
    return booking!;
  });
}

/** Changes the status of a booking; false when there is no such booking any more. */
export async function setBookingStatus(db: Db, _by: Administrator, { id, status }: { id: string; status: BookingStatus }): Promise<boolean> {
  const changed = await db.update(amebBookings).set({ status }).where(eq(amebBookings.id, id)).returning({ id: amebBookings.id });
  return changed.length === 1;
}

import { and, desc, eq, isNull } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { FieldValues } from "#app/features/email/fields.ts";
import type { EmailRecord } from "#app/features/email/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { amebBookings } from "#app/server/database/tables.server.ts";
import { isDay } from "#app/values/calendar.ts";
import { firstNameOf } from "#app/values/names.ts";
import { clockTime, isTimeOfDay } from "#app/values/time-of-day.ts";
import { type AmebBooking, amebServices, cutOff, includesRehearsal } from "./model.ts";

/** Without an id, the newest booking. */
export async function getBookingEmailRecord(
  db: Db,
  _by: Administrator,
  id: string | null,
): Promise<EmailRecord | null> {
  const [booking] = await db
    .select()
    .from(amebBookings)
    .where(and(isNull(amebBookings.deletedAt), id === null ? undefined : eq(amebBookings.id, id)))
    .orderBy(desc(amebBookings.createdAt))
    .limit(1);
  if (!booking) return null;
  return {
    about: { kind: "ameb-bookings", id: booking.id, label: booking.studentParentName },
    recipientEmail: booking.contactEmail,
    subject: "Regarding your AMEB booking",
    record: bookingFields(booking),
  };
}

function bookingFields(booking: AmebBooking): FieldValues<"ameb-bookings"> {
  const { examDate, serviceRequired } = booking;
  return {
    first_name: firstNameOf(booking.studentParentName),
    client_name: booking.studentParentName,
    student_parent_name: booking.studentParentName,
    contact_email: booking.contactEmail,
    candidate_name: booking.candidateName,
    exam_board_grade: booking.examBoardGrade,
    exam_date: examDate,
    exam_time: timeText(booking.examTime),
    exam_venue: booking.examVenue,
    sheet_music_due_date: examDate && isDay(examDate) ? cutOff(examDate) : null,
    services: servicesInWords(serviceRequired, booking.rehearsalMinutes),
    service_required: serviceRequired,
    works: booking.works,
    rehearsal_date: booking.rehearsalDate,
    rehearsal_time: timeText(booking.rehearsalTime),
    rehearsal_minutes: booking.rehearsalMinutes,
    teacher_name: booking.teacherName,
    status: booking.status,
    created_at: booking.createdAt,
    id: booking.id,
  };
}

const timeText = (time: string | null) => (time && isTimeOfDay(time) ? clockTime(time) : time);

/** `exam-day accompanying and a 30-minute rehearsal`; services of other programs as they are. */
function servicesInWords(chosen: readonly string[], minutes: number | null): string {
  if (!chosen.every((service) => (amebServices as readonly string[]).includes(service)))
    return chosen.join(", ");
  const rehearsal = minutes ? `a ${minutes}-minute rehearsal` : "a rehearsal";
  const parts = [
    ...(chosen.some((service) => service !== amebServices[1]) ? ["exam-day accompanying"] : []),
    ...(includesRehearsal(chosen) ? [rehearsal] : []),
  ];
  return parts.join(" and ");
}

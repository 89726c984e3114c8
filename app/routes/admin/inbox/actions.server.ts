import { releaseBooking } from "#app/features/ameb/commands.server.tsx";
import type { AmebBooking } from "#app/features/ameb/model.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { releaseMessage, setMessageState } from "#app/features/contact/commands.server.tsx";
import type { MessageAction } from "#app/features/contact/schema.ts";
import type { Db } from "#app/server/database/db.server.ts";
import type { InboxEntry } from "./entries.tsx";

/* AMEB enquiries that look like spam become bookings once they are released. */

export const bookingLine = ({ examBoardGrade, examTime }: AmebBooking) =>
  `${examBoardGrade}, ${examTime ?? "time to be advised"}`;

export const bookingEntry = (booking: AmebBooking): InboxEntry => ({
  id: booking.id,
  of: "booking",
  name: booking.studentParentName,
  kind: "AMEB",
  line: bookingLine(booking),
  at: booking.createdAt,
  state: null,
});

/** False for an unknown entry. */
export function changeEntry(
  db: Db,
  by: Administrator,
  { id, of, action }: Omit<MessageAction, "next">,
): Promise<boolean> {
  if (of === "booking") return releaseBooking(db, by, id);
  if (action !== "genuine") return setMessageState(db, by, { id, state: action });
  return releaseMessage(db, by, id);
}

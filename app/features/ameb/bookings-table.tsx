import { longDay, longInstant } from "#app/values/calendar.ts";
import type { AmebBooking } from "./model.ts";
import { StatusSelect } from "./status-select.tsx";

/** The owner's list of exam enquiries. */
export function BookingsTable({ bookings }: { bookings: readonly AmebBooking[] }) {
  return (
    <table className="table">
      <thead>
        <tr>
          {["Client Name", "Email", "Exam Details", "Services", "Status", "Inquired On"].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bookings.map((booking) => (
          <tr key={booking.id}>
            <td data-label="Client Name">{booking.studentParentName}</td>
            <td data-label="Email">
              <a className="link" href={`mailto:${booking.contactEmail}`}>
                {booking.contactEmail}
              </a>
            </td>
            <td data-label="Exam Details">
              <span>
                {booking.examDate ? longDay(booking.examDate) : "Date to be advised"}, {booking.examTime}
                <span className="block text-soft">
                  {booking.examBoardGrade}
                  {booking.teacherName && `, teacher ${booking.teacherName}`}
                </span>
              </span>
            </td>
            <td data-label="Services">
              {booking.serviceRequired.join(", ")}
              {booking.rehearsalMinutes && ` (${booking.rehearsalMinutes} min)`}
            </td>
            <td data-label="Status">
              <StatusSelect booking={booking} />
            </td>
            <td data-label="Inquired On">{longInstant(booking.createdAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

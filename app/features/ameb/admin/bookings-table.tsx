import { href, Link } from "react-router";
import { ComposeButton } from "#app/features/email/compose-dialog.tsx";
import { DeleteButton } from "#app/ui/admin/deletion.tsx";
import { EmailLink } from "#app/ui/admin/email-link.tsx";
import { SortHead } from "#app/ui/admin/sort-head.tsx";
import { OnDay, When } from "#app/ui/admin/when.tsx";
import type { Day } from "#app/values/calendar.ts";
import type { ListQuery } from "#app/ui/admin/list-query.ts";
import { bookingDeletion } from "./toasts.ts";
import { type AmebBooking, daysLeft } from "#app/features/ameb/model.ts";
import { StatusSelect } from "./status-select.tsx";

export function BookingsTable({
  bookings,
  list,
  today,
}: {
  bookings: readonly AmebBooking[];
  list: ListQuery;
  today: Day;
}) {
  return (
    <table className="table">
      <thead>
        <tr>
          <SortHead by="name" list={list}>
            Client Name
          </SortHead>
          <th scope="col">Email</th>
          <SortHead by="exam" list={list}>
            Exam Details
          </SortHead>
          <th scope="col">Services</th>
          <th scope="col">Status</th>
          <SortHead by="created" list={list}>
            Inquired On
          </SortHead>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {bookings.map((booking) => (
          <BookingRow key={booking.id} booking={booking} today={today} />
        ))}
      </tbody>
    </table>
  );
}

function BookingRow({ booking, today }: { booking: AmebBooking; today: Day }) {
  const {
    id,
    studentParentName,
    contactEmail,
    examDate,
    examTime,
    examBoardGrade,
    teacherName,
    serviceRequired,
    rehearsalMinutes,
    createdAt,
  } = booking;
  return (
    <tr>
      <td data-label="Client Name">
        <Link className="link" to={href("/admin/ameb-bookings/:id", { id })}>
          {studentParentName}
        </Link>
      </td>
      <td data-label="Email" className="xl:min-w-44">
        <EmailLink email={contactEmail} />
      </td>
      <td data-label="Exam Details" className="xl:min-w-52">
        <span>
          {examDate ? <OnDay day={examDate} /> : "Date to be advised"}
          {examTime && `, ${examTime}`}
          <span className="block text-soft">
            {examBoardGrade}
            {teacherName && `, teacher ${teacherName}`}
          </span>
          {examDate && <span className="block text-soft">{daysLeft(examDate, today)}</span>}
        </span>
      </td>
      <td data-label="Services">
        {serviceRequired.join(", ")}
        {rehearsalMinutes && ` (${rehearsalMinutes} min)`}
      </td>
      <td data-label="Status">
        <StatusSelect booking={booking} />
      </td>
      <td data-label="Inquired On">
        <When at={createdAt} />
      </td>
      <td data-label="Actions">
        <div className="flex gap-4">
          <ComposeButton kind="ameb-bookings" id={id} className="link min-h-9 cursor-pointer">
            Reply<span className="sr-only"> to {studentParentName}</span>
          </ComposeButton>
          <DeleteButton
            id={id}
            name={`the booking of ${studentParentName}`}
            question={bookingDeletion.question(studentParentName)}
          />
        </div>
      </td>
    </tr>
  );
}

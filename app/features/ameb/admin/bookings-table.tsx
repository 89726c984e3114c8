import { href, Link } from "react-router";
import { ComposeButton } from "#app/features/email/compose-dialog.tsx";
import { DeleteButton } from "#app/ui/admin/deletion.tsx";
import { EmailLink } from "#app/ui/admin/email-link.tsx";
import { LinkedRow } from "#app/ui/admin/linked-row.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { SortHead } from "#app/ui/admin/sort-head.tsx";
import { OnDay, When } from "#app/ui/admin/when.tsx";
import type { Day } from "#app/values/calendar.ts";
import { type Cents, formatMoney } from "#app/values/money.ts";
import type { ListQuery } from "#app/ui/admin/list-query.ts";
import { bookingDeletion } from "./toasts.ts";
import { type AmebBooking, daysLeft } from "#app/features/ameb/model.ts";
import { StatusSelect } from "./status-select.tsx";

export function BookingsTable({
  bookings,
  overdue,
  list,
  today,
}: {
  bookings: readonly AmebBooking[];
  /** In cents, by booking id. */
  overdue: Readonly<Record<string, Cents>>;
  list: ListQuery;
  today: Day;
}) {
  return (
    <table className="table cards exams">
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
          <th scope="col" className="text-right!">
            Actions
          </th>
        </tr>
      </thead>
      <tbody>
        {bookings.map((booking) => (
          <BookingRow
            key={booking.id}
            booking={booking}
            overdue={overdue[booking.id]}
            today={today}
          />
        ))}
      </tbody>
    </table>
  );
}

function BookingRow({
  booking,
  overdue,
  today,
}: {
  booking: AmebBooking;
  overdue: Cents | undefined;
  today: Day;
}) {
  const {
    id,
    studentParentName,
    candidateName,
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
    <LinkedRow>
      <td data-place="title">
        <Link
          className="link font-semibold wrap-anywhere"
          data-open=""
          to={href("/admin/ameb-bookings/:id", { id })}
        >
          {studentParentName}
        </Link>
        {candidateName && candidateName !== studentParentName && (
          <span className="text-soft wrap-anywhere xl:block"> for {candidateName}</span>
        )}
      </td>
      <td data-place="email">
        <EmailLink email={contactEmail} />
      </td>
      <td data-place="parts">
        <span data-place="amount">
          {examDate ? <OnDay day={examDate} /> : "Date to be advised"}
          {examTime && `, ${examTime}`}
        </span>
        <span data-place="side" className="block text-soft">
          {examDate && <DaysLeft examDate={examDate} today={today} />}
        </span>
        <span data-place="type" className="block text-soft">
          {examBoardGrade}
          {teacherName && ", "}
          {teacherName && <span className="md:whitespace-nowrap">teacher {teacherName}</span>}
        </span>
        {overdue && (
          <span data-place="owed" className="block">
            <Badge tone="bad">{`${formatMoney(overdue)} overdue`}</Badge>
          </span>
        )}
      </td>
      <td data-place="wide" className="text-soft">
        {serviceRequired.join(", ")}
        {rehearsalMinutes && ` (${rehearsalMinutes}\u00a0min)`}
      </td>
      <td data-place="state">
        <StatusSelect booking={booking} />
      </td>
      <td data-place="wide" className="[&>time]:first-letter:uppercase">
        <When at={createdAt} />
      </td>
      <td data-place="note">
        <div className="flex items-center justify-end gap-7">
          <ComposeButton
            kind="ameb-bookings"
            id={id}
            shortcut="r"
            className="link min-h-11 min-w-11 cursor-pointer"
          >
            Reply<span className="sr-only"> to {studentParentName}</span>
          </ComposeButton>
          <DeleteButton
            id={id}
            name={`the booking of ${studentParentName}`}
            question={bookingDeletion.question(studentParentName)}
            className={deleteClass}
          />
        </div>
      </td>
    </LinkedRow>
  );
}

const deleteClass = [
  "min-w-11 cursor-pointer text-soft hover:text-danger hover:underline",
  "max-md:min-h-11 pointer-coarse:min-h-11",
].join(" ");

/** Phones mention the sheet music only when it is late. */
function DaysLeft({ examDate, today }: { examDate: Day; today: Day }) {
  const [exam, music] = daysLeft(examDate, today).split(" · ");
  const isLate = music?.endsWith("overdue");
  return (
    <>
      {exam}
      {music && (
        <span className={isLate ? "font-semibold text-danger" : "max-md:hidden"}> · {music}</span>
      )}
    </>
  );
}

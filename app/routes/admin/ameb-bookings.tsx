import { href, Link } from "react-router";
import { PageLink } from "#app/ui/admin/access.tsx";
import { bookingDeletion } from "#app/features/ameb/booking-edits.ts";
import { bookingListShape, type AmebBooking, daysLeft } from "#app/features/ameb/model.ts";
import { listBookings } from "#app/features/ameb/queries.server.ts";
import { overdueOfBookings } from "#app/features/ledger/lists.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { orNull } from "#app/server/log.server.ts";
import { DeletionAnswer, DeleteButton } from "#app/ui/admin/deletion.tsx";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { LinkedRow, RecordList } from "#app/ui/admin/list.tsx";
import { PageHead } from "#app/ui/admin/page.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { useLatestAnswer } from "#app/ui/use-latest-answer.ts";
import { melbourneDay, type Day } from "#app/values/calendar.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { bookingActions } from "#app/routes/admin/ameb-booking/actions.server.ts";
import { ComposeButton } from "#app/features/email/admin/composer.tsx";
import { EmailLink } from "#app/ui/admin/line-breaks.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { OnDay, When } from "#app/ui/admin/when.tsx";
import { type Cents, formatMoney } from "#app/values/money.ts";
import { StatusSelect } from "./ameb-status.tsx";
import type { Route } from "./+types/ameb-bookings";
import { answerForms } from "./form-actions.server.ts";
import { load } from "./load.server.ts";

export const handle = { title: "AMEB Bookings" };

export function loader({ request, context }: Route.LoaderArgs) {
  const list = readListQuery(new URL(request.url).searchParams, bookingListShape);
  const by = currentAdministrator(context);
  return load("Failed to load AMEB bookings.", async () => {
    const bookings = await listBookings(getDb(), by, list);
    const ids = bookings.rows.map(({ id }) => id);
    const overdue = (await orNull(overdueOfBookings(getDb(), by, ids))) ?? {};
    return { list, today: melbourneDay(new Date()), bookings, overdue };
  });
}

export const action = answerForms(bookingActions, () => "status");

export const clientAction = showAnswer;

export const shouldRevalidate = reloadAfterAnswer;

export default function AmebBookings({
  loaderData: { bookings, overdue, list, today },
  actionData,
}: Route.ComponentProps) {
  const answer = useLatestAnswer(actionData);
  return (
    <>
      <PageHead title="AMEB Bookings">
        <a className="link py-2" href={href("/admin/today")}>
          Exam day
        </a>
        <Link className="link py-2" to={href("/admin/season")}>
          Exam season
        </Link>
        <PageLink className="link py-2" to={href("/admin/calendar")}>
          Your calendar
        </PageLink>
      </PageHead>
      <DeletionAnswer
        asked={answer?.asked}
        deleted={answer?.deleted}
        name={bookings.rows.find(({ id }) => id === answer?.asked)?.studentParentName}
        words={bookingDeletion}
      />
      {answer?.message && !answer.deleted && (
        <FormMessage ok={answer.ok}>{answer.message}</FormMessage>
      )}
      <RecordList
        label="Search bookings"
        noun="booking"
        exports="ameb-bookings"
        list={list}
        shape={bookingListShape}
        found={bookings}
        empty="No AMEB bookings found yet."
        className="table cards exams"
        columns={[
          { by: "name" },
          "Email",
          { by: "exam" },
          "Services",
          "Status",
          { by: "created" },
          { text: "Actions", className: "text-right!" },
        ]}
      >
        {(booking) => (
          <BookingRow
            key={booking.id}
            booking={booking}
            overdue={overdue[booking.id]}
            today={today}
          />
        )}
      </RecordList>
    </>
  );
}

type BookingRowProps = { booking: AmebBooking; overdue: Cents | undefined; today: Day };

function BookingRow({ booking, overdue, today }: BookingRowProps) {
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
          {examDate && <DaysLeft booking={booking} today={today} />}
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
            toasts={bookingDeletion.deleting}
            className={deleteClass}
          />
        </div>
      </td>
    </LinkedRow>
  );
}

const deleteClass =
  "min-w-11 cursor-pointer text-soft hover:text-danger hover:underline " +
  "max-md:min-h-11 pointer-coarse:min-h-11";

/** Phones mention the sheet music only when it is late. */
function DaysLeft({ booking, today }: { booking: AmebBooking; today: Day }) {
  const [exam, music] = daysLeft(booking.examDate!, today, booking).split(" · ");
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

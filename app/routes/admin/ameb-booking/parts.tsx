import { Form, href, Link } from "react-router";
import { RecordLink, useAccess } from "#app/ui/admin/access.tsx";
import type { ReactNode } from "react";
import { ComposeButton } from "#app/features/email/admin/composer.tsx";
import { ChangeLines, Timeline, useEntries } from "#app/routes/admin/timeline.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { BackLink } from "#app/ui/admin/page.tsx";
import { DeleteButton } from "#app/ui/admin/deletion.tsx";
import { formatMoney } from "#app/values/money.ts";
import {
  type AmebBooking,
  daysLeft,
  includesRehearsal,
  levelLabels,
  musicLabels,
} from "#app/features/ameb/model.ts";
import { nameIn, type ExamPlaces } from "#app/features/ameb/places.ts";
import { type MusicFile, musicDaysLate } from "#app/features/ameb/family.ts";
import { overdueOf, type PanelInvoice } from "#app/features/ledger/lists.ts";
import { StatusSelect } from "#app/routes/admin/ameb-status.tsx";
import { bookingLabels, bookingWords, bookingDeletion } from "#app/features/ameb/booking-edits.ts";
import { EmailLink } from "#app/ui/admin/line-breaks.tsx";
import { Fact, FactLines } from "#app/ui/admin/fact.tsx";
import { OnDay, When } from "#app/ui/admin/when.tsx";
import { type Day, melbourneDay } from "#app/values/calendar.ts";
import { countOf } from "#app/values/wording.ts";
import { clockTime, isTimeOfDay } from "#app/values/time-of-day.ts";
import type { historyOf } from "#app/features/audit/queries.server.ts";

type BookingHeaderProps = {
  booking: AmebBooking;
  invoices: readonly PanelInvoice[];
  editing: boolean;
};

export function BookingHeader({ booking, invoices, editing }: BookingHeaderProps) {
  const { id, candidateName, studentParentName, examBoardGrade, deletedAt } = booking;
  const who = candidateName || studentParentName;
  return (
    <>
      {editing ? (
        <BackLink to={href("/admin/ameb-bookings/:id", { id })}>{`Back to ${who}`}</BackLink>
      ) : (
        <BackLink to={href("/admin/ameb-bookings")}>Back to AMEB Bookings</BackLink>
      )}
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="display-3 wrap-anywhere">{who}</h1>
          <p className="text-soft wrap-anywhere">
            {editing && "Editing · "}
            {examBoardGrade}
          </p>
          <Overdue invoices={invoices} />
        </div>
        {!editing && !deletedAt && <Actions booking={booking} />}
      </header>
      {deletedAt && <Deleted />}
    </>
  );
}

function Overdue({ invoices }: { invoices: readonly PanelInvoice[] }) {
  const oldest = invoices.find(({ state }) => state === "overdue");
  if (!oldest) return null;
  return (
    <p className="mt-2 pointer-coarse:mt-0">
      <RecordLink
        to={href("/admin/money/invoices/:id", { id: oldest.id })}
        className="link tall *:underline *:underline-offset-2"
      >
        <Badge tone="bad">{`${formatMoney(overdueOf(invoices))} overdue`}</Badge>
      </RecordLink>
    </p>
  );
}

const actionsClass =
  "no-print grid grid-cols-2 items-center gap-3 max-sm:w-full sm:flex " +
  "[&_select]:min-h-12 [&_select]:max-sm:w-full lg:pointer-fine:[&_select]:min-h-10";

function Actions({ booking }: { booking: AmebBooking }) {
  const { id, examDate, studentParentName } = booking;
  const edit = useAccess().mayChange && (
    <Link key="edit" className={`button ${examDate ? "quiet" : ""}`} to="?edit">
      {examDate ? "Edit" : "Enter the date"}
    </Link>
  );
  const reply = (
    <ComposeButton
      key="reply"
      kind="ameb-bookings"
      id={id}
      className={`button max-sm:w-full ${examDate ? "" : "quiet"}`}
    >
      Reply
    </ComposeButton>
  );
  return (
    <div className={actionsClass}>
      <StatusSelect booking={booking} />
      {examDate ? [reply, edit] : [edit, reply]}
      <DeleteButton
        id={id}
        name={`the booking of ${studentParentName}`}
        question={bookingDeletion.question(studentParentName)}
        toasts={bookingDeletion.deleting}
        className="button quiet away max-sm:w-full sm:-mr-4.5"
      />
    </div>
  );
}

function Deleted() {
  return (
    <Form
      method="post"
      className="flex flex-wrap items-center gap-4 border-l-4 border-danger bg-raised p-4"
    >
      <p>This booking is deleted.</p>
      <button
        type="submit"
        name="intent"
        value="restore"
        data-loading={bookingDeletion.restoring.loading}
        data-failure={bookingDeletion.restoring.failure.title}
        className="button"
      >
        Restore
      </button>
    </Form>
  );
}

const toBeAdvised = <span className="text-soft">To be advised</span>;

type BookingFactsProps = {
  booking: AmebBooking;
  music: readonly MusicFile[];
  places: ExamPlaces;
  today: Day;
};

export function BookingFacts({ booking, music, places, today }: BookingFactsProps) {
  const { examDate, rehearsalDate, rehearsalTime, rehearsalMinutes } = booking;
  const rehearses =
    includesRehearsal(booking.serviceRequired) ||
    rehearsalDate ||
    rehearsalTime ||
    rehearsalMinutes;
  const countdown =
    examDate && booking.status !== "cancelled" ? daysLeft(examDate, today, booking) : "";
  return (
    <div className="grid gap-x-10 gap-y-8 md:grid-cols-2 min-[88rem]:grid-cols-[3fr_2fr]">
      <Group heading="Exam">
        <Fact term={bookingLabels.examDate}>
          {examDate ? <OnDay day={examDate} /> : toBeAdvised}
          {countdown && (
            <span className="text-base text-soft">
              {countdown.split(" · ").map((part) => (
                <span key={part} className="block first-letter:uppercase">
                  {part}
                </span>
              ))}
            </span>
          )}
        </Fact>
        <Fact term={bookingLabels.examTime}>{booking.examTime || toBeAdvised}</Fact>
        {booking.examMinutes !== null && (
          <Fact term={bookingLabels.examMinutes}>{String(booking.examMinutes)}</Fact>
        )}
        {booking.sessionId && (
          <Fact term={bookingLabels.sessionId}>{nameIn(places, booking.sessionId)}</Fact>
        )}
        {booking.examVenue && <Fact term={bookingLabels.venueId}>{booking.examVenue}</Fact>}
        {booking.travelMinutes !== null && (
          <Fact term={bookingLabels.travelMinutes}>{String(booking.travelMinutes)}</Fact>
        )}
        <Fact term={bookingLabels.examBoardGrade}>{booking.examBoardGrade}</Fact>
        <Fact term={bookingLabels.serviceRequired}>{booking.serviceRequired.join(", ")}</Fact>
        {booking.level !== null && (
          <Fact term={bookingLabels.level}>{levelLabels[booking.level]}</Fact>
        )}
        {booking.instrument && <Fact term={bookingLabels.instrument}>{booking.instrument}</Fact>}
        {booking.works && <Fact term={bookingLabels.works}>{booking.works}</Fact>}
        <Fact term={bookingLabels.music}>
          {musicLabels[booking.music]}
          <MusicFiles booking={booking} files={music} />
        </Fact>
        {booking.teacherName && <Fact term={bookingLabels.teacherName}>{booking.teacherName}</Fact>}
      </Group>
      <div className="flex flex-col gap-8">
        {rehearses && (
          <Group heading="Rehearsal">
            <Fact term={bookingLabels.rehearsalDate}>
              {rehearsalDate && <OnDay day={rehearsalDate} />}
            </Fact>
            <Fact term={bookingLabels.rehearsalTime}>
              {rehearsalTime && isTimeOfDay(rehearsalTime) && clockTime(rehearsalTime)}
            </Fact>
            <Fact term={bookingLabels.rehearsalMinutes}>
              {rehearsalMinutes && `${rehearsalMinutes} min`}
            </Fact>
          </Group>
        )}
        <Notes notes={booking.notes} />
      </div>
    </div>
  );
}

function MusicFiles({ booking, files }: { booking: AmebBooking; files: readonly MusicFile[] }) {
  const [first] = files;
  if (!first) return null;
  const late = musicDaysLate(booking, melbourneDay(first.createdAt));
  return (
    <>
      {late > 0 && <Badge tone="bad">{`${countOf(late, "day")} late`}</Badge>}
      <ul>
        {files.map(({ id: fileId, fileName, pages }) => (
          <li key={fileId}>
            <a
              className="link tall wrap-anywhere"
              href={href("/admin/ameb-bookings/:id/music/:fileId", { id: booking.id, fileId })}
            >
              {fileName}
            </a>{" "}
            <span className="text-base text-soft">{countOf(pages, "page")}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Notes({ notes }: { notes: string | null }) {
  return (
    <section>
      <h2 className="display-3 mb-2">Notes</h2>
      <p className="border-t border-line pt-2 whitespace-pre-line wrap-anywhere">
        {notes || (
          <span className="text-base text-soft">
            No notes yet. They're for you: the family never sees them.
          </span>
        )}
      </p>
    </section>
  );
}

export function BookingFamily({ booking }: { booking: AmebBooking }) {
  const { contactEmail } = booking;
  return (
    <Group heading="Family">
      {booking.candidateName && (
        <Fact term={bookingLabels.candidateName}>{booking.candidateName}</Fact>
      )}
      <Fact term={bookingLabels.studentParentName}>
        <Link className="link" to={href("/admin/clients/:email", { email: contactEmail })}>
          {booking.studentParentName}
        </Link>
      </Fact>
      <Fact term={bookingLabels.contactEmail}>
        <EmailLink email={contactEmail} />
      </Fact>
      {!booking.deletedAt && (
        <Fact term="Their page">
          <a className="link" href={href("/exams/:token", { token: booking.pageToken })}>
            As the family sees it
          </a>
        </Fact>
      )}
      <Fact term="Inquired On">
        <When at={booking.createdAt} />
      </Fact>
    </Group>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="display-3 mb-2">{heading}</h2>
      <FactLines isWide>{children}</FactLines>
    </section>
  );
}

type HistoryProps = Awaited<ReturnType<typeof historyOf>> & { createdAt: Date };

export function BookingHistory({ changes, emails, createdAt }: HistoryProps) {
  const entries = useEntries(changes, emails, (change) => (
    <ChangeLines change={change} words={bookingWords}>
      {actions[change.action] ?? change.action}
    </ChangeLines>
  ));
  return (
    <Timeline entries={entries}>
      <li>
        Enquiry received
        <span className="block text-sm text-soft">
          <When at={createdAt} />
        </span>
      </li>
    </Timeline>
  );
}

const actions: Readonly<Record<string, string>> = {
  changed: "Changed",
  deleted: "Deleted",
  restored: "Restored",
  released: "Released from spam",
  "arrived for": "Arrived at the exam",
  played: "Played",
  "added music to": "Sheet music added",
  "removed music from": "Sheet music removed",
};

import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { EmailLink } from "#app/ui/admin/email-link.tsx";
import { OnDay, When } from "#app/ui/admin/when.tsx";
import type { Day } from "#app/values/calendar.ts";
import { clockTime, isTimeOfDay } from "#app/values/time-of-day.ts";
import { bookingLabels } from "#app/features/ameb/booking-edits.ts";
import { type AmebBooking, daysLeft } from "#app/features/ameb/model.ts";

const toBeAdvised = <span className="text-soft">to be advised</span>;

export function BookingFacts({ booking, today }: { booking: AmebBooking; today: Day }) {
  const { examDate, rehearsalDate, rehearsalTime, rehearsalMinutes, contactEmail } = booking;
  const countdown = examDate && booking.status !== "cancelled" ? daysLeft(examDate, today) : "";
  return (
    <div className="flex flex-col gap-8">
      <Group heading="Exam">
        <Fact term={bookingLabels.examDate}>
          {examDate ? <OnDay day={examDate} /> : toBeAdvised}
          {countdown && <span className="block text-base text-soft">{countdown}</span>}
        </Fact>
        <Fact term={bookingLabels.examTime}>{booking.examTime || toBeAdvised}</Fact>
        <Fact term={bookingLabels.examVenue}>{booking.examVenue}</Fact>
        <Fact term={bookingLabels.examBoardGrade}>{booking.examBoardGrade}</Fact>
        <Fact term={bookingLabels.works}>{booking.works}</Fact>
        <Fact term={bookingLabels.teacherName}>{booking.teacherName}</Fact>
      </Group>
      <Group heading="Rehearsal">
        <Fact term={bookingLabels.serviceRequired}>{booking.serviceRequired.join(", ")}</Fact>
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
      <Group heading="Family">
        <Fact term={bookingLabels.candidateName}>{booking.candidateName}</Fact>
        <Fact term={bookingLabels.studentParentName}>
          <Link className="link" to={href("/admin/clients/:email", { email: contactEmail })}>
            {booking.studentParentName}
          </Link>
        </Fact>
        <Fact term={bookingLabels.contactEmail}>
          <EmailLink email={contactEmail} />
        </Fact>
        <Fact term="Inquired On">
          <When at={booking.createdAt} />
        </Fact>
      </Group>
      <section>
        <h2 className="display-3 mb-2">Notes</h2>
        <p className="whitespace-pre-line wrap-anywhere">
          {booking.notes || <span className="text-soft">Only you see these.</span>}
        </p>
      </section>
    </div>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="display-3 mb-2">{heading}</h2>
      <dl className="grid gap-x-10 sm:grid-cols-2">{children}</dl>
    </section>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="border-b border-line py-2">
      <dt className="text-base text-soft">{term}</dt>
      <dd className="whitespace-pre-line wrap-anywhere">{children || "–"}</dd>
    </div>
  );
}

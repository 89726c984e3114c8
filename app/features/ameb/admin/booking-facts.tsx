import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { EmailLink } from "#app/ui/admin/email-link.tsx";
import { Fact, FactLines } from "#app/ui/admin/fact.tsx";
import { OnDay, When } from "#app/ui/admin/when.tsx";
import type { Day } from "#app/values/calendar.ts";
import { clockTime, isTimeOfDay } from "#app/values/time-of-day.ts";
import { bookingLabels } from "#app/features/ameb/booking-edits.ts";
import { type AmebBooking, daysLeft, includesRehearsal } from "#app/features/ameb/model.ts";

const toBeAdvised = <span className="text-soft">To be advised</span>;

export function BookingFacts({ booking, today }: { booking: AmebBooking; today: Day }) {
  const { examDate, rehearsalDate, rehearsalTime, rehearsalMinutes } = booking;
  const rehearses =
    includesRehearsal(booking.serviceRequired) ||
    rehearsalDate ||
    rehearsalTime ||
    rehearsalMinutes;
  const countdown = examDate && booking.status !== "cancelled" ? daysLeft(examDate, today) : "";
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
        {booking.examVenue && <Fact term={bookingLabels.examVenue}>{booking.examVenue}</Fact>}
        {booking.travelMinutes !== null && (
          <Fact term={bookingLabels.travelMinutes}>{String(booking.travelMinutes)}</Fact>
        )}
        <Fact term={bookingLabels.examBoardGrade}>{booking.examBoardGrade}</Fact>
        <Fact term={bookingLabels.serviceRequired}>{booking.serviceRequired.join(", ")}</Fact>
        {booking.works && <Fact term={bookingLabels.works}>{booking.works}</Fact>}
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

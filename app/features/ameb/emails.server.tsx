import { ameb } from "#app/content/prices.ts";
import { site } from "#app/content/site.ts";
import {
  Action,
  type EmailFact,
  Facts,
  Heading,
  EmailLayout,
  Text,
} from "#app/features/email/email-layout.tsx";
import { type Day, longDay } from "#app/values/calendar.ts";
import { type AmebBooking, cutOff, isShortNotice } from "./model.ts";

/** Tells the owner of an enquiry; answering the letter answers the family. */
export function newBookingEmail(booking: AmebBooking, today: Day, admin: string) {
  const {
    studentParentName,
    contactEmail,
    examDate,
    examTime,
    examBoardGrade,
    teacherName,
    serviceRequired,
    rehearsalMinutes,
  } = booking;
  const facts: (EmailFact | null)[] = [
    ["Exam", examBoardGrade],
    ["Date", examDate ? longDay(examDate) : "To be advised"],
    ["Time", examTime],
    teacherName ? ["Teacher", teacherName] : null,
    ["Services", serviceRequired.join(", ")],
    rehearsalMinutes ? ["Rehearsal", `${rehearsalMinutes} min`] : null,
    ["Email", contactEmail],
  ];
  return (
    <EmailLayout
      preview={`${examBoardGrade}, ${examDate ? longDay(examDate) : "date to be advised"}`}
    >
      <Heading>AMEB enquiry from {studentParentName}</Heading>
      {examDate && isShortNotice(examDate, today) && (
        <Text>Short notice: booking and sheet music were due by {longDay(cutOff(examDate))}.</Text>
      )}
      <Facts facts={facts.filter((fact) => fact !== null)} />
      <Text>Reply to this letter and your answer goes straight to them.</Text>
      <Action href={admin}>Open the back office</Action>
    </EmailLayout>
  );
}

/** Tells the family that the enquiry has arrived. It goes to an address that anybody may have typed, so it repeats nothing that they wrote. */
export function bookingReceivedEmail(examDate: Day | null) {
  return (
    <EmailLayout preview="Your enquiry has arrived.">
      <Heading>Thank you for your enquiry</Heading>
      <Text>
        Your AMEB accompanying enquiry has arrived. It is an enquiry until I confirm it by e-mail,
        usually within two working days.
      </Text>
      {examDate && (
        <Facts
          facts={[
            ["Exam date", longDay(examDate)],
            ["Sheet music due by", longDay(cutOff(examDate))],
            ["I arrive", `${ameb.arrivesMinutesBefore} minutes before the exam`],
          ]}
        />
      )}
      <Text>
        If you did not write to me, somebody typed your address by mistake, and you can leave this
        letter unanswered.
      </Text>
      <Text>{site.person}</Text>
    </EmailLayout>
  );
}

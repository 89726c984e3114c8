import { examPage } from "#app/features/email/exam-page.server.ts";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import {
  Action,
  type EmailFact,
  Facts,
  Heading,
  HowToAnswer,
  Text,
} from "#app/features/email/email-parts.tsx";
import { type Day, longDay } from "#app/values/calendar.ts";
import { type AmebBooking, cutOff, isShortNotice } from "./model.ts";
import { nextSteps } from "./copy.ts";

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
    ["Time", examTime ?? "To be advised"],
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
      <HowToAnswer email={contactEmail} />
      <Action href={admin}>Open this enquiry</Action>
    </EmailLayout>
  );
}

/** Anyone may have typed this email address, so it repeats no free text. */
export function bookingReceivedEmail(
  asked: Pick<AmebBooking, "examDate" | "serviceRequired" | "pageToken">,
  today: Day,
) {
  const { confirmation, facts, steps } = nextSteps(asked, today, "email");
  const page = examPage(asked);
  return (
    <EmailLayout
      preview={confirmation}
      signed
      note="If this wasn't you, someone mistyped their address. You can ignore this email."
    >
      <Heading>Thanks for your enquiry</Heading>
      <Text>Hello,</Text>
      <Text>Your enquiry has reached me. {confirmation}</Text>
      {facts.length > 0 && <Facts facts={facts} />}
      {steps.map((step) => (
        <Text key={step}>{step}</Text>
      ))}
      <Action href={page.href}>{page.label}</Action>
    </EmailLayout>
  );
}

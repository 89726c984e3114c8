import * as z from "zod/mini";
import { rehearsalLengths } from "#app/server/database/enums.ts";
import { isDay, melbourneDay, type Day, longDay } from "#app/values/calendar.ts";
import { always, emailAddress, someOf, text, tick } from "#app/values/rules.ts";
import { countVisible } from "#app/values/text.ts";
import {
  amebLimits,
  amebServices,
  includesRehearsal,
  isBookable,
  type AmebBooking,
  cutOff,
  includesExam,
  isShortNotice,
} from "./model.ts";
import { content } from "#app/content/content.ts";
import { ownNumber } from "#app/content/own-number.ts";
import { amebDueWeeks } from "#app/values/terms.ts";
import { isTimeOfDay } from "#app/values/time-of-day.ts";
import { inWords } from "#app/values/wording.ts";
import type { FormToasts } from "#app/ui/form-toasts.ts";

const tooLong: [number, string] = [amebLimits.textMax, "Please use at most 100 characters."];

const fields = {
  studentParentName: text({
    min: [amebLimits.nameMin, "Student/Parent Name is required."],
    max: [amebLimits.nameMax, "Name must not be longer than 100 characters."],
  }),
  contactEmail: emailAddress("Please enter a valid email address."),
  examDate: text(),
  examDateUnknown: tick(),
  examTime: text({ max: tooLong }),
  examBoardGrade: text({ min: [1, "Exam Board & Grade is required."], max: tooLong }),
  teacherName: text({ max: tooLong }),
  serviceRequired: someOf(amebServices, "Please select at least one service."),
  rehearsalMinutes: z.pipe(
    z.optional(z.union([z.string(), z.number()])),
    z.transform(
      (value) => rehearsalLengths.find((minutes) => String(minutes) === String(value)) ?? null,
    ),
  ),
};

type DateFields = { examDate: string; examDateUnknown: boolean; examTime: string };

const isUndated = ({ examDate, examDateUnknown }: Omit<DateFields, "examTime">) =>
  examDateUnknown || /^to be advised$/i.test(examDate);

const hasDate = z.refine<DateFields>((booking) => isUndated(booking) || isDay(booking.examDate), {
  error: "Exam Date is required.",
  path: ["examDate"],
  when: always,
});

const hasTime = z.refine<DateFields>(
  (booking) => isUndated(booking) || countVisible(String(booking.examTime ?? "")) > 0,
  { error: "Exam Time is required.", path: ["examTime"], when: always },
);

const hasBookableDate = z.refine<DateFields>(
  (booking) =>
    isUndated(booking) ||
    !isDay(booking.examDate) ||
    isBookable(booking.examDate, melbourneDay(new Date())),
  {
    error: "Please choose an exam date within the next three years.",
    path: ["examDate"],
    when: always,
  },
);

const unknownAsNull = <T extends DateFields>({ examDateUnknown, ...booking }: T) => ({
  ...booking,
  examDate: isUndated({ ...booking, examDateUnknown }) ? null : booking.examDate,
  examTime: countVisible(booking.examTime) > 0 ? booking.examTime : null,
});

/** API requests may omit the rehearsal's length, which the form requires. */
export const amebApiSchema = z.pipe(
  z.object(fields).check(hasDate, hasTime, hasBookableDate),
  z.transform(unknownAsNull),
);

export const amebSchema = z.pipe(
  z.object(fields).check(
    hasDate,
    hasTime,
    hasBookableDate,
    z.refine(
      ({ serviceRequired, rehearsalMinutes }) =>
        !includesRehearsal(serviceRequired) || rehearsalMinutes !== null,
      {
        error: "Please choose how long the rehearsal should be.",
        path: ["rehearsalMinutes"],
        when: always,
      },
    ),
  ),
  z.transform(unknownAsNull),
);

export type AmebEnquiry = z.output<typeof amebSchema>;

type Asked = Pick<AmebBooking, "examDate" | "serviceRequired">;

type Timing = "undated" | "past" | "today" | "short" | "enough";

function timingOf(examDate: Day | null, today: Day): Timing {
  if (!examDate || !isDay(examDate)) return "undated";
  if (examDate < today) return "past";
  if (examDate === today) return "today";
  return isShortNotice(examDate, today) ? "short" : "enough";
}

const weeks = inWords(amebDueWeeks);

/** Repeats only the day from the enquiry: anyone may have typed the email address. */
export function nextSteps(
  { examDate, serviceRequired }: Asked,
  today: Day,
  shownIn: "email" | "page" = "page",
) {
  const timing = timingOf(examDate, today);
  const exam = includesExam(serviceRequired);
  const rehearsal = includesRehearsal(serviceRequired);
  const facts: [label: string, value: string][] = [];
  if (timing !== "undated") facts.push(["Exam date", longDay(examDate!)]);
  if (timing === "enough") facts.push(["Sheet music due by", longDay(cutOff(examDate!))]);
  if (exam && timing !== "past")
    facts.push([
      "I arrive",
      `${content().prices.ameb.arrivesMinutesBefore} minutes before the exam`,
    ]);
  return {
    reply: replyFor(timing),
    confirmation: confirmationFor(timing),
    facts,
    steps: [musicStep(timing, today, shownIn), rehearsal ? rehearsalStep(timing) : null].filter(
      (step) => step !== null,
    ),
  };
}

const within = () => `within ${content().site.replyTime}`;

export const usualReply = () => `I'll confirm by email ${within()}.`;

const soonReply = "I'll tell you as soon as I can whether I'm free.";
function onWhatsApp(): string {
  const number = ownNumber();
  if (!number)
    return "For an exam today, please write to me again if you hear nothing within the hour.";
  const how = number.name === "Phone" ? "call me" : "message me on WhatsApp";
  return `For an exam today, ${how}: ${number.label || number.href}.`;
}

function replyFor(timing: Timing): string {
  switch (timing) {
    case "undated":
    case "past":
      return `I'll reply by email ${within()}.`;
    case "enough":
      return usualReply();
    case "short":
      return soonReply;
    case "today":
      return `${soonReply} ${onWhatsApp()}`;
  }
}

const soon = "I'll tell you as soon as I can whether I'm free; until then the date isn't booked.";

function confirmationFor(timing: Timing): string {
  switch (timing) {
    case "undated":
      return `I'll reply by email, usually ${within()}.`;
    case "enough":
      return `I'll confirm by email, usually ${within()}; until then the date isn't booked.`;
    case "short":
      return soon;
    case "today":
      return `${soon} ${onWhatsApp()}`;
    case "past":
      return `I'll reply by email, usually ${within()}; nothing is booked yet.`;
  }
}

function musicStep(timing: Timing, today: Day, shownIn: "email" | "page"): string {
  const isEmail = shownIn === "email";
  switch (timing) {
    case "undated":
      return (
        "When the board tells you the date and time, " +
        `${isEmail ? "enter them on your exam's page" : "send them to me"}. ` +
        `Sheet music is due ${weeks} weeks before the exam.`
      );
    case "past":
      return (
        `That exam date has passed: in Melbourne it's ${longDay(today)}. ` +
        "If it was a slip, reply with the right date."
      );
    case "today":
    case "short":
      return isEmail
        ? "Please reply with the sheet music as soon as you can."
        : "Please send me the sheet music as soon as you can.";
    case "enough":
      return isEmail
        ? "Just reply with the sheet music when it's ready."
        : "You can send me the sheet music whenever it's ready.";
  }
}

function rehearsalStep(timing: Timing): string | null {
  const lastWeeks = `the last ${inWords(content().prices.ameb.rehearsedWithinWeeks)} weeks`;
  switch (timing) {
    case "undated":
      return `We'll find a time to rehearse in ${lastWeeks} before the exam.`;
    case "enough":
      return `I'll suggest times to rehearse in ${lastWeeks} before the exam.`;
    case "short":
      return "I'll suggest the first times I have to rehearse.";
    case "today":
    case "past":
      return null;
  }
}

export function amebToasts(): FormToasts {
  const { firstName, email } = content().site;
  return {
    loading: "Sending your AMEB booking inquiry...",
    success: {
      title: "AMEB booking inquiry sent!",
      detail: `${firstName} will review the request and reply shortly.`,
    },
    failure: {
      title: "Failed to send booking inquiry.",
      detail: `Please try again later or contact directly via email. ${email}`,
    },
  };
}

/** What the family enters on its exam's page. */
export const familyEntrySchema = z
  .object({
    examDate: text({ min: [1, "Please enter the date of the exam."] }),
    examTime: text().check(
      z.refine((time) => !time || isTimeOfDay(time), "Please enter a time, such as 10:40 am."),
    ),
    venueId: text(),
    examVenue: text({ max: [amebLimits.textMax, "Please use at most 100 characters."] }),
    seen: text(),
  })
  .check(
    z.refine(({ examDate }) => !examDate || isBookable(examDate, melbourneDay(new Date())), {
      error: "Please choose an exam date within the next three years.",
      path: ["examDate"],
      when: always,
    }),
    z.refine(({ venueId, examVenue }) => !venueId || !examVenue, {
      error: "Please choose a venue or write another one, not both.",
      path: ["examVenue"],
      when: always,
    }),
  );

export type FamilyEntry = z.output<typeof familyEntrySchema>;

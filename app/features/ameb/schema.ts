import * as z from "zod/mini";
import { amebStatuses, rehearsalLengths } from "#app/server/database/enums.ts";
import { isDay, melbourneDay } from "#app/values/calendar.ts";
import { always, emailAddress, someOf, text, tick } from "#app/values/rules.ts";
import { isTimeOfDay } from "#app/values/time-of-day.ts";
import { countVisible } from "#app/values/text.ts";
import { amebLimits, amebServices, includesRehearsal, isBookable } from "./model.ts";

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

/** What the family enters on its exam's page. */
export const familyEntrySchema = z
  .object({
    examDate: text({ min: [1, "Please enter the date of the exam."] }),
    examTime: text().check(
      z.refine((time) => !time || isTimeOfDay(time), "Please enter a time, such as 10:40 am."),
    ),
    venueId: text(),
    examVenue: text({ max: tooLong }),
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

export const amebStatusSchema = z.object({
  id: z.string(),
  from: z.enum(amebStatuses),
  status: z.enum(amebStatuses),
});

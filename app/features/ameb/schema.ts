import * as z from "zod/mini";
import { isDay, melbourneDay } from "#app/values/calendar.ts";
import { emailAddress, someOf, text, tick } from "#app/values/rules.ts";
import { isBookable, amebLimits, rehearsalLengths, amebServices, wantsRehearsal } from "./model.ts";
import { amebStatuses } from "#app/server/database/enums.ts";

const tooLong: [number, string] = [amebLimits.textMax, "Please use at most 100 characters."];
const dateRequired = "Exam Date is required.";

const fields = {
  studentParentName: text({
    min: [amebLimits.nameMin, "Student/Parent Name is required."],
    max: [amebLimits.nameMax, "Name must not be longer than 100 characters."],
  }),
  contactEmail: emailAddress("Please enter a valid email address."),
  examDate: text(),
  /** Boards announce dates late: 'to be advised' is an answer too. */
  examDateUnknown: tick(),
  examTime: text({ min: [1, "Exam Time is required."], max: tooLong }),
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

type Fields = { examDate: string; examDateUnknown: boolean };
/** Rules over several fields are looked at also while others are wrong: all that is to be mended is said at once. */
const always = () => true;
const saysUnknown = ({ examDate, examDateUnknown }: Fields) =>
  examDateUnknown || /^to be advised$/i.test(examDate);
const dateIsKnownOrSaid = z.refine<Fields>(
  (booking) => saysUnknown(booking) || isDay(booking.examDate),
  { error: dateRequired, path: ["examDate"], when: always },
);
const dateIsNear = z.refine<Fields>(
  (booking) =>
    saysUnknown(booking) ||
    !isDay(booking.examDate) ||
    isBookable(booking.examDate, melbourneDay(new Date())),
  {
    error: "Please choose an exam date within the next three years.",
    path: ["examDate"],
    when: always,
  },
);
const settleDate = <T extends Fields>({ examDateUnknown: _said, ...booking }: T) => ({
  ...booking,
  examDate: saysUnknown({ ...booking, examDateUnknown: _said }) ? null : booking.examDate,
});

/** The enquiry as programs send it: the specification's fields, the rehearsal's length if they know it. */
export const amebApiSchema = z.pipe(
  z.object(fields).check(dateIsKnownOrSaid, dateIsNear),
  z.transform(settleDate),
);

/** The enquiry form (specification, section 5); a rehearsal needs a length. */
export const amebSchema = z.pipe(
  z.object(fields).check(
    dateIsKnownOrSaid,
    dateIsNear,
    z.refine(
      ({ serviceRequired, rehearsalMinutes }) =>
        !wantsRehearsal(serviceRequired) || rehearsalMinutes !== null,
      {
        error: "Please choose how long the rehearsal should be.",
        path: ["rehearsalMinutes"],
        when: always,
      },
    ),
  ),
  z.transform(settleDate),
);

export type AmebEnquiry = z.output<typeof amebSchema>;

/** The owner's change of a booking's status; she may go from any to any. `from` is what her page showed. */
export const amebStatusSchema = z.object({
  id: z.string(),
  from: z.enum(amebStatuses),
  status: z.enum(amebStatuses),
});

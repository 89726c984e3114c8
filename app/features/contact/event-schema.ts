import * as z from "zod/mini";
import { hasEnded, melbourneDay, addDays, type Day } from "#app/values/calendar.ts";
import {
  always,
  emailAddress,
  longText,
  optionalCount,
  optionalDay,
  optionalTime,
  text,
} from "#app/values/rules.ts";
import { eventLimits, pianoTypes } from "./event-facts.ts";

const known = new Set(["", ...Object.keys(pianoTypes)]);

type When = { eventDate: string | null; startTime: string | null; endTime: string | null };

const isAhead = z.refine<When>(({ eventDate }) => !eventDate || !hasEnded(eventDate, new Date()), {
  error: "That date has passed. Please choose one that's still to come.",
  path: ["eventDate"],
  when: always,
});
const isNear = z.refine<When>(
  ({ eventDate }) => !eventDate || eventDate <= lastEventDay(melbourneDay(new Date())),
  { error: "Please choose a date within the next five years.", path: ["eventDate"], when: always },
);
const hasStart = z.refine<When>(({ startTime, endTime }) => !endTime || startTime !== null, {
  error: "Please say when it starts, too, or leave both times empty.",
  path: ["startTime"],
  when: always,
});
// An end before the start is past midnight.
const takesTime = z.refine<When>(({ startTime, endTime }) => !endTime || endTime !== startTime, {
  error: "The end can't be the same time as the start.",
  path: ["endTime"],
  when: always,
});

export const eventEnquirySchema = z
  .object({
    firstName: text({
      min: [1, "First name is required."],
      max: [eventLimits.nameMax, "First name must not be longer than 100 characters."],
    }),
    lastName: text({
      min: [1, "Last name is required."],
      max: [eventLimits.nameMax, "Last name must not be longer than 100 characters."],
    }),
    email: emailAddress("Please enter a valid email address."),
    phone: text({ max: [40, "Phone must not be longer than 40 characters."] }),
    suburb: text({ max: [100, "Suburb must not be longer than 100 characters."] }),
    eventDate: optionalDay("Please enter the date as day, month and year, or leave it empty."),
    startTime: optionalTime("Please enter a time such as 6:00 pm, or leave it empty."),
    endTime: optionalTime("Please enter a time such as 9:00 pm, or leave it empty."),
    venue: text({
      max: [eventLimits.venueMax, "Venue must not be longer than 200 characters."],
    }),
    guests: optionalCount(
      eventLimits.guestsMax,
      "Please enter the number of guests as a whole number from 1 to 100,000.",
    ),
    pianoType: z.pipe(
      z.pipe(
        z.optional(z.string()),
        z.transform((value) => value ?? ""),
      ),
      z.custom<keyof typeof pianoTypes | "">(
        (value) => known.has(String(value)),
        "Please choose one of the pianos.",
      ),
    ),
    eventDescription: longText({
      min: [eventLimits.descriptionMin, "Please describe your event (at least 10 characters)."],
      max: [
        eventLimits.descriptionMax,
        "Event description must not be longer than 500 characters.",
      ],
    }),
  })
  .check(isAhead, isNear, hasStart, takesTime);

export type EventEnquiry = z.output<typeof eventEnquirySchema>;

/** Later days are typing mistakes. */
const lastEventDay = (today: Day): Day => addDays(today, 5 * 365);

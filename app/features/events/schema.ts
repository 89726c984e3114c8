import * as z from "zod/mini";
import { emailAddress, longText, text } from "#app/values/rules.ts";
import { eventLimits, pianoTypes } from "./model.ts";

const known = new Set(["", ...Object.keys(pianoTypes)]);

export const eventEnquirySchema = z.object({
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
    max: [eventLimits.descriptionMax, "Event description must not be longer than 500 characters."],
  }),
});

export type EventEnquiry = z.output<typeof eventEnquirySchema>;

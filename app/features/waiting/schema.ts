import * as z from "zod/mini";
import { weekdayNames } from "#app/features/services/hours-words.ts";
import { timesOfDay } from "#app/server/database/enums.ts";
import { type Day, isDay, longDay } from "#app/values/calendar.ts";
import { emailAddress, someOf, text } from "#app/values/rules.ts";

/** `from` and `until`: the first and the last day to choose. */
export const waitingSchema = ({ from, until }: { from: Day; until: Day }) =>
  z.object({
    email: emailAddress("Please enter a valid email address."),
    weekdays: someOf(weekdayNames, "Choose at least one day."),
    timeOfDay: z.enum(timesOfDay, "Choose a time of day."),
    until: text().check(
      z.refine(
        (typed) => isDay(typed) && typed >= from && typed <= until,
        `Choose a day from ${longDay(from)} to ${longDay(until)}.`,
      ),
    ),
  });

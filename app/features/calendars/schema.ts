import * as z from "zod/mini";
import { text } from "#app/values/rules.ts";
import { longestAddress } from "./address.ts";

export const calendarSourceSchema = z.object({
  name: text({
    min: [1, "Give it a name, such as Google or Teaching."],
    max: [60, "Please use at most 60 characters."],
  }),
  url: text({
    min: [1, "Paste the calendar's secret address."],
    max: [longestAddress, `Please use at most ${longestAddress} characters.`],
  }),
});

export type CalendarSourceInput = z.output<typeof calendarSourceSchema>;

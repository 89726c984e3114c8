import * as z from "zod/mini";
import { isDay } from "#app/values/calendar.ts";
import { always, text } from "#app/values/rules.ts";
import { isUuid } from "#app/values/text.ts";
import { travelOf, travelRule } from "#app/values/travel.ts";
import { amebLimits } from "./model.ts";

const tooLong: [number, string] = [amebLimits.textMax, "Use at most 100 characters."];
const day = text().check(z.refine(isDay, "Enter a date."));

export const sessionSchema = z
  .object({
    sessionName: text({ min: [1, "Give it a name, such as Spring 2026."], max: tooLong }),
    firstDay: day,
    lastDay: day,
  })
  .check(
    z.refine(
      ({ firstDay, lastDay }) => !isDay(firstDay) || !isDay(lastDay) || firstDay <= lastDay,
      {
        error: "The last day can't be before the first.",
        path: ["lastDay"],
        when: always,
      },
    ),
  );

export const venueSchema = z.object({
  venueName: text({ min: [1, "Give it a name, such as AMEB Studios."], max: tooLong }),
  address: text({ max: [200, "Use at most 200 characters."] }),
});

const venue = text().check(z.refine(isUuid, "Choose a venue."));

export const venueTravelSchema = z
  .object({
    from: venue,
    to: venue,
    minutes: text().check(z.refine((typed) => !typed || travelOf(typed) !== null, travelRule)),
  })
  .check(
    z.refine(({ from, to }) => from !== to, {
      error: "Choose two different venues.",
      path: ["to"],
      when: always,
    }),
  );

import * as z from "zod/mini";
import { isDay } from "#app/values/calendar.ts";
import { always, cleanField, optionalDay, text } from "#app/values/rules.ts";
import type { DayTimes, Week } from "./hours.ts";
import {
  dayPrefix,
  readTypedTimes,
  timesErrors,
  type TimesValues,
  weekPrefixes,
} from "./typed-times.ts";

const fields = z.record(z.string(), z.unknown());

function withTimes<Shape extends z.ZodMiniType>(shape: Shape, prefixes: readonly string[]) {
  return z.pipe(
    fields.check(
      z.check(({ value, issues }) => {
        for (const prefix of prefixes)
          for (const [field, message] of Object.entries(timesErrors(textsOf(value), prefix)))
            issues.push({ code: "custom", input: value, path: [field], message, continue: true });
        const others = z.safeParse(shape, value);
        if (!others.success)
          for (const { path, message } of others.error.issues)
            issues.push({ code: "custom", input: value, path, message, continue: true });
      }),
    ),
    z.transform((value) => {
      const times = prefixes.map((prefix) => readTypedTimes(textsOf(value), prefix));
      return Object.assign({ times }, z.parse(shape, value));
    }),
  );
}

function textsOf(value: Record<string, unknown>): TimesValues {
  const texts = Object.entries(value).map(([name, one]) => [
    name,
    typeof one === "string" ? cleanField(name, one) : "",
  ]);
  return Object.fromEntries(texts);
}

const daysInOrder = z.refine<{ fromDay: string | null; untilDay: string | null }>(
  ({ fromDay, untilDay }) => !fromDay || !untilDay || fromDay <= untilDay,
  { error: "The last day can't be before the first.", path: ["untilDay"], when: always },
);

/** `serviceId`: empty for all services. */
export const weekSchema = withTimes(
  z
    .object({
      serviceId: text(),
      fromDay: optionalDay("Enter a date, or leave it empty."),
      untilDay: optionalDay("Enter a date, or leave it empty."),
    })
    .check(daysInOrder),
  weekPrefixes,
);

export const singleDaySchema = withTimes(
  z.object({
    day: text().check(z.refine(isDay, "Enter a date.")),
    note: text({ max: [200, "Use at most 200 characters."] }),
  }),
  [dayPrefix],
);

const termDay = text().check(z.refine(isDay, "Enter a date."));

export const termSchema = z
  .object({
    termName: text({
      min: [1, "Give it a name, such as Term 1, 2027."],
      max: [60, "Use at most 60 characters."],
    }),
    termFrom: termDay,
    termUntil: termDay,
  })
  .check(
    z.refine(
      ({ termFrom, termUntil }) => !isDay(termUntil) || !isDay(termFrom) || termFrom <= termUntil,
      { error: "The last day can't be before the first.", path: ["termUntil"], when: always },
    ),
  );

export type WeekInput = {
  serviceId: string | null;
  fromDay: string | null;
  untilDay: string | null;
  week: Week;
};
export type SingleDayInput = { day: string; hours: DayTimes; note: string };

import * as z from "zod/mini";
import { mostLessons, daysOfSeries } from "#app/features/diary/series.ts";
import { isDay } from "#app/values/calendar.ts";
import { always, optionalCount, text } from "#app/values/rules.ts";

export const repetitions = {
  "": "Just this once",
  weekly: "Every week",
  fortnightly: "Every second week",
} as const;

const tooMany = `That's more than ${mostLessons} times.`;

const dayOrNone = text().check(z.refine((typed) => typed === "" || isDay(typed), "Choose a day."));

export const seriesFields = {
  repeats: text().check(
    z.refine((typed) => Object.hasOwn(repetitions, typed), "Choose how it repeats."),
  ),
  lessons: optionalCount(mostLessons, `Enter how many times, from 2 to ${mostLessons}.`, 2),
  untilDay: dayOrNone,
  /** The last day of a term. */
  untilTerm: dayOrNone,
};

type Typed = {
  day: string;
  repeats: string;
  lessons: number | null;
  untilDay: string;
  untilTerm: string;
};

const ends = ["untilDay", "untilTerm"] as const;

const countEnds = ({ lessons, untilDay, untilTerm }: Typed) =>
  [lessons ?? "", untilDay, untilTerm].filter((end) => end !== "").length;

const rule = (
  name: "lessons" | (typeof ends)[number],
  holds: (typed: Typed) => boolean,
  error: string,
) =>
  z.refine<Typed>((typed) => !typed.repeats || holds(typed), { error, path: [name], when: always });

export const seriesRules = [
  rule("lessons", (typed) => countEnds(typed) > 0, "Say how many times, or until when."),
  ...ends.flatMap((end) => [
    rule(
      end,
      (typed) => typed[end] === "" || countEnds(typed) < 2,
      "Say how many times, or until when: not both.",
    ),
    rule(
      end,
      ({ day, [end]: until }) => until === "" || until > day,
      "It must be after the first day.",
    ),
    rule(
      end,
      (typed) =>
        !isDay(typed.day) ||
        !isDay(typed[end]) ||
        daysOfSeries(typed.day, repetitionOf(typed)).length <= mostLessons,
      tooMany,
    ),
  ]),
] as const;

export const repetitionOf = ({ repeats, lessons, untilDay, untilTerm }: Typed) => ({
  weeks: repeats === "weekly" ? 1 : 2,
  lessons: lessons || null,
  untilDay: untilDay || untilTerm || null,
});

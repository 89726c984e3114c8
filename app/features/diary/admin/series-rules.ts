import * as z from "zod/mini";
import { mostLessons, daysOfSeries } from "#app/features/diary/series.ts";
import { isDay } from "#app/values/calendar.ts";
import { always, optionalCount, text } from "#app/values/rules.ts";

/* How an appointment repeats, as the owner types it. */

export const repetitions = {
  "": "Just this once",
  weekly: "Every week",
  fortnightly: "Every second week",
} as const;

const tooMany = `That's more than ${mostLessons} times.`;

export const seriesFields = {
  repeats: text().check(
    z.refine((typed) => Object.hasOwn(repetitions, typed), "Choose how it repeats."),
  ),
  lessons: optionalCount(mostLessons, `Enter how many times, from 2 to ${mostLessons}.`, 2),
  untilDay: text().check(z.refine((typed) => typed === "" || isDay(typed), "Choose a day.")),
};

type Typed = { day: string; repeats: string; lessons: number | null; untilDay: string };

const rule = (name: "lessons" | "untilDay", holds: (typed: Typed) => boolean, error: string) =>
  z.refine<Typed>((typed) => !typed.repeats || holds(typed), { error, path: [name], when: always });

export const seriesRules = [
  rule(
    "lessons",
    ({ lessons, untilDay }) => lessons !== null || untilDay !== "",
    "Say how many times, or until when.",
  ),
  rule(
    "untilDay",
    ({ lessons, untilDay }) => lessons === null || untilDay === "",
    "Say how many times, or until when: not both.",
  ),
  rule(
    "untilDay",
    ({ day, untilDay }) => untilDay === "" || untilDay > day,
    "It must be after the first day.",
  ),
  rule(
    "untilDay",
    (typed) =>
      !isDay(typed.day) ||
      !isDay(typed.untilDay) ||
      daysOfSeries(typed.day, repetitionOf(typed)).length <= mostLessons,
    tooMany,
  ),
] as const;

export const repetitionOf = ({ repeats, lessons, untilDay }: Typed) => ({
  weeks: repeats === "weekly" ? 1 : 2,
  lessons: lessons || null,
  untilDay: untilDay || null,
});

import * as z from "zod/mini";
import { addDays, type Day, startOfDay } from "#app/values/calendar.ts";
import { always, optionalDay, optionalTime, text } from "#app/values/rules.ts";
import { isDiaryDay, ownerNote } from "#app/features/diary/admin/schema.ts";
import { type TimeOfDay, toMinutes } from "#app/values/time-of-day.ts";
import { instantFrom, type Span } from "#app/values/wall-clock.ts";

const dayRule = "Enter a date.";
const day = z.pipe(
  optionalDay(dayRule),
  z.nullable(z.string()).check(z.refine((typed) => typed !== null && isDiaryDay(typed), dayRule)),
);
const time = optionalTime("Enter a time, or leave it empty.");

type Typed = {
  awayFrom: Day | null;
  awayFromTime: TimeOfDay | null;
  awayUntil: Day | null;
  awayUntilTime: TimeOfDay | null;
};

/** Without times: whole days, including the last. */
export function awaySpan({ awayFrom, awayFromTime, awayUntil, awayUntilTime }: Typed): Span | null {
  if (!awayFrom || !awayUntil) return null;
  const start = awayFromTime
    ? instantFrom(awayFrom, toMinutes(awayFromTime))
    : startOfDay(awayFrom);
  const end = awayUntilTime
    ? instantFrom(awayUntil, toMinutes(awayUntilTime))
    : startOfDay(addDays(awayUntil, 1));
  return start && end ? { start, end } : null;
}

function isInOrder(typed: Typed): boolean {
  const span = awaySpan(typed);
  return !span || span.start < span.end;
}

const fields = {
  awayFrom: day,
  awayFromTime: time,
  awayUntil: day,
  awayUntilTime: time,
  awayTitle: text({ max: [100, "Use at most 100 characters."] }),
};
const order = z.refine<Typed>(isInOrder, {
  error: "You can't be back before you leave.",
  path: ["awayUntil"],
  when: always,
});

export const awaySchema = z.object(fields).check(order);
export const editAwaySchema = z.object({ ...fields, ownerNote }).check(order);

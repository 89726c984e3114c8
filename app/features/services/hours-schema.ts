import * as z from "zod/mini";
import { isDay } from "#app/values/calendar.ts";
import { always, cleanField, optionalDay, text, type FieldErrors } from "#app/values/rules.ts";
import { isTimeOfDay, toMinutes } from "#app/values/time-of-day.ts";
import { type DayTimes, type Week, readDayTimes, timesInWords, weekdayNames } from "./hours.ts";

type TypedTimes = { from: string; until: string };
export type TimesValues = Readonly<Record<string, string>>;

/** Fields are named `monday-1-from`; those of a single day `day-1-from`. */
export const weekPrefixes = weekdayNames.map((name) => name.toLowerCase());
export const dayPrefix = "day";

export const mostTimes = 8;
const counts = Array.from({ length: mostTimes }, (_, index) => index + 1);

export const timeField = (prefix: string, number: number, end: keyof TypedTimes) =>
  `${prefix}-${number}-${end}`;

const isLeftEmpty = ({ from, until }: TypedTimes) => from === "" && until === "";

/** Includes empty pairs. */
export function typedTimes(values: TimesValues, prefix: string): TypedTimes[] {
  const typed = (number: number, end: keyof TypedTimes) =>
    values[timeField(prefix, number, end)]?.trim();
  return counts
    .filter((number) => typed(number, "from") !== undefined)
    .map((number) => ({ from: typed(number, "from")!, until: typed(number, "until") ?? "" }));
}

export function timesValues(prefix: string, times: readonly TypedTimes[]): Record<string, string> {
  const entries = times.flatMap(({ from, until }, index) => [
    [timeField(prefix, index + 1, "from"), from],
    [timeField(prefix, index + 1, "until"), until],
  ]);
  return Object.fromEntries(entries);
}

export function storedTimes(prefix: string, times: DayTimes): Record<string, string> {
  return timesValues(
    prefix,
    times.map(([from, until]) => ({ from, until })),
  );
}

function timesErrors(values: TimesValues, prefix: string): FieldErrors {
  const errors: FieldErrors = {};
  const known: [number, number, string][] = [];
  for (const [index, times] of typedTimes(values, prefix).entries()) {
    const { from, until } = times;
    const field = (end: keyof TypedTimes) => timeField(prefix, index + 1, end);
    if (isLeftEmpty(times)) continue;
    if (!isTimeOfDay(from)) errors[field("from")] = "Enter when it begins.";
    else if (!isTimeOfDay(until)) errors[field("until")] = "Enter when it ends.";
    else {
      const [start, end] = [toMinutes(from), toMinutes(until) || 1440];
      const other = known.find(([begins, ends]) => start < ends && begins < end);
      if (end <= start) errors[field("until")] = "The end must be after the start.";
      else if (other) errors[field("from")] = `This overlaps ${other[2]}.`;
      else known.push([start, end, timesInWords([from, until])]);
    }
  }
  return errors;
}

/** Call only without errors. */
function readTypedTimes(values: TimesValues, prefix: string): DayTimes {
  return readDayTimes(typedTimes(values, prefix).map(({ from, until }) => [from, until]));
}

function nextTimes(times: readonly TypedTimes[]): TypedTimes {
  return times.length === 0 ? { from: "09:00", until: "17:00" } : { from: "", until: "" };
}

/** Null for other buttons. Runs in the browser, and on the server without scripts. */
export function changedTimes(values: TimesValues): Record<string, string> | null {
  const button = values.times ?? "";
  const [, added] = /^add-([a-z]+)$/.exec(button) ?? [];
  const [, removed, number] = /^remove-([a-z]+)-(\d)$/.exec(button) ?? [];
  if (button === "copy") {
    const monday = typedTimes(values, weekPrefixes[0]!);
    return weekPrefixes
      .slice(1, 5)
      .reduce<Record<string, string>>((changed, prefix) => withTimes(changed, prefix, monday), {
        ...values,
      });
  }
  const prefix = added ?? removed;
  if (!prefix || ![...weekPrefixes, dayPrefix].includes(prefix)) return null;
  const times = typedTimes(values, prefix);
  if (removed) return withTimes(values, prefix, times.toSpliced(Number(number) - 1, 1));
  return withTimes(values, prefix, [...times, nextTimes(times)].slice(0, mostTimes));
}

function withTimes(values: TimesValues, prefix: string, times: readonly TypedTimes[]) {
  const isOther = ([name]: [string, string]) => !new RegExp(`^${prefix}-\\d-`).test(name);
  const others = Object.entries(values).filter(isOther);
  return { ...Object.fromEntries(others), ...timesValues(prefix, times) };
}

const fields = z.record(z.string(), z.unknown());

function schemaWithTimes<Shape extends z.ZodMiniType>(shape: Shape, prefixes: readonly string[]) {
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
export const weekSchema = schemaWithTimes(
  z
    .object({
      serviceId: text(),
      fromDay: optionalDay("Enter a date, or leave it empty."),
      untilDay: optionalDay("Enter a date, or leave it empty."),
    })
    .check(daysInOrder),
  weekPrefixes,
);

export const singleDaySchema = schemaWithTimes(
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

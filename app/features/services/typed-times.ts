import { isTimeOfDay, toMinutes } from "#app/values/time-of-day.ts";
import type { FieldErrors } from "#app/values/rules.ts";
import { type DayTimes, readDayTimes } from "./hours.ts";
import { timesInWords, weekdayNames } from "./hours-words.ts";

export type TypedTimes = { from: string; until: string };
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
  const text = (number: number, end: keyof TypedTimes) =>
    values[timeField(prefix, number, end)]?.trim();
  return counts
    .filter((number) => text(number, "from") !== undefined)
    .map((number) => ({ from: text(number, "from")!, until: text(number, "until") ?? "" }));
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

/** Ignores empty pairs. */
export function timesErrors(values: TimesValues, prefix: string): FieldErrors {
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
export function readTypedTimes(values: TimesValues, prefix: string): DayTimes {
  return readDayTimes(typedTimes(values, prefix).map(({ from, until }) => [from, until]));
}

function nextTimes(times: readonly TypedTimes[]): TypedTimes {
  return times.length === 0 ? { from: "09:00", until: "17:00" } : { from: "", until: "" };
}

/** Null for other buttons. Runs in the browser, and on the server without scripts. */
export function changedTimes(values: TimesValues): Record<string, string> | null {
  const intent = values.intent ?? "";
  const [, added] = /^add-([a-z]+)$/.exec(intent) ?? [];
  const [, removed, number] = /^remove-([a-z]+)-(\d)$/.exec(intent) ?? [];
  if (intent === "copy") {
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

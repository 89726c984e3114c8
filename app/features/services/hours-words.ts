import type { NounWords } from "#app/features/audit/changes.ts";
import { longDay, shortDay, type Day } from "#app/values/calendar.ts";
import { type TimeOfDay, toMinutes } from "#app/values/time-of-day.ts";
import type { ShownOverlaps } from "#app/features/diary/overlaps.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { type DayTimes, readDayTimes, readWeek, type Week } from "./hours.ts";
import type { TimesValues } from "./hours-schema.ts";

export const weekdayNames = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

const shortName = (index: number) => weekdayNames[index]!.slice(0, 3);

const half = (time: TimeOfDay) => (toMinutes(time) < 720 ? " am" : " pm");

/** `10`, `10:30`. */
function digits(time: TimeOfDay): string {
  const minutes = toMinutes(time);
  const hour = Math.floor(minutes / 60) % 12 || 12;
  return minutes % 60 === 0 ? String(hour) : `${hour}:${String(minutes % 60).padStart(2, "0")}`;
}

/** `10 am–1 pm`, `2–6 pm`; an end at `00:00` is midnight. */
export function timesInWords([from, until]: readonly [TimeOfDay, TimeOfDay]): string {
  const end = until === "00:00" ? "midnight" : digits(until) + half(until);
  const sameHalf = until !== "00:00" && half(from) === half(until);
  return `${digits(from)}${sameHalf ? "" : half(from)}–${end}`;
}

/** `10 am–1 pm, 2–6 pm`, or `closed`. */
export function dayInWords(times: DayTimes): string {
  return times.length === 0 ? "closed" : times.map(timesInWords).join(", ");
}

/** `Mon–Fri 10 am–1 pm, 2–6 pm · Sat 9 am–1 pm · Sun closed`. */
export function weekInWords(week: Week): string {
  const days = week.map(dayInWords);
  const runs: { first: number; last: number; text: string }[] = [];
  for (const [index, text] of days.entries()) {
    const run = runs.at(-1);
    if (run?.text === text) run.last = index;
    else runs.push({ first: index, last: index, text });
  }
  if (runs.length === 1) return days[0] === "closed" ? "Closed all week" : `Every day ${days[0]}`;
  return runs
    .map(({ first, last, text }) => {
      const names = [shortName(first), ...(last > first ? [shortName(last)] : [])];
      return `${names.join(last === first + 1 ? ", " : "–")} ${text}`;
    })
    .join(" · ");
}

/** `Sun 20 Dec to Sun 31 Jan 2027`, `from Sun 20 Dec`, `until Sun 31 Jan`; null without limits. */
export function daysInWords(fromDay: Day | null, untilDay: Day | null, today: Day): string | null {
  if (fromDay && untilDay)
    return fromDay === untilDay
      ? shortDay(fromDay, today)
      : `${shortDay(fromDay, today)} to ${shortDay(untilDay, today)}`;
  if (fromDay) return `from ${shortDay(fromDay, today)}`;
  return untilDay ? `until ${shortDay(untilDay, today)}` : null;
}

/** For the activity log. */
export const hoursWords: NounWords = {
  service: { label: "For" },
  fromDay: { label: "From" },
  untilDay: { label: "To" },
  week: { label: "Hours", say: (value) => weekInWords(readWeek(value)) },
  day: { label: "Day", say: (value) => longDay(String(value)) },
  hours: { label: "Hours", say: (value) => dayInWords(readDayTimes(value)) },
  note: { label: "Note" },
};

export type HoursState = FormState & {
  overlaps?: ShownOverlaps;
  /** Overlaps that can be cancelled or moved at the same time: what to send for each choice. */
  cancellable?: readonly { label: string; choices: Readonly<Record<string, string>> }[];
};

/** `id`: null for a new week. */
export type ShownWeek = {
  id: string | null;
  version: number;
  isUsual: boolean;
  sample: boolean;
  values: TimesValues;
};

export type ListedWeek = { id: string; isUsual: boolean; sample: boolean; name: string };

export type ShownDay = {
  day: string;
  hours: string;
  note: string;
  seen: string;
  values: TimesValues;
};

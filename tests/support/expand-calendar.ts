import { expandCalendar } from "#app/features/calendars/expand.ts";
import { aCalendar } from "./foreign-calendars.ts";

const instant = (time: string) => Date.parse(time);
const shown = (ms: number) => new Date(ms).toISOString().slice(0, 16);

/** What a calendar says, its busy times as lines of text; the clocks change within the usual days. */
export function expand(text: string, from = "2026-09-30T12:00Z", until = "2026-10-15T00:00Z") {
  const window = { from: instant(from), until: instant(until), ownHost: "site.example" };
  const { busy, ...told } = expandCalendar({ text, ...window });
  const spans = busy.map(({ start, end, summary }) => `${shown(start)} ${shown(end)} ${summary}`);
  return { spans, ...told };
}

/** The busy times of a calendar that holds these lines. */
export const spansOf = (lines: readonly string[], from?: string, until?: string) =>
  expand(aCalendar(...lines), from, until).spans;

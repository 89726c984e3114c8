import type { quotes } from "#app/server/database/tables.server.ts";
import { addMinutes, clockTime, timeOf, timeRange } from "#app/values/time-of-day.ts";
import { selectedAddOns } from "./add-ons.ts";
import {
  type AddOn,
  addOnNames,
  type AddOns,
  type Hours,
  quoteKindOf,
  quoteKinds,
} from "./kinds.ts";

type Timed = Pick<typeof quotes.$inferSelect, "invoiceType" | "eventStart" | "eventEnd">;
type Row = Timed & Pick<typeof quotes.$inferSelect, "details">;

/** Without add-ons: the quote's own, else those usual for its kind. */
export function baseHours(quote: Timed): Hours | null {
  const start = timeOf(quote.eventStart);
  return start ? { start, end: timeOf(quote.eventEnd) } : quoteKinds[quoteKindOf(quote)].usualHours;
}

export function hoursWith(hours: Hours | null, { extraHour }: AddOns): Hours | null {
  return extraHour && hours?.end ? { ...hours, end: addMinutes(hours.end, 60) } : hours;
}

/** Null where neither the quote nor its kind names hours. */
export function playingHours(quote: Row, addOns: AddOns = selectedAddOns(quote)): Hours | null {
  return hoursWith(baseHours(quote), addOns);
}

/** {@link playingHours} as text: `12:00–5:00 pm`. */
export function playingTime(quote: Row, addOns?: AddOns): string | null {
  return hoursText(playingHours(quote, addOns));
}

export function hoursText(hours: Hours | null): string | null {
  return hours && timeRange(hours.start, hours.end);
}

/** Whether free text, such as `6pm - 9:00 PM`, names these hours. */
export function namesHours(words: string, { start, end }: Hours): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/\s|\.|:00/g, "")
      .replace(/[–—-]|to/g, "-");
  const full = end ? `${clockTime(start)}-${clockTime(end)}` : clockTime(start);
  return [full, timeRange(start, end)].some((text) => plain(text) === plain(words));
}

/** @param hours without add-ons */
export function addOnName(addOn: AddOn, hours: Hours | null): string {
  const end = addOn === "extraHour" && hoursWith(hours, { extraHour: true, rehearsal: false })?.end;
  return end ? `${addOnNames[addOn]} until ${clockTime(end)}` : addOnNames[addOn];
}

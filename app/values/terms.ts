import type { Period } from "./period.ts";
import type { Cents } from "./money.ts";
import { addMinutes, clockTime, timeRange } from "./time-of-day.ts";

/* Agreements depend on these terms, so no edit of the site changes them. */

/** For a live piano quote without times. */
export const usualHours = { start: "18:00", end: "21:00" } as const;
export const usualHoursInWords = timeRange(usualHours.start, usualHours.end);
export const untilWithExtraHour = clockTime(addMinutes(usualHours.end, 60));

export const depositPercent = 50;

/** An odd cent goes to the deposit. */
export function splitDeposit(total: Cents): { deposit: Cents; balance: Cents } {
  const deposit = Math.ceil((total * depositPercent) / 100);
  return { deposit, balance: total - deposit };
}

/** Hours before a session until which its client can change it, unless its service says otherwise. */
export const usualChangeNotice = 48;

export const balanceDueDaysBefore = 7;

/** Weeks before the exam by which a booking and its sheet music are due. */
export const amebDueWeeks = 2;

/** Sheet music that families upload: after the exam, or after the booking was cancelled. */
export const sheetMusicKept = { days: 30 } as const satisfies Period;

import { addMinutes, clockTime, timeRange } from "./time-of-day.ts";

/* Terms of business that agreements rest on: fixed, so that no edit of the site changes one. */

/** When a live piano quote that names no times plays. */
export const usualHours = { start: "18:00", end: "21:00" } as const;
export const usualHoursInWords = timeRange(usualHours.start, usualHours.end);
export const untilWithExtraHour = clockTime(addMinutes(usualHours.end, 60));

export const balanceDueDaysBefore = 7;

/** A booking and its sheet music are due so many weeks before the exam. */
export const amebDueWeeks = 2;

/* A day of the calendar may have 23 or 25 hours: see calendar.ts. */

export const msPerMinute = 60_000;
export const msPerHour = 60 * msPerMinute;
export const msPerDay = 24 * msPerHour;

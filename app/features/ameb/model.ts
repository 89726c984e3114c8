import { ameb } from "#app/content/prices.ts";
import type { amebBookings } from "#app/server/database/tables.server.ts";
import { addDays, addMonths, daysBetween, type Day, isDay, monthOf } from "#app/values/calendar.ts";
import type { ListShape } from "#app/ui/admin/list-query.ts";
import { amebStatuses, type AmebStatus } from "#app/server/database/enums.ts";

export type AmebBooking = typeof amebBookings.$inferSelect;

/** The specification's three services, to the word. */
export const amebServices = [
  "Exam Day Accompanying Only",
  "Rehearsal Only (specify duration: 15 / 30 / 45 min)",
  "Both Exam Day & Rehearsal",
] as const;

export const rehearsalLengths = ameb.rehearsals.map(({ minutes }) => minutes);

/** Whether what was chosen contains a rehearsal, whose length then has to be known. */
export function wantsRehearsal(chosen: readonly string[]): boolean {
  return chosen.some((service) => service !== amebServices[0]);
}

/** How long before an exam booking and sheet music are due, in days. */
export const noticeDays = ameb.dueWeeksBefore * 7;

/** The last day on which a booking is in time. */
export function cutOff(examDate: Day): Day {
  return addDays(examDate, -noticeDays);
}

/** Whether the cut-off has passed: such an enquiry is taken, but says so. */
export function isShortNotice(examDate: Day | null, today: Day): boolean {
  return examDate !== null && daysBetween(today, cutOff(examDate)) < 0;
}

/** How far ahead an exam may lie that somebody asks for, in years. */
const yearsAhead = 3;

/** Whether a family may ask for an exam of that day: from yesterday, for whoever lives a day behind, to three years ahead. */
export function isBookable(examDate: Day, today: Day): boolean {
  const last = addMonths(monthOf(today), yearsAhead * 12) + today.slice(7);
  return isDay(examDate) && examDate >= addDays(today, -1) && examDate <= last;
}

export const amebLimits = { nameMin: 2, nameMax: 100, textMax: 100 } as const;
export const amebStatusLabels: Record<AmebStatus, string> = {
  pending: "Pending",
  contacted: "Contacted",
  booked: "Booked",
  cancelled: "Cancelled",
};

/** What the list of bookings can be asked for: newest first, unless the address says otherwise. */
export const bookingListShape: ListShape = {
  sorts: { created: "Inquired On", exam: "Exam Details", name: "Client Name" },
  sort: "-created",
  filters: { status: amebStatuses, from: "day", to: "day" },
};

/** Days from today to the exam and to its cut-off, as the owner reads them; nothing for what is no day. */
export function daysLeft(examDate: Day, today: Day): string {
  if (!isDay(examDate)) return "";
  const exam = daysBetween(today, examDate);
  if (exam < 0) return "Exam has passed";
  const due = daysBetween(today, cutOff(examDate));
  const counted = (days: number) =>
    days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`;
  return `Exam ${counted(exam)}, ${due < 0 ? "cut-off has passed" : `cut-off ${counted(due)}`}`;
}

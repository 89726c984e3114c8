import type { AmebStatus, MusicState } from "#app/server/database/enums.ts";
import type { amebBookings } from "#app/server/database/tables.server.ts";
import type { ListShape } from "#app/ui/admin/list-query.ts";
import { addDays, addMonths, daysBetween, type Day, isDay, monthOf } from "#app/values/calendar.ts";
import { amebDueWeeks } from "#app/values/terms.ts";
import { isTimeOfDay, type TimeOfDay } from "#app/values/time-of-day.ts";

export type AmebBooking = typeof amebBookings.$inferSelect;

export const amebServices = [
  "Exam Day Accompanying Only",
  "Rehearsal Only (specify duration: 15 / 30 / 45 min)",
  "Both Exam Day & Rehearsal",
] as const;

/** Also true without a service: other programs may name none. */
export function includesExam(chosen: readonly string[]): boolean {
  return chosen.length === 0 || chosen.some((service) => service !== amebServices[1]);
}

export function includesRehearsal(chosen: readonly string[]): boolean {
  return chosen.some((service) => service !== amebServices[0]);
}

/** In minutes, where none is set. */
export const usualExam = 30;

export const lengthOfExam = ({ examMinutes }: Pick<AmebBooking, "examMinutes">) =>
  examMinutes ?? usualExam;

/** In minutes, where none is agreed. */
export const usualRehearsal = 30;

/** Days before an exam by which booking and sheet music are due; diplomas take a week more. */
const noticeDays = (level: number | null) => amebDueWeeks * 7 + (level === 3 ? 7 : 0);

export function cutOff(examDate: Day, level: number | null = null): Day {
  return addDays(examDate, -noticeDays(level));
}

export function isShortNotice(examDate: Day | null, today: Day): boolean {
  return examDate !== null && daysBetween(today, cutOff(examDate)) < 0;
}

const yearsAhead = 3;

/** May return 29 February of a common year: no real day, but it still compares. */
const yearsFrom = (today: Day, years: number): Day =>
  addMonths(monthOf(today), years * 12) + today.slice(7);

/** From yesterday, which is still today in other time zones, to three years ahead. */
export function isBookable(examDate: Day, today: Day): boolean {
  const last = yearsFrom(today, yearsAhead);
  return isDay(examDate) && examDate >= addDays(today, -1) && examDate <= last;
}

/** Within three years either way, so that typos in the year show. */
export function isNear(day: Day, today: Day): boolean {
  const [first, last] = [yearsFrom(today, -yearsAhead), yearsFrom(today, yearsAhead)];
  return isDay(day) && day >= first && day <= last;
}

/** Reads `10:40 am`, `2pm` and `14:05`; null when the text begins with no time. */
export function timeOfDay(written: string): TimeOfDay | null {
  const [, hours = "", minutes = "00", half = ""] =
    /^\s*(\d{1,2})(?:[:.](\d{2}))?\s*([ap])?\.?(?:m\.?)?(?![\w:])/i.exec(written) ?? [];
  if (!hours || (!half && !/^\s*\d{1,2}[:.]\d{2}/.test(written))) return null;
  const hour = Number(hours);
  if (half && (hour < 1 || hour > 12)) return null;
  const full = half ? (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0) : hour;
  const time = `${String(full).padStart(2, "0")}:${minutes}`;
  return isTimeOfDay(time) ? time : null;
}

export const bookingLabel = ({
  studentParentName,
  examBoardGrade,
}: Pick<AmebBooking, "studentParentName" | "examBoardGrade">) =>
  `${studentParentName}, ${examBoardGrade}`;

export const amebLimits = { nameMin: 2, nameMax: 100, textMax: 100, notesMax: 4000 } as const;

export const amebStatusLabels: Record<AmebStatus, string> = {
  pending: "Pending",
  contacted: "Contacted",
  booked: "Booked",
  cancelled: "Cancelled",
};

export const musicLabels: Record<MusicState, string> = {
  missing: "Missing",
  received: "Received",
  marked: "Marked up",
};

export const levelLabels: Readonly<Record<string, string>> = {
  1: "1, to Grade 4",
  2: "2, from Grade 5",
  3: "3, diplomas",
};

export const bookingListShape: ListShape = {
  sorts: { created: "Inquired On", exam: "Exam Details", name: "Client Name" },
  sort: "-created",
  filters: {
    status: { label: "Status", of: amebStatusLabels },
    month: { label: "Exam in", of: "month" },
    from: { label: "Exam from", of: "day" },
    to: { label: "Exam to", of: "day" },
  },
};

type Prepared = Partial<Pick<AmebBooking, "level" | "music">>;

/** `In 8 days · sheet music overdue`; empty for an invalid date. */
export function daysLeft(
  examDate: Day,
  today: Day,
  { level = null, music = "missing" }: Prepared = {},
): string {
  if (!isDay(examDate)) return "";
  const daysToExam = daysBetween(today, examDate);
  if (daysToExam < 0) return "Exam has passed";
  const inDays = (days: number) =>
    days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`;
  const exam = inDays(daysToExam);
  const daysToCutOff = daysToExam - noticeDays(level);
  const due = daysToCutOff < 0 ? "overdue" : `due ${inDays(daysToCutOff)}`;
  const sheetMusic = music === "missing" ? due : musicLabels[music].toLowerCase();
  return `${exam[0]!.toUpperCase()}${exam.slice(1)} · sheet music ${sheetMusic}`;
}

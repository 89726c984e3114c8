import * as z from "zod/mini";
import {
  amebStatuses,
  examLevels,
  musicStates,
  rehearsalLengths,
} from "#app/server/database/enums.ts";
import { type Day, isDay, longDay } from "#app/values/calendar.ts";
import { check, emailAddress, type FieldErrors } from "#app/values/rules.ts";
import { cleanText, countCharacters, countVisible, isUuid, oneLine } from "#app/values/text.ts";
import { isTimeOfDay } from "#app/values/time-of-day.ts";
import { travelOf, travelRule } from "#app/values/travel.ts";
import { either } from "#app/values/wording.ts";
import { labelFrom, type NounWords, sayTime, sayValue } from "#app/features/audit/changes.ts";
import {
  type AmebBooking,
  amebLimits,
  isNear,
  timeOfDay,
  amebStatusLabels,
  levelLabels,
  musicLabels,
} from "./model.ts";
import { restorableNotice } from "#app/features/audit/model.ts";
import type { DeletionToasts } from "#app/ui/admin/deletion.tsx";

/* Checks and writes only touched fields: rows of other programs may hold text the form refuses. */

export const bookingLabels = {
  status: "Status",
  examDate: "Exam Date",
  examTime: "Exam Time",
  examMinutes: "Exam, minutes",
  sessionId: "Exam session",
  venueId: "Venue",
  examVenue: "Another venue",
  travelMinutes: "Travel, minutes",
  rehearsalDate: "Rehearsal Date",
  rehearsalTime: "Rehearsal Time",
  rehearsalMinutes: "Rehearsal Length",
  examBoardGrade: "Exam Board & Grade",
  level: "Level",
  candidateName: "Candidate",
  instrument: "Instrument",
  works: "Works",
  music: "Sheet Music",
  teacherName: "Teacher",
  serviceRequired: "Services",
  studentParentName: "Student/Parent Name",
  contactEmail: "Contact Email",
  notes: "Notes",
} as const;

export type BookingField = keyof typeof bookingLabels;
const editableFields = Object.keys(bookingLabels) as BookingField[];

/** As the form shows and posts them: null is empty, one service a line. */
export type BookingTexts = Record<BookingField, string>;

const manyLines: readonly string[] = ["works", "notes", "serviceRequired"];
const required: Partial<Record<BookingField, string>> = {
  status: "Please choose a status.",
  music: "Please choose whether the sheet music is here.",
  examBoardGrade: "Exam Board & Grade is required.",
  serviceRequired: "Please select at least one service.",
};

/** As a form would submit it: browsers drop line breaks, forms invisible characters. */
function asPosted(field: BookingField, text: string): string {
  const clean = cleanText(manyLines.includes(field) ? text : text.replace(/[\r\n]/g, ""));
  return manyLines.includes(field) ? clean.trim() : oneLine(clean);
}

/** A day or time that no input can show counts as empty, so saving it unchanged keeps it stored. */
function shownIn(field: BookingField, text: string): string {
  if (field === "rehearsalTime") return isTimeOfDay(text) ? text.slice(0, 5) : "";
  if (field === "examDate" || field === "rehearsalDate") return isDay(text) ? text : "";
  return text;
}

/** Arrays of other programs hold nulls and arrays. */
const serviceLine = (service: unknown) => oneLine(cleanText(service ? String(service) : ""));

export function textsOf(booking: AmebBooking): BookingTexts {
  const texts = editableFields.map((field): [BookingField, string] => {
    if (field === "examVenue" && booking.venueId) return [field, ""];
    const value = booking[field];
    if (Array.isArray(value)) return [field, value.map(serviceLine).filter(Boolean).join("\n")];
    return [field, asPosted(field, shownIn(field, String(value ?? "")))];
  });
  return Object.fromEntries(texts) as BookingTexts;
}

export function postedTexts(values: Readonly<Record<string, unknown>>): BookingTexts {
  const texts = editableFields.map((field) => {
    return [field, asPosted(field, [values[field] ?? ""].flat().map(String).join("\n"))];
  });
  return Object.fromEntries(texts) as BookingTexts;
}

export function changedFields(before: BookingTexts, after: BookingTexts): BookingField[] {
  return editableFields.filter((field) => before[field] !== after[field]);
}

/** In minutes. */
const [shortestExam, longestExam] = [5, 240];

const ofStatus = (text: string) => amebStatuses.find((status) => status === text);
const ofMusic = (text: string) => musicStates.find((state) => state === text);
const ofLevel = (text: string) => examLevels.find((level) => String(level) === text);
const ofExam = (text: string) =>
  /^\d{1,3}$/.test(text) && Number(text) >= shortestExam && Number(text) <= longestExam
    ? Number(text)
    : null;
const ofLength = (text: string) => rehearsalLengths.find((minutes) => String(minutes) === text);

function problemOf(field: BookingField, text: string, today: Day): string | null {
  if (!text) return required[field] ?? null;
  const most = manyLines.includes(field) ? amebLimits.notesMax : amebLimits.textMax;
  if (countCharacters(text) > most) return `Please use at most ${most} characters.`;
  switch (field) {
    case "status":
      return ofStatus(text) ? null : required.status!;
    case "examDate":
    case "rehearsalDate":
      if (!isDay(text)) return "Please enter a date.";
      return isNear(text, today) ? null : "Please check the year: that's over three years away.";
    case "rehearsalTime":
      return isTimeOfDay(text) ? null : "Please enter a time, such as 4:30 pm.";
    case "rehearsalMinutes":
      return ofLength(text) ? null : `Please choose ${either(rehearsalLengths)} minutes.`;
    case "travelMinutes":
      return travelOf(text) === null ? travelRule : null;
    case "examMinutes":
      return ofExam(text) ? null : `Enter minutes from ${shortestExam} to ${longestExam}.`;
    case "music":
      return ofMusic(text) ? null : required.music!;
    case "level":
      return ofLevel(text) ? null : "Please choose a level.";
    case "sessionId":
      return isUuid(text) ? null : "Please choose a session.";
    case "venueId":
      return isUuid(text) ? null : "Please choose a venue.";
    default:
      return null;
  }
}

function problemOfPerson(field: BookingField, text: string): string | null {
  if (field === "studentParentName" && countVisible(text) < amebLimits.nameMin)
    return "Student/Parent Name is required.";
  if (field === "contactEmail" && !check(emailAddress("-"), text).ok)
    return "Please enter a valid email address.";
  return null;
}

/** The question about a rehearsal after the exam; null once ticked, or where no dates show it. */
function questionOf(texts: BookingTexts, isSure: boolean): string | null {
  const { examDate, rehearsalDate, rehearsalTime } = texts;
  if (isSure || !isDay(examDate) || !isDay(rehearsalDate) || rehearsalDate < examDate) return null;
  if (rehearsalDate > examDate)
    return `That's after the exam on ${longDay(examDate)}. Is the date right?`;
  const exam = timeOfDay(texts.examTime);
  const isLater = exam !== null && isTimeOfDay(rehearsalTime) && rehearsalTime > exam;
  return isLater ? "That's later than the exam on the same day. Is the time right?" : null;
}

const order: readonly BookingField[] = ["examDate", "examTime", "rehearsalDate", "rehearsalTime"];

export function bookingErrors(
  before: BookingTexts,
  after: BookingTexts,
  today: Day,
  isSure: boolean,
): FieldErrors {
  const errors: FieldErrors = {};
  const changed = changedFields(before, after);
  for (const field of changed) {
    const problem = problemOf(field, after[field], today) ?? problemOfPerson(field, after[field]);
    if (problem) errors[field] = problem;
  }
  if (changed.includes("examVenue") && after.examVenue && after.venueId)
    errors.examVenue ??= "Choose a venue above or type another here, not both.";
  const question = changed.some((field) => order.includes(field))
    ? questionOf(after, isSure)
    : null;
  if (question) errors.rehearsalDate ??= question;
  return errors;
}

export const sureName = "rehearsalAfterExam";

/** The field name of the tick that confirms overlaps in the diary. */
export const overName = "over";

const isTicked = (values: Readonly<Record<string, unknown>>) => values[sureName] === "on";

export function bookingEditSchema(before: BookingTexts, today: Day) {
  return z.record(z.string(), z.unknown()).check(
    z.check(({ value, issues }) => {
      const errors = bookingErrors(before, postedTexts(value), today, isTicked(value));
      for (const [field, message] of Object.entries(errors))
        issues.push({ code: "custom", input: value, path: [field], message: message! });
    }),
  );
}

const notNull: readonly BookingField[] = [
  "status",
  "music",
  "examBoardGrade",
  "studentParentName",
  "contactEmail",
];

type Columns = Partial<Pick<AmebBooking, BookingField>>;

/** Services that were there keep their own spelling. */
export function changedColumns(
  booking: AmebBooking,
  after: BookingTexts,
  fields: readonly BookingField[],
): Columns {
  const values = fields.map((field): [BookingField, unknown] => {
    const text = after[field];
    if (field === "serviceRequired") return [field, servicesOf(booking.serviceRequired, text)];
    if (field === "rehearsalMinutes") return [field, ofLength(text) ?? null];
    if (field === "travelMinutes") return [field, travelOf(text)];
    if (field === "examMinutes") return [field, ofExam(text)];
    if (field === "level") return [field, ofLevel(text) ?? null];
    const isNullable = !notNull.includes(field);
    return [field, text === "" && isNullable ? null : text];
  });
  return Object.fromEntries(values) as Columns;
}

function servicesOf(stored: readonly string[], text: string): string[] {
  const chosen = text.split("\n").filter(Boolean);
  const kept = stored.filter((service) => chosen.includes(serviceLine(service)));
  const known = kept.map(serviceLine);
  return [...kept, ...chosen.filter((service) => !known.includes(service))];
}

const says: Partial<Record<keyof BookingTexts, (value: unknown) => string>> = {
  status: labelFrom(amebStatusLabels),
  level: labelFrom(levelLabels),
  music: labelFrom(musicLabels),
  rehearsalTime: sayTime,
  rehearsalMinutes: (value) => `${sayValue(value)} min`,
  serviceRequired: (value) => sayValue(value).replaceAll("\n", ", "),
};

export const bookingWords: NounWords = Object.fromEntries(
  Object.entries(bookingLabels).map(([name, label]) => {
    const say = says[name as keyof BookingTexts];
    return [name, { label, ...(say && { say }) }];
  }),
);

export const bookingDeletion: DeletionToasts = {
  question: (name) =>
    `Are you sure you want to delete ${name ? `the AMEB booking of ${name}` : "this AMEB booking"}? ` +
    restorableNotice,
  deleting: {
    loading: "Deleting booking...",
    success: { title: "Booking deleted successfully!" },
    failure: { title: "Failed to delete booking." },
  },
  restoring: {
    loading: "Restoring booking...",
    success: { title: "The booking is back." },
    failure: { title: "Failed to restore booking." },
  },
};

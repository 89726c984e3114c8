import { ameb } from "#app/content/prices.ts";
import { addDays, type Day, isDay } from "#app/values/calendar.ts";
import { cleanText } from "#app/values/text.ts";
import { type AmebBooking, amebStatusLabels, timeOfDay } from "./model.ts";

/*
 * Exam days in iCalendar format (RFC 5545). Families type exam times freely: one that names a time of
 * day becomes an appointment in Melbourne's time zone, any other the whole day.
 */

type ExamDay = Pick<
  AmebBooking,
  | "id"
  | "studentParentName"
  | "examDate"
  | "examTime"
  | "examBoardGrade"
  | "teacherName"
  | "serviceRequired"
  | "status"
>;

const zone = [
  "BEGIN:VTIMEZONE",
  "TZID:Australia/Melbourne",
  "BEGIN:STANDARD",
  "DTSTART:20080406T030000",
  "RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU",
  "TZOFFSETFROM:+1100",
  "TZOFFSETTO:+1000",
  "TZNAME:AEST",
  "END:STANDARD",
  "BEGIN:DAYLIGHT",
  "DTSTART:20081005T020000",
  "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=1SU",
  "TZOFFSETFROM:+1000",
  "TZOFFSETTO:+1100",
  "TZNAME:AEDT",
  "END:DAYLIGHT",
  "END:VTIMEZONE",
];

/** Leaves out exams without a date. `host` names the calendar and its events. */
export function examCalendar(bookings: readonly ExamDay[], host: string, now: Date): string {
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const events = bookings.flatMap((booking) =>
    booking.examDate && isDay(booking.examDate)
      ? event(booking, booking.examDate, host, stamp)
      : [],
  );
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${host}//Exam days//EN`,
    "CALSCALE:GREGORIAN",
    "X-WR-CALNAME:Exam days",
    "X-WR-TIMEZONE:Australia/Melbourne",
    ...zone,
    ...events,
    "END:VCALENDAR",
  ];
  return `${lines.map(folded).join("\r\n")}\r\n`;
}

function event(booking: ExamDay, examDate: Day, host: string, stamp: string): string[] {
  const { id, studentParentName, examTime, examBoardGrade, teacherName, serviceRequired, status } =
    booking;
  const about = [
    examTime && `Time: ${examTime}`,
    `Services: ${serviceRequired.join(", ")}`,
    teacherName && `Teacher: ${teacherName}`,
    `Status: ${amebStatusLabels[status]}`,
    `Be there ${ameb.arrivesMinutesBefore} minutes before.`,
  ];
  return [
    "BEGIN:VEVENT",
    `UID:${id}@${host}`,
    `DTSTAMP:${stamp}`,
    ...times(examDate, timeOfDay(examTime ?? "")),
    `SUMMARY:${escaped(`${examBoardGrade}, ${studentParentName}`)}`,
    `DESCRIPTION:${escaped(about.filter(Boolean).join("\n"))}`,
    `STATUS:${status === "booked" ? "CONFIRMED" : "TENTATIVE"}`,
    "END:VEVENT",
  ];
}

const plain = (day: Day) => day.replaceAll("-", "");

function times(day: Day, time: string | null): string[] {
  const next = addDays(day, 1);
  // 9999-12-31 has no next day; without DTEND an event lasts the whole day.
  if (!time)
    return [
      `DTSTART;VALUE=DATE:${plain(day)}`,
      ...(isDay(next) ? [`DTEND;VALUE=DATE:${plain(next)}`] : []),
    ];
  return [
    `DTSTART;TZID=Australia/Melbourne:${plain(day)}T${time.replace(":", "")}00`,
    "DURATION:PT30M",
  ];
}

function escaped(text: string): string {
  return cleanText(text)
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll("\n", "\\n");
}

/** RFC 5545: lines are at most 75 bytes; the next one begins with a blank. Never splits a character. */
function folded(line: string): string {
  const parts = [""];
  let bytes = 0;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (bytes + size > 74) {
      parts.push("");
      bytes = 0;
    }
    parts[parts.length - 1] += character;
    bytes += size;
  }
  return parts.join("\r\n ");
}

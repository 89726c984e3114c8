import { addDays, type Day, isDay, isInstant, melbourneDay } from "./calendar.ts";
import { cleanText } from "./text.ts";
import { addMinutes, endsNextDay, type TimeOfDay } from "./time-of-day.ts";

/* The iCalendar format (RFC 5545), for a calendar that other apps subscribe to. */

export type CalendarEvent = {
  /** The same for ever, and of no other event. */
  uid: string;
  /** Rises with every change. */
  version: number;
  changedAt: Date;
  day: Day;
  /** Melbourne time; null for the whole day. */
  start: TimeOfDay | null;
  /** Not after the start: on the next day. */
  end: TimeOfDay | null;
  summary: string;
  location: string | null;
  description: readonly string[];
  url: string;
  isConfirmed: boolean;
  /** Leaves the time free for other things. */
  isFree?: boolean;
};

const melbourne = [
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

/** Leaves out events on days that no calendar has. `host` makes the ids unique among all calendars. */
export function calendarFile(name: string, events: readonly CalendarEvent[], host: string): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${host}//Calendar//EN`,
    "CALSCALE:GREGORIAN",
    `X-WR-CALNAME:${escaped(name)}`,
    "X-WR-TIMEZONE:Australia/Melbourne",
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    "X-PUBLISHED-TTL:PT1H",
    ...melbourne,
    ...events.filter(({ day }) => isDay(day)).flatMap((event) => eventLines(event, host)),
    "END:VCALENDAR",
  ];
  return `${lines.map(folded).join("\r\n")}\r\n`;
}

function eventLines(event: CalendarEvent, host: string): string[] {
  // Without a METHOD, DTSTAMP too is when the event was last changed: the feed stays the same until then.
  const changedAt = stamp(event.changedAt);
  return [
    "BEGIN:VEVENT",
    `UID:${event.uid}@${host}`,
    `DTSTAMP:${changedAt}`,
    `LAST-MODIFIED:${changedAt}`,
    `SEQUENCE:${event.version}`,
    ...times(event),
    `SUMMARY:${escaped(event.summary)}`,
    ...(event.location ? [`LOCATION:${escaped(event.location)}`] : []),
    ...(event.description.length > 0
      ? [`DESCRIPTION:${escaped(event.description.join("\n"))}`]
      : []),
    `URL:${event.url}`,
    `STATUS:${event.isConfirmed ? "CONFIRMED" : "TENTATIVE"}`,
    `TRANSP:${event.isFree ? "TRANSPARENT" : "OPAQUE"}`,
    "END:VEVENT",
  ];
}

const digits = (text: string) => text.replace(/[-:]/g, "");

function times({ day, start, end }: CalendarEvent): string[] {
  const next = addDays(day, 1);
  // 9999-12-31 has no next day; without DTEND an event lasts the whole day.
  if (!start)
    return [
      `DTSTART;VALUE=DATE:${digits(day)}`,
      ...(isDay(next) ? [`DTEND;VALUE=DATE:${digits(next)}`] : []),
    ];
  const at = (on: Day, time: TimeOfDay) =>
    `;TZID=Australia/Melbourne:${digits(on)}T${digits(time.slice(0, 5))}00`;
  const until = end ?? addMinutes(start, 60);
  const lastDay = endsNextDay(start, until) ? next : day;
  return [`DTSTART${at(day, start)}`, ...(isDay(lastDay) ? [`DTEND${at(lastDay, until)}`] : [])];
}

/** The first instant there is where the database holds none that a calendar has. */
function stamp(instant: Date): string {
  const known = isInstant(instant) && isDay(melbourneDay(instant)) ? instant : new Date(0);
  return known.toISOString().replace(/[-:]|\.\d+/g, "");
}

function escaped(text: string): string {
  return cleanText(text)
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/[\n\t]/g, (character) => (character === "\n" ? "\\n" : " "));
}

/** Lines are at most 75 bytes; the next one begins with a blank. Never splits a character. */
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

import { addDays, type Day, isDay, isInstant, melbourneDay, wallTime } from "./calendar.ts";
import { cleanText } from "./text.ts";
import { addMinutes, endsNextDay, type TimeOfDay } from "./time-of-day.ts";
import { instantOf } from "./wall-clock.ts";

/* iCalendar (RFC 5545) for subscribed calendars, and for email invitations (iTIP, RFC 5546). */

type DayTime = {
  day: Day;
  /** Melbourne time; null for the whole day. */
  start: TimeOfDay | null;
  /** If not after the start: on the next day. */
  end: TimeOfDay | null;
};

/** Written as whole days from one midnight to another. */
type InstantTime = { startsAt: Date; endsAt: Date };

type EventTime = DayTime | InstantTime;

export type CalendarEvent = EventTime & {
  /** Permanent, and unique to the event. */
  uid: string;
  version: number;
  changedAt: Date;
  summary: string;
  location: string | null;
  description: readonly string[];
  url: string;
  isConfirmed: boolean;
  isCancelled?: boolean;
  isFree?: boolean;
  /** The original start of the occurrence that it replaces, in the series with the same id. */
  replaces?: Date | null;
  repeats?: Repeats;
};

/** `count` times every `weeks` weeks at the same wall time, except the starts in `without`. */
export type Repeats = { weeks: number; count: number; without: readonly Date[] };

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

/** Omits events on impossible days. `host` makes the ids unique among all calendars. */
export function calendarFile(name: string, events: readonly CalendarEvent[], host: string): string {
  return fileOf(host, [
    `X-WR-CALNAME:${escaped(name)}`,
    "X-WR-TIMEZONE:Australia/Melbourne",
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    "X-PUBLISHED-TTL:PT1H",
    ...melbourne,
    // Without a METHOD, DTSTAMP is the last change too: an unchanged feed stays the same.
    ...events.filter(isPossible).flatMap((event) => eventLines(event, host, event.changedAt)),
  ]);
}

export type Invitation = {
  /** `CANCEL` removes the event from the calendar. */
  method: "REQUEST" | "CANCEL";
  /** Those of a series share one id, as the standard wants; not every calendar follows several ids. */
  events: readonly CalendarEvent[];
  writtenAt: Date;
  /** The sender of the email: calendars trust nobody else. */
  organizer: string;
  attendee: string;
};

/** Asks for no answer, because the organizer has no mailbox that would read it. */
export function invitationFile(invitation: Invitation, host: string): string {
  const { method, events, writtenAt, organizer, attendee } = invitation;
  const people = [
    `ORGANIZER:${mailto(organizer)}`,
    "ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:" +
      mailto(attendee),
  ];
  return fileOf(host, [
    `METHOD:${method}`,
    ...melbourne,
    ...events.flatMap((event) => eventLines(event, host, writtenAt, people)),
  ]);
}

export function methodOf(invitation: string): string {
  return /^METHOD:([A-Z]+)\r$/m.exec(invitation)?.[1] ?? "PUBLISH";
}

function fileOf(host: string, content: readonly string[]): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${host}//Calendar//EN`,
    "CALSCALE:GREGORIAN",
    ...content,
    "END:VCALENDAR",
  ];
  return `${lines.map(folded).join("\r\n")}\r\n`;
}

function isPossible(event: CalendarEvent): boolean {
  if ("day" in event) return isDay(event.day);
  return [event.startsAt, event.endsAt].every((at) => isDay(melbourneDay(at)));
}

function eventLines(
  event: CalendarEvent,
  host: string,
  stampedAt: Date,
  people: readonly string[] = [],
): string[] {
  return [
    "BEGIN:VEVENT",
    `UID:${event.uid}@${host}`,
    `DTSTAMP:${stamp(stampedAt)}`,
    `LAST-MODIFIED:${stamp(event.changedAt)}`,
    `SEQUENCE:${event.version}`,
    ...("day" in event ? times(event) : instants(event)),
    ...(event.replaces ? [`RECURRENCE-ID${onTheWall(event.replaces)}`] : []),
    ...(event.repeats ? repeating(event.repeats) : []),
    `SUMMARY:${escaped(event.summary)}`,
    ...(event.location ? [`LOCATION:${escaped(event.location)}`] : []),
    ...(event.description.length > 0
      ? [`DESCRIPTION:${escaped(event.description.join("\n"))}`]
      : []),
    ...people,
    `URL:${event.url}`,
    `STATUS:${statusOf(event)}`,
    `TRANSP:${event.isFree || event.isCancelled ? "TRANSPARENT" : "OPAQUE"}`,
    "END:VEVENT",
  ];
}

function statusOf({ isConfirmed, isCancelled }: CalendarEvent): string {
  if (isCancelled) return "CANCELLED";
  return isConfirmed ? "CONFIRMED" : "TENTATIVE";
}

const digits = (text: string) => text.replace(/[-:]/g, "");

function times({ day, start, end }: DayTime): string[] {
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

function instants({ startsAt, endsAt }: InstantTime): string[] {
  const ends = { DTSTART: startsAt, DTEND: endsAt };
  const lines = (write: (at: Date) => string) =>
    Object.entries(ends).map(([name, at]) => `${name}${write(at)}`);
  const isMidnight = (at: Date) => wallTime(at).endsWith(" 00:00:00");
  if (isMidnight(startsAt) && isMidnight(endsAt) && startsAt < endsAt)
    return lines((at) => `;VALUE=DATE:${digits(melbourneDay(at))}`);
  // A repeated wall time would mean the first of the two.
  if (![startsAt, endsAt].every(isOfWall)) return lines((at) => `:${stamp(at)}`);
  return lines(onTheWall);
}

const onTheWall = (at: Date) =>
  `;TZID=Australia/Melbourne:${digits(wallTime(at)).replace(" ", "T")}`;

const repeating = ({ weeks, count, without }: Repeats) => [
  `RRULE:FREQ=WEEKLY;INTERVAL=${weeks};COUNT=${count}`,
  ...without.map((at) => `EXDATE${onTheWall(at)}`),
];

function isOfWall(at: Date): boolean {
  const [, hours, minutes] = /(\d\d):(\d\d):00$/.exec(wallTime(at)) ?? [];
  const first = hours && instantOf(melbourneDay(at), Number(hours) * 60 + Number(minutes));
  return Boolean(first) && (first as Date).getTime() === at.getTime();
}

/** 1970 for an instant that no calendar has. */
function stamp(instant: Date): string {
  const known = isInstant(instant) && isDay(melbourneDay(instant)) ? instant : new Date(0);
  return known.toISOString().replace(/[-:]|\.\d+/g, "");
}

function escaped(text: string): string {
  return cleanText(text)
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/[\n\t]/g, (character) => (character === "\n" ? "\\n" : " "));
}

const mailto = (email: string) =>
  `mailto:${email.replace(/[\s%?#"<>]/g, (character) => encodeURIComponent(character))}`;

/** Lines have at most 75 bytes and continue after a blank. Never splits a character. */
function folded(line: string): string {
  const parts = [""];
  let bytes = 0;
  for (const character of line) {
    const size = bytesOf(character.codePointAt(0)!);
    if (bytes + size > 74) {
      parts.push("");
      bytes = 0;
    }
    parts[parts.length - 1] += character;
    bytes += size;
  }
  return parts.join("\r\n ");
}

/** In UTF-8. */
const bytesOf = (point: number) => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4);

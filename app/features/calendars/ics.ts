import ICAL from "ical.js";
import { cleanText, cutCharacters, oneLine } from "#app/values/text.ts";
import { floating, utc, type Zone, zonesOf } from "./zones.ts";

/* Reads the events of an iCalendar file (RFC 5545), each on its own: one that is broken spoils no other. */

/** A wall time, or a day from its midnight, in a zone. */
export type Moment = { wall: number; zone: Zone; isDay: boolean };

/** In milliseconds: what clocks advance by, and then what passes. They differ where clocks change. */
export type Length = { wall: number; exact: number };

export type CalendarItem = {
  uid: string;
  /** Which occurrence of the series it replaces. */
  replaces: Moment | null;
  sequence: number;
  start: Moment;
  length: Length;
  rules: ICAL.Recur[];
  extra: { start: Moment; length: Length }[];
  except: Moment[];
  /** Cancelled, declined or marked as free. */
  isFree: boolean;
  summary: string;
};

export type ReadCalendar = { items: CalendarItem[]; skipped: number };

/** Why a text is no calendar that can be used. */
export class NotCalendar extends Error {
  override name = "NotCalendar";
  readonly reason: "no-calendar" | "cut-off" | "too-many";
  constructor(reason: NotCalendar["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

const mostItems = 20_000;

/** Throws {@link NotCalendar}. */
export function readCalendar(text: string): ReadCalendar {
  const { head, events, definitions } = split(text);
  if (events.length > mostItems) throw new NotCalendar("too-many");
  const zoneOf = zonesOf(definitions.flatMap((block) => componentOf(block) ?? []));
  const owner = ownerOf(head);
  const items = events.flatMap((block) => itemOf(block, zoneOf, owner) ?? []);
  return { items, skipped: events.length - items.length };
}

type Blocks = { head: string[]; events: string[]; definitions: string[] };

/** What is no event or zone, such as alarms and tasks, is left out. */
function split(text: string): Blocks {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const blocks: Blocks = { head: [], events: [], definitions: [] };
  if (!/^BEGIN:VCALENDAR\s*$/i.test(lines.find((line) => line.trim() !== "") ?? ""))
    throw new NotCalendar("no-calendar");
  if (!lines.findLast((line) => line.trim() !== "")!.match(/^END:VCALENDAR\s*$/i))
    throw new NotCalendar("cut-off");
  const into: Readonly<Record<string, string[]>> = {
    VEVENT: blocks.events,
    VTIMEZONE: blocks.definitions,
  };
  let block: string[] = [];
  const open: string[] = [];
  for (const line of lines) {
    const [, edge, kind = ""] = /^(BEGIN|END):([\w-]+)\s*$/i.exec(line) ?? [];
    const name = kind.toUpperCase();
    const begins = edge?.toUpperCase() === "BEGIN";
    if (begins && name === "VEVENT" && open.length > 1) {
      // The one before never ended.
      blocks.events.push(block.join("\r\n"));
      block = [];
      open.length = 1;
    }
    if (begins) open.push(name);
    const isAlarm = open.includes("VALARM");
    if (open.length === 1 && !edge) blocks.head.push(line);
    if (open.length > 1 && !isAlarm) block.push(line);
    if (!edge || begins) continue;
    open.pop();
    if (open.length > 1) continue;
    into[name]?.push(block.join("\r\n"));
    block = [];
  }
  return blocks;
}

function componentOf(block: string): ICAL.Component | null {
  try {
    return new ICAL.Component(ICAL.parse(block));
  } catch {
    return null;
  }
}

/** Google names a person's first calendar after their email address. */
function ownerOf(head: readonly string[]): string | null {
  const line = head.find((one) => /^X-WR-CALNAME[:;]/i.test(one)) ?? "";
  const name = line.slice(line.indexOf(":") + 1).trim();
  return /^[^\s@]+@[^\s@]+$/.test(name) ? name.toLowerCase() : null;
}

/** Outlook's `TZID=tzone://Microsoft/Utc` has a colon outside of quotes. */
const withQuotedZones = (block: string) =>
  block.replace(/;TZID=(tzone:\/\/[^:;\r\n]+)/gi, ';TZID="$1"');

type JCalProperty = [name: string, params: Record<string, unknown>, type: string, ...unknown[]];

function itemOf(
  block: string,
  zoneOf: (tzid: string) => Zone,
  owner: string | null,
): CalendarItem | null {
  try {
    const [, properties] = ICAL.parse(withQuotedZones(block)) as [string, JCalProperty[]];
    const all = (name: string) => properties.filter((property) => property[0] === name);
    const first = (name: string) => all(name)[0];
    const words = (name: string) => String(first(name)?.[3] ?? "").trim();
    const moments = (name: string) => all(name).flatMap((property) => momentsOf(property, zoneOf));
    const start = moments("dtstart")[0];
    if (!start) return null;
    const length = lengthOf(start, moments("dtend")[0], first("duration")?.[3]);
    const isOff = all("attendee").some(
      ([, params, , attendee]) =>
        owner !== null &&
        String(attendee).toLowerCase() === `mailto:${owner}` &&
        String(params.partstat).toUpperCase() === "DECLINED",
    );
    return {
      uid: words("uid"),
      replaces: moments("recurrence-id")[0] ?? null,
      sequence: Number(words("sequence")) || 0,
      start,
      length,
      rules: all("rrule").map(([, , , rule]) => ICAL.Recur.fromData(rule as never)),
      extra: all("rdate").flatMap((property) => extraOf(property, zoneOf, length)),
      except: moments("exdate"),
      isFree:
        isOff ||
        words("status").toUpperCase() === "CANCELLED" ||
        words("transp").toUpperCase() === "TRANSPARENT" ||
        words("x-microsoft-cdo-busystatus").toUpperCase() === "FREE",
      summary: cutCharacters(oneLine(cleanText(words("summary"))), 200),
    };
  } catch {
    return null;
  }
}

const timePattern = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(Z)?)?$/;

/** Throws for what is no time that a calendar has. */
function momentOf(value: unknown, tzid: unknown, zoneOf: (tzid: string) => Zone): Moment {
  const [, year, month, day, hour, minute, second, z] = timePattern.exec(String(value)) ?? [];
  const numbers = [hour, minute, second].map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
  ];
  const wall = Date.UTC(Number(year), Number(month) - 1, Number(day), ...numbers);
  const exists = new Date(wall).toISOString().slice(0, 10) === `${year}-${month}-${day}`;
  if (!exists || Number(year) < 1900 || numbers[0] > 23) throw new RangeError("No such time.");
  const zone = hour && tzid ? zoneOf(String(tzid)) : floating;
  return { wall, zone: z ? utc : zone, isDay: !hour };
}

function momentsOf([, params, , ...values]: JCalProperty, zoneOf: (tzid: string) => Zone) {
  return values.map((value) => momentOf(value, params.tzid, zoneOf));
}

function extraOf(property: JCalProperty, zoneOf: (tzid: string) => Zone, length: Length) {
  const [, params, type, ...values] = property;
  if (type !== "period") return momentsOf(property, zoneOf).map((start) => ({ start, length }));
  return values.map((value) => {
    const [from, until] = value as [string, string];
    const start = momentOf(from, params.tzid, zoneOf);
    return /^[-+]?P/.test(until)
      ? { start, length: lengthOf(start, undefined, until) }
      : { start, length: lengthOf(start, momentOf(until, params.tzid, zoneOf), undefined) };
  });
}

const msPerDay = 86_400_000;

/** Throws for an end before the start. */
function lengthOf(start: Moment, end: Moment | undefined, duration: unknown): Length {
  const length = end ? lengthUntil(start, end) : lengthFor(duration, start.isDay);
  const least = start.isDay ? msPerDay : 0;
  if (length.wall + length.exact < 0) throw new RangeError("No time runs backwards.");
  return length.wall + length.exact < least ? { wall: least, exact: 0 } : length;
}

function lengthUntil(start: Moment, end: Moment): Length {
  // As calendars show it: until the same time on the clock, although the hour may change in between.
  if (end.zone === start.zone) return { wall: end.wall - start.wall, exact: 0 };
  const exact = end.zone.instantAt(end.wall) - start.zone.instantAt(start.wall);
  return { wall: 0, exact };
}

function lengthFor(duration: unknown, isDay: boolean): Length {
  if (!duration) return { wall: isDay ? msPerDay : 0, exact: 0 };
  const { weeks, days, hours, minutes, seconds, isNegative } = ICAL.Duration.fromString(
    String(duration),
  );
  const exact = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return isNegative ? { wall: -1, exact: 0 } : { wall: (weeks * 7 + days) * msPerDay, exact };
}

// As late as a database keeps times, and earlier than `Date` ends.
const lastInstant = Date.UTC(9999, 0);

/** When something that begins at this wall time ends. What lasts for ever ends with the calendar. */
export function endOf(wall: number, zone: Zone, length: Length): number {
  const end = zone.instantAt(Math.min(wall + length.wall, lastInstant)) + length.exact;
  return Math.min(end, lastInstant);
}

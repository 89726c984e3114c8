import ICAL from "ical.js";
import { cleanText, cutCharacters, oneLine } from "#app/values/text.ts";
import { floating, utc, type Zone, zonesOf } from "./zones.ts";

/* Reads the events of an iCalendar file (RFC 5545); a broken event doesn't affect the others. */

/** A wall time in a zone; for a day, its midnight. */
export type Moment = { wall: number; zone: Zone; isDay: boolean };

/** In milliseconds: wall-clock time, then elapsed time. They differ where clocks change. */
type Length = { wall: number; exact: number };

export type CalendarItem = {
  uid: string;
  replaces: Moment | null;
  sequence: number;
  start: Moment;
  length: Length;
  rules: ICAL.Recur[];
  extra: { start: Moment; length: Length }[];
  except: Moment[];
  /** Cancelled, declined or marked as free. */
  isFree: boolean;
  isPartial: boolean;
  /** Travel time before the start, in milliseconds. */
  travel: number;
  summary: string;
};

type ReadCalendar = { items: CalendarItem[]; skipped: number };

/** Throws {@link NotCalendar}. */
export function readCalendar(text: string): ReadCalendar {
  const reader = blockReader();
  reader.add(text.replace(/^\uFEFF/, ""));
  const { head, events, definitions } = reader.end();
  const zoneOf = zonesOf(definitions.flatMap((block) => componentOf(block) ?? []));
  const owner = ownerOf(head);
  const found = events.flatMap((block) => itemsOf(block, zoneOf, owner));
  const items = found.filter((item) => item !== null);
  return { items, skipped: found.length - items.length };
}

// Clocks of two zones differ by at most 26 hours.
const enough = 2 * 86_400_000;

/** Drops events before `from` and unused lines. Series and replaced occurrences always stay. */
export function calendarFrom(from: number) {
  const { add, end } = blockReader((block) => {
    const isPast = (item: CalendarItem | null) =>
      item !== null &&
      !item.replaces &&
      !item.isPartial &&
      item.rules.length + item.extra.length === 0 &&
      endOf(item.start.wall, floating, item.length) < from - enough;
    return !itemsOf(block, () => floating, null).every(isPast);
  });
  const toText = () => {
    const { head, events, definitions } = end();
    const lines = [head, ...definitions, ...events].flat();
    return ["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR", ""].join("\r\n");
  };
  return { add, toText };
}

function componentOf(block: Block): ICAL.Component | null {
  return ifReadable(() => new ICAL.Component(ICAL.parse(block.join("\r\n"))));
}

export function ifReadable<T>(read: () => T): T | null {
  try {
    return read();
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

type Property = { name: string; params: string; value: string };
type ZoneOf = (tzid: string) => Zone;

/** Colons in quotes and in Outlook's `TZID=tzone://Microsoft/Utc` don't end a parameter. */
const linePattern = /^([\w-]+)((?:;(?:tzid=tzone:[^:;]*|"[^"]*"|[^":])*)?):(.*)$/i;

function propertyOf(line: string): Property[] {
  const [, name, params, value] = linePattern.exec(line) ?? /^([\w-]+)(.*):(.*)$/.exec(line) ?? [];
  return name ? [{ name: name.toUpperCase(), params: params!, value: value!.trim() }] : [];
}

/** Null without a readable start; other broken parts are ignored. */
function itemsOf(block: Block, zoneOf: ZoneOf, owner: string | null): (CalendarItem | null)[] {
  const properties = block.flatMap(propertyOf);
  const all = (name: string) => properties.filter((property) => property.name === name);
  const word = (name: string) => all(name)[0]?.value ?? "";
  const moments = (name: string) => all(name).flatMap((property) => momentsOf(property, zoneOf));
  const base = {
    uid: word("UID"),
    replaces: moments("RECURRENCE-ID")[0] ?? null,
    sequence: Number(word("SEQUENCE")) || 0,
    rules: [],
    extra: [],
    except: moments("EXDATE"),
    isFree: false,
    isPartial: false,
    travel: 0,
    summary: cutCharacters(oneLine(cleanText(unescaped(word("SUMMARY")))), 200),
  };
  if (block[0] === "BEGIN:VFREEBUSY") {
    return all("FREEBUSY").flatMap((property) =>
      property.value.split(",").map((value) => {
        const period = periodOf(value, property, zoneOf);
        return period && { ...base, ...period, isFree: /;FBTYPE="?FREE\b/i.test(property.params) };
      }),
    );
  }
  const start = moments("DTSTART")[0];
  if (!start) return [null];
  const duration = ifReadable(() => durationOf(word("DURATION")));
  const length = lengthOf(start, moments("DTEND")[0], duration);
  const rules = all("RRULE").map(({ value }) => ruleOf(value));
  const travel = start.isDay ? null : ifReadable(() => durationOf(word("X-APPLE-TRAVEL-DURATION")));
  const isDeclined = all("ATTENDEE").some(
    ({ params, value }) =>
      owner !== null &&
      value.toLowerCase() === `mailto:${owner}` &&
      /;PARTSTAT="?DECLINED\b/i.test(params),
  );
  return [
    {
      ...base,
      start,
      length,
      rules: rules.filter((rule) => rule !== null),
      extra: all("RDATE").flatMap((property) => extraOf(property, zoneOf, length)),
      isFree:
        isDeclined ||
        word("STATUS").toUpperCase() === "CANCELLED" ||
        word("TRANSP").toUpperCase() === "TRANSPARENT" ||
        word("X-MICROSOFT-CDO-BUSYSTATUS").toUpperCase() === "FREE",
      isPartial: rules.includes(null),
      travel: travel ? Math.min(Math.max(travel.wall + travel.exact, 0), msPerDay) : 0,
    },
  ];
}

const unescaped = (text: string) =>
  text.replace(/\\([\\;,nN])/g, (_, sign: string) => (/n/i.test(sign) ? "\n" : sign));

/** Parts of a rule that can't be read are ignored. */
function ruleOf(value: string): ICAL.Recur | null {
  const read = (parts: readonly string[]) =>
    ifReadable(() => ICAL.Recur.fromString(parts.join(";")));
  const parts = value.toUpperCase().replaceAll(/\s/g, "").split(";");
  const frequency = parts.find((part) => part.startsWith("FREQ=")) ?? "";
  return frequency
    ? (read(parts) ?? read(parts.filter((part) => read([frequency, part]) !== null)))
    : null;
}

const timePattern =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d)(?::?(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i;

/** A value without a time is a day, whatever its parameters say. Throws for impossible times. */
function momentOf(value: string, params: string, zoneOf: ZoneOf): Moment {
  const [, year, month, day, hour, minute, second, utcOffset] =
    timePattern.exec(value.trim()) ?? [];
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const exists = new Date(midnight).toISOString().slice(0, 10) === `${year}-${month}-${day}`;
  const seconds = (Number(hour ?? 0) * 60 + Number(minute ?? 0)) * 60 + Number(second ?? 0);
  // Some programs write midnight as 24:00.
  const isTime = Number(minute ?? 0) < 60 && Number(second ?? 0) <= 60 && seconds <= 86_400;
  if (!exists || Number(year) < 1900 || !isTime) throw new RangeError("No such time.");
  const tzid = /;TZID=(?:"([^"]*)"|(tzone:[^:;]*|[^";]*))/i.exec(params);
  const zone = hour && tzid ? zoneOf(tzid[1] ?? tzid[2]!) : floating;
  const wall = midnight + seconds * 1000;
  if (!utcOffset) return { wall, zone, isDay: !hour };
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)/.exec(utcOffset) ?? [];
  const ahead = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return { wall: sign === "-" ? wall + ahead : wall - ahead, zone: utc, isDay: false };
}

function momentsOf({ params, value }: Property, zoneOf: ZoneOf): Moment[] {
  return value.split(",").flatMap((one) => ifReadable(() => momentOf(one, params, zoneOf)) ?? []);
}

/** Such as `20261204T000000Z/PT1H`, or with an end instead of the duration. */
function periodOf(value: string, { params }: Property, zoneOf: ZoneOf) {
  const [from = "", until = ""] = value.split("/");
  const start = ifReadable(() => momentOf(from, params, zoneOf));
  if (!start) return null;
  const end = ifReadable(() => momentOf(until, params, zoneOf)) ?? undefined;
  return {
    start,
    length: lengthOf(
      start,
      end,
      ifReadable(() => durationOf(until)),
    ),
  };
}

function extraOf(property: Property, zoneOf: ZoneOf, length: Length) {
  return property.value.split(",").flatMap((value) => {
    const period = periodOf(value, property, zoneOf);
    return period
      ? { start: period.start, length: value.includes("/") ? period.length : length }
      : [];
  });
}

const msPerDay = 86_400_000;

/** Without a valid length: an hour, or the day. */
function lengthOf(start: Moment, end: Moment | undefined, duration: Length | null): Length {
  const said = [end && lengthUntil(start, end), duration];
  const length = said.find((one) => one && one.wall + one.exact >= 0);
  if (start.isDay) return length && length.wall + length.exact > msPerDay ? length : wholeDay;
  return length ?? { wall: 0, exact: 3_600_000 };
}

const wholeDay: Length = { wall: msPerDay, exact: 0 };

function lengthUntil(start: Moment, end: Moment): Length {
  // Like calendar apps: until the same clock time, even if the offset changes in between.
  if (end.zone === start.zone) return { wall: end.wall - start.wall, exact: 0 };
  const exact = end.zone.instantAt(end.wall) - start.zone.instantAt(start.wall);
  return { wall: 0, exact };
}

/** Throws for an invalid duration. */
function durationOf(value: string): Length {
  const { weeks, days, hours, minutes, seconds, isNegative } = ICAL.Duration.fromString(value);
  const exact = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return isNegative ? { wall: -1, exact: 0 } : { wall: (weeks * 7 + days) * msPerDay, exact };
}

// A database can store it, and `Date` ends later.
const lastInstant = Date.UTC(9999, 0);

export function endOf(wall: number, zone: Zone, length: Length): number {
  const end = zone.instantAt(Math.min(wall + length.wall, lastInstant)) + length.exact;
  return Math.min(end, lastInstant);
}

/* Picks the lines about busy times from an arriving iCalendar file (RFC 5545). */

export class NotCalendar extends Error {
  override name = "NotCalendar";
  readonly reason: "no-calendar" | "cut-off" | "too-many";
  constructor(reason: NotCalendar["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

type Block = readonly string[];

const mostEvents = 20_000;
const mostCharacters = 2_000_000;

const propertiesOfEvents =
  "UID DTSTART DTEND DURATION RRULE RDATE EXDATE RECURRENCE-ID SEQUENCE STATUS TRANSP SUMMARY " +
  "FREEBUSY X-MICROSOFT-CDO-BUSYSTATUS X-APPLE-TRAVEL-DURATION";
const ofEvents = new RegExp(
  `^(${propertiesOfEvents.replaceAll(" ", "|")})[;:]|^ATTENDEE;.*PARTSTAT=DECLINED`,
  "i",
);
const ofCalendars = /^X-WR-CALNAME[;:]/i;
const isTopLevel = (name: string) => /^V(EVENT|FREEBUSY|TIMEZONE|TODO|JOURNAL)$/.test(name);
const isEvent = (name: string | undefined) => name === "VEVENT" || name === "VFREEBUSY";

/** Call `add` for each piece, then `end`; both throw {@link NotCalendar}. Drops unused lines. */
export function blockReader(isWanted: (event: Block) => boolean = () => true) {
  const blocks = { head: [] as string[], events: [] as Block[], definitions: [] as Block[] };
  let open: string[] = [];
  let block: string[] = [];
  let line = "";
  let rest = "";
  let size = 0;
  let hasBegun = false;

  const keep = (lines: Block, into: Block[]) => {
    size += lines.reduce((sum, one) => sum + one.length, 0);
    if (size > mostCharacters || blocks.events.length >= mostEvents)
      throw new NotCalendar("too-many");
    into.push(lines);
  };
  const close = (name: string) => {
    const lines = [`BEGIN:${name}`, ...block, `END:${name}`];
    if (name === "VTIMEZONE") keep(lines, blocks.definitions);
    if (isEvent(name) && isWanted(lines)) keep(lines, blocks.events);
    block = [];
  };
  const begin = (name: string) => {
    // The previous component never ended.
    if (isTopLevel(name) && open.length > 1) leave(open[1]!);
    if (open[1] === "VTIMEZONE") block.push(`BEGIN:${name}`);
    open.push(name);
  };
  const leave = (name: string) => {
    const at = open.lastIndexOf(name);
    if (at === -1) return;
    if (at > 1 && open[1] === "VTIMEZONE") block.push(`END:${name}`);
    else if (at <= 1 && open.length > 1) close(open[1]!);
    open = open.slice(0, at);
  };
  const take = () => {
    const [, edge, kind = ""] = /^(BEGIN|END):([\w-]+)\s*$/i.exec(line) ?? [];
    const name = kind.toUpperCase();
    if (!hasBegun && line.trim() !== "") {
      if (name !== "VCALENDAR" || edge?.toUpperCase() !== "BEGIN")
        throw new NotCalendar("no-calendar");
      hasBegun = true;
    }
    if (edge?.toUpperCase() === "BEGIN") begin(name);
    else if (edge) leave(name);
    else if (open.length === 1 && ofCalendars.test(line)) blocks.head.push(line);
    else if (open[1] === "VTIMEZONE" || (isEvent(open.at(-1)) && ofEvents.test(line)))
      block.push(line);
  };

  const add = (text: string) => {
    // Avoids searching an unfinished line again with every piece.
    if (!/[\r\n]/.test(text)) {
      rest += text;
      return;
    }
    const lines = (rest + text).split(/\r\n|\n|\r/);
    rest = lines.pop()!;
    for (const next of lines) {
      // A long line continues after a blank or a tab.
      if (/^[ \t]/.test(next)) line += next.slice(1);
      else {
        take();
        line = next;
      }
    }
  };
  const end = () => {
    add("\n\n");
    if (!hasBegun) throw new NotCalendar("no-calendar");
    if (open.length > 0) throw new NotCalendar("cut-off");
    return blocks;
  };
  return { add, end };
}

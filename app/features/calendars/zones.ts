import ICAL from "ical.js";
import { melbourneZone } from "#app/values/calendar.ts";
import { isZone } from "#app/values/wall-clock.ts";
import { zoneOfWindows } from "./windows-zones.ts";

const msPerDay = 86_400_000;

/** Wall times are milliseconds counted as if in UTC. */
export type Zone = {
  name: string;
  /** A skipped time counts as if it wasn't; of a repeated time the first one counts. */
  instantAt: (wall: number) => number;
  wallAt: (instant: number) => number;
};

export const utc: Zone = { name: "UTC", instantAt: (wall) => wall, wallAt: (instant) => instant };

const known = new Map<string, Zone>();

function namedZone(name: string): Zone {
  const zone = known.get(name) ?? makeZone(name);
  known.set(name, zone);
  return zone;
}

export const floating = namedZone(melbourneZone);

function makeZone(name: string): Zone {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: name,
    hourCycle: "h23",
    era: "short",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const offsetAt = (instant: number) => {
    const parts: Record<string, string> = {};
    for (const { type, value } of format.formatToParts(instant)) parts[type] = value;
    const { year, month, day, hour, minute, second } = parts;
    const shown = Date.UTC(+year!, +month! - 1, +day!, +hour!, +minute!, +second!);
    return shown - Math.floor(instant / 1000) * 1000;
  };
  // Intl is slow, and clocks change on a few days only.
  const offsets = new Map<number, number>();
  const offsetOfDay = (count: number) => {
    const offset = offsets.get(count) ?? offsetAt(count * msPerDay);
    offsets.set(count, offset);
    return offset;
  };
  return {
    name,
    instantAt(wall) {
      const day = Math.floor(wall / msPerDay);
      // No offset is a whole day.
      const [before, after] = [offsetOfDay(day - 1), offsetOfDay(day + 2)];
      const first = wall - before;
      if (before === after || offsetAt(first) === before) return first;
      return offsetAt(wall - after) === after ? wall - after : first;
    },
    wallAt: (instant) => instant + offsetAt(instant),
  };
}

export function zonesOf(definitions: readonly ICAL.Component[]): (tzid: string) => Zone {
  const found = new Map<string, Zone>();
  const byId = new Map(
    definitions.map((one) => [String(one.getFirstPropertyValue("tzid")), one] as const),
  );
  return (tzid) => {
    const zone = found.get(tzid) ?? findZone(tzid, byId.get(tzid));
    found.set(tzid, zone);
    return zone;
  };
}

/** A known zone name beats a definition, which ends or simplifies. */
function findZone(tzid: string, definition: ICAL.Component | undefined): Zone {
  const place = definition?.getFirstPropertyValue("x-lic-location");
  const name = zoneName(tzid) ?? (typeof place === "string" ? zoneName(place) : undefined);
  if (name) return namedZone(name);
  return definition ? definedZone(tzid, definition) : floating;
}

function zoneName(tzid: string): string | undefined {
  if (/^(z|utc|gmt|tzone:\/\/microsoft\/utc)$/i.test(tzid)) return "Etc/UTC";
  // Outlook's names of zones without a place; `Etc` counts the other way.
  const [, sign, hours] = /^UTC([+-])(\d\d)$/.exec(tzid) ?? [];
  if (hours) return `Etc/GMT${sign === "+" ? "-" : "+"}${Number(hours)}`;
  // Some programs write `/mozilla.org/20050126_1/Australia/Melbourne`.
  const parts = tzid.split("/").filter(Boolean);
  const names = [tzid, parts.slice(-3).join("/"), parts.slice(-2).join("/")];
  return names.find((name) => name.includes("/") && isZone(name)) ?? zoneOfWindows(tzid);
}

function definedZone(name: string, component: ICAL.Component): Zone {
  const zone = new ICAL.Timezone({ component, tzid: name });
  const instantAt = (wall: number) => wall - zone.utcOffset(asTime(wall)) * 1000;
  return {
    name,
    instantAt,
    wallAt(instant) {
      const offset = (wall: number) => zone.utcOffset(asTime(wall)) * 1000;
      const guess = instant + offset(instant);
      return instant + offset(guess);
    },
  };
}

export function asTime(wall: number): ICAL.Time {
  const date = new Date(wall);
  return new ICAL.Time(
    {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: date.getUTCHours(),
      minute: date.getUTCMinutes(),
      second: date.getUTCSeconds(),
      isDate: false,
    },
    ICAL.Timezone.localTimezone,
  );
}

export function wallOf({ year, month, day, hour, minute, second }: ICAL.Time): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

import { type Day, melbourneZone, shortDay } from "#app/values/calendar.ts";
import { zoneAbbreviation, zoneCity, zonedDay, zonedTime } from "#app/values/wall-clock.ts";

type ZonedTimes = {
  /** In the client's zone. */
  day: Day;
  /** `Thu 8 Oct, 11:00 pm London (BST)`, then Melbourne's time where it differs. */
  lines: string[];
  /** With the end: `Fri 9 Oct, 9:00–10:00 am Melbourne (AEDT)`. */
  ranges: string[];
};

export function timesInZones(start: Date, end: Date, zone: string): ZonedTimes {
  const zones = isMelbourneTime(start, zone) ? [melbourneZone] : [zone, melbourneZone];
  const line = (time: (zone: string) => string) =>
    zones.map((one) => {
      const day = zonedDay(start, one);
      return `${shortDay(day, day)}, ${time(one)}`;
    });
  return {
    day: zonedDay(start, zone),
    lines: line((one) => `${zonedTime(start, one)} ${zoneWords(start, one)}`),
    ranges: line((one) => rangeIn(start, end, one)),
  };
}

/** `Thu 8 Oct, 11:00 pm London (BST)`. */
export function momentIn(zone: string, instant: Date): string {
  const day = zonedDay(instant, zone);
  return `${shortDay(day, day)}, ${zonedTime(instant, zone)} ${zoneWords(instant, zone)}`;
}

/** Across a clock change each end names its clock: `1:30 am BST–1:30 am GMT London`. */
export function rangeIn(start: Date, end: Date, zone: string): string {
  const [from, until] = [zonedTime(start, zone), zonedTime(end, zone)];
  const [first, second] = [zoneAbbreviation(start, zone), zoneAbbreviation(end, zone)];
  if (first === second) return `${timesFromTo(from, until)} ${zoneWords(start, zone)}`;
  return `${from} ${first}–${until} ${second} ${zoneCity(zone)}`;
}

/** `London (BST)`, or `UTC` alone. */
export function zoneWords(instant: Date, zone: string): string {
  const [city, name] = [zoneCity(zone), zoneAbbreviation(instant, zone)];
  return city ? `${city} (${name})` : name;
}

export function isMelbourneTime(instant: Date, zone: string): boolean {
  return [zonedDay, zonedTime].every(
    (shown) => shown(instant, zone) === shown(instant, melbourneZone),
  );
}

/** `9:00–10:00 am`, `11:30 am–12:30 pm`. */
function timesFromTo(start: string, end: string): string {
  const half = end.slice(-3);
  return `${start.endsWith(half) ? start.slice(0, -3) : start}–${end}`;
}
